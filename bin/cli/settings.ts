import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { usageError } from './cli-error.ts'

type Environment = Record<string, string | undefined>

/** The address of a Frogy server, and the API key for calls to it. */
export interface Connection {
  url: string
  key: string
}

/** Reads the connection from `FROGY_URL` and `FROGY_API_KEY`, otherwise from the settings file. @throws CliError */
export function readConnection(environment: Environment): Connection {
  const { FROGY_URL: url, FROGY_API_KEY: key } = environment
  if (url && key) return { url: addressFrom(url), key: keyFrom(key) }
  const path = settingsFile(environment)
  const stored = readStored(path)
  if (!stored)
    throw usageError('Run `frogy login ADDRESS` first, or set FROGY_URL and FROGY_API_KEY. Keys: Settings, Developers.')
  // Send a stored key only to the server that it belongs to.
  if (url && addressFrom(url) !== stored.url)
    throw usageError(`FROGY_URL is another address than the one in ${path}. Set FROGY_API_KEY too.`)
  return { url: stored.url, key: key ? keyFrom(key) : stored.key }
}

/** Stores the connection in a file that only this user can read. @returns the file's path */
export function storeConnection(environment: Environment, connection: Connection): string {
  const path = settingsFile(environment)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporary, path)
  return path
}

const settingsFile = ({ XDG_CONFIG_HOME: folder }: Environment): string =>
  join(folder || join(homedir(), '.config'), 'frogy', 'client.json')

function readStored(path: string): Connection | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw usageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    // Windows has no file modes, so there is nothing to check.
    if (process.platform !== 'win32' && (fstatSync(file).mode & 0o077) !== 0)
      throw usageError(`Other users of this machine can read ${path}. Run: chmod 600 ${path}`)
    const { url, key } = parsed(readFileSync(file, 'utf8'))
    if (typeof url !== 'string' || typeof key !== 'string')
      throw usageError(`${path} needs the members "url" and "key".`)
    return { url: addressFrom(url), key: keyFrom(key) }
  } finally {
    closeSync(file)
  }

  function parsed(text: string): { url?: unknown; key?: unknown } {
    try {
      return Object(JSON.parse(text.replace(/^\uFEFF/, ''))) as object
    } catch {
      throw usageError(`${path} is not valid JSON.`)
    }
  }
}

/**
 * The address of a Frogy server, possibly with a path or a workspace, without a final slash.
 * @throws CliError
 */
export function addressFrom(text: string): string {
  const given = text.trim()
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw usageError(`"${given}" is not an address such as https://frogy.example.com`)
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

/** @throws CliError for a key that cannot be sent in a header */
export function keyFrom(text: string): string {
  const key = text.trim()
  if (!/^[\x21-\x7e]{1,500}$/.test(key)) throw usageError('The API key has characters that no key of Frogy has.')
  return key
}
