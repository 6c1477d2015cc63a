import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import { syncFolder } from '../sync-folder.ts'

/** What Frogy itself puts into DATA_DIR. */
const OURS = /^(db|db\.new|media|outbox|secret(\.\d+)?|simulator\.json.*|frogy\.lock.*)$/
const OF_OTHERS = 0o077
const STICKY = 0o1000

/**
 * Makes DATA_DIR, or closes the one that is there to everybody but its owner.
 * @returns what the administrator should know of
 * @throws ConfigError when nothing can be kept in it
 */
export function openDataDir(dataDir: string): string[] {
  return inFolder(dataDir, () => {
    makeFolder(dataDir)
    // Asked by doing it: folders of the system itself look as if they could be written to.
    const probe = join(dataDir, `secret.${process.pid}`)
    writeFileSync(probe, '', { mode: 0o600 })
    rmSync(probe)
    try {
      closeToOthers(dataDir)
    } catch (error) {
      // The folder is somebody else's, or its disk knows no rights.
      if (!isOpenToOthers(dataDir)) return []
      return [`DATA_DIR can be read by other users of this machine (${codeOf(error)}): ${dataDir}`]
    }
    if (!isOpenToOthers(dataDir)) return []
    return [`DATA_DIR holds more than Frogy's own and can be looked into by other users of this machine: ${dataDir}`]
  })
}

/** Node's own recursion never ends where a parent is there and takes nothing, as /proc does. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
    syncFolder(dirname(path))
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(path))) throw error
    makeFolder(dirname(path))
    makeFolder(path)
  }
}

/** Everything of ours; the folder as well, unless others' things are in it too, as in a home folder. */
function closeToOthers(dataDir: string): void {
  const names = readdirSync(dataDir)
  // A mail holds a link that signs in; it is closed itself, since folders are opened and copied.
  const mails = names.includes('outbox') ? readdirSync(join(dataDir, 'outbox')).map((name) => join('outbox', name)) : []
  for (const name of [...names.filter((name) => OURS.test(name)), ...mails]) {
    const path = join(dataDir, name)
    // Another process may start in the same moment, and take its probe away again.
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats && !stats.isSymbolicLink() && stats.mode & OF_OTHERS) chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
  }
  // A folder that is meant for everybody, as /tmp is, may just happen to be empty.
  const isEverybodys = (statSync(dataDir).mode & STICKY) !== 0
  if (names.every((name) => OURS.test(name)) && !isEverybodys && isOpenToOthers(dataDir)) chmodSync(dataDir, 0o700)
}

/** Windows has rights of another kind, which this does not look at. */
const isOpenToOthers = (path: string): boolean =>
  process.platform !== 'win32' && (statSync(path).mode & OF_OTHERS) !== 0

/** The secret of an installation that was given none: made once, readable by its owner only. @throws ConfigError */
export function readOrMakeSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const secret = inFolder(dataDir, () => {
    if (!existsSync(file)) makeSecret(file)
    return readFileSync(file, 'utf8').trim()
  })
  if (secret.length < 32)
    throw new ConfigError([`DATA_DIR holds a damaged secret (${file}); give APP_SECRET or restore the file`])
  return secret
}

function makeSecret(file: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    // Linking is atomic and fails where another process was first; both then read the same whole file.
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  // What it seals is on the disk soon, and nothing else opens that.
  syncFolder(dirname(file))
}

function inFolder<T>(dataDir: string, use: () => T): T {
  try {
    return use()
  } catch (cause) {
    throw new ConfigError([`DATA_DIR cannot be used: ${dataDir} (${codeOf(cause)})`])
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)
