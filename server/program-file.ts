import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** The source file of each program that runs as a process or thread. */
export const PROGRAMS = {
  serve: 'bin/serve.ts',
  admin: 'bin/admin.ts',
  cli: 'bin/cli.ts',
  'networks-check': 'bin/networks-check.ts',
  backup: 'bin/backup.ts',
  restore: 'bin/restore.ts',
  move: 'bin/move.ts',
  simulator: 'simulator/main.ts',
  'make-embedded': 'server/db/make-embedded.ts',
  'parser-process': 'server/reading/parsing/parser-process.ts',
  watch: 'server/reading/parsing/watch.ts',
  'backup-process': 'server/backup/backup-process.ts',
  'picture-thread': 'server/reading/parsing/picture-thread.ts',
} as const

/**
 * The folder of a release's packages. It is not the root's node_modules, where npm would remove packages that it did
 * not install.
 */
export const RELEASED_PACKAGES = 'dist/node_modules'

/** The folder that `bin/bundle.ts` builds, and the list of the source files. */
export const BUILT = 'dist/server'
export const SOURCES_FILE = `${BUILT}/sources.json`

/** Modification time and hash of each source file at build time, by path. */
export type Sources = Record<string, { modifiedMs: number; hash: string }>

export const contentHash = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url')

/** Finds the file that starts a program. @returns the built file, or the source when the build is missing or stale */
export function programFile(name: keyof typeof PROGRAMS, root = ROOT): string {
  return join(root, isBuiltFromThis(root) ? `${BUILT}/${name}${name === 'serve' ? '.cjs' : '.js'}` : PROGRAMS[name])
}

function isBuiltFromThis(root: string): boolean {
  try {
    const sources = JSON.parse(readFileSync(join(root, SOURCES_FILE), 'utf8')) as Sources
    return Object.entries(sources).every(([path, { modifiedMs, hash }]) => {
      const file = join(root, path)
      // Compare the content if the time differs, because a copied or restored file has another time.
      return statSync(file).mtimeMs === modifiedMs || contentHash(readFileSync(file)) === hash
    })
  } catch {
    return false // The build is missing, or a source was deleted.
  }
}
