import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** What runs as a process, and its source. */
export const PROGRAMS = {
  serve: 'bin/serve.ts',
  simulator: 'simulator/main.ts',
  'parser-process': 'server/reading/parsing/parser-process.ts',
  watch: 'server/reading/parsing/watch.ts',
} as const

/** Where `bin/bundle.ts` puts what it builds, from the root, and the list of what it was built from. */
export const BUILT = 'dist/server'
export const SOURCES_FILE = `${BUILT}/sources.json`

/** Each source as it was when it was built, by its path from the root. */
export type Sources = Record<string, { modifiedMs: number; hash: string }>

export const contentHash = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url')

/** @returns the file to run: as it was built, or its source where nothing is built or a source has changed since */
export function programFile(name: keyof typeof PROGRAMS, root = ROOT): string {
  return join(root, isBuiltFromThis(root) ? `${BUILT}/${name}.js` : PROGRAMS[name])
}

function isBuiltFromThis(root: string): boolean {
  try {
    const sources = JSON.parse(readFileSync(join(root, SOURCES_FILE), 'utf8')) as Sources
    return Object.entries(sources).every(([path, { modifiedMs, hash }]) => {
      const file = join(root, path)
      // What was copied, or changed and changed back, has another time and is the same.
      return statSync(file).mtimeMs === modifiedMs || contentHash(readFileSync(file)) === hash
    })
  } catch {
    return false // nothing is built, or a source is gone
  }
}
