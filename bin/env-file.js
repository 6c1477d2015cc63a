// Plain JavaScript, because `frogy.mjs` imports this file with any Node from 20.19.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/**
 * Sets the variables of `.env` in the working folder. Existing variables have priority, even empty ones.
 * @throws Error with one readable line when the file exists but cannot be read
 */
export function loadEnvFile(folder = process.cwd(), environment = process.env) {
  const path = join(folder, '.env')
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw new Error(`${path} cannot be read (${error.code})`, { cause: error })
  }
  // Windows editors write a byte order mark, which would become part of the first name.
  for (const [name, value] of Object.entries(parseEnv(text.replace(/^\uFEFF/, '')))) environment[name] ??= value
}
