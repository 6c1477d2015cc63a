// Plain JavaScript, because `frogy.mjs` imports this file with any Node from 20.19.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Sets the variables of `.env` in the working folder. Existing variables have priority, even empty ones.
 * @throws Error with one readable line when the file exists but cannot be read
 */
export function loadEnvFile(folder = process.cwd(), environment = process.env) {
  const path = join(folder, '.env')
  let bytes
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw new Error(`${path} cannot be read (${error.code})`, { cause: error })
  }
  for (const [name, value] of variablesIn(decoded(bytes))) environment[name] ??= value
}

/** Decodes an environment file. Windows editors write a byte order mark, and PowerShell writes UTF-16. */
function decoded(bytes) {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes)
}

// Unlike `parseEnv` of Node, a `#` begins a comment only after a blank, as in a shell, in Compose and in systemd. A
// password in an address may contain one.
const LINE =
  /^[^\S\n]*(?:export\s+)?([\w.-]+)[^\S\n]*=(?:[^\S\n]*(?:"((?:\\[^]|[^"\\])*)"|'([^']*)'|`([^`]*)`)|((?:(?!\s#)[^\n])*))/gm

/** Reads lines such as `NAME=value`. The last line of a name counts. @returns {Map<string, string>} */
function variablesIn(text) {
  const found = new Map()
  for (const [, name, double, single, back, bare] of text.replace(/\r\n?/g, '\n').matchAll(LINE)) {
    found.set(name, double?.replaceAll('\\n', '\n').replaceAll('\\"', '"') ?? single ?? back ?? bare.trim())
  }
  return found
}
