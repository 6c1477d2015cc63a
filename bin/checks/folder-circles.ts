import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { circlesIn } from './circles.ts'

// Features that import each other cannot be read, moved or tested separately. Imports of types count too.

const root = join(import.meta.dirname, '..', '..')

/** Finds import cycles between folders, and between files of one folder. */
export function importCircles(sources: ReadonlyMap<string, string>): string[] {
  const files = new Map<string, Set<string>>()
  const folders = new Map<string, Set<string>>()
  for (const [file, source] of sources) {
    const own = folderOf(file)
    for (const imported of importsOf(file, source)) {
      if (!sources.has(imported)) continue
      const other = folderOf(imported)
      if (own === other) add(files, file, imported)
      else if (!isInside(own, other) && !isInside(other, own)) add(folders, own, other)
    }
  }
  return [...circlesIn(folders), ...circlesIn(files)].map((circle) => circle.join(' → '))
}

/**
 * Returns the folder of a file, at most three levels deep: `server/people/auth` for `server/people/auth/routes.ts`. A
 * file directly in a top folder stands for itself, such as `server/app.ts`.
 */
function folderOf(file: string): string {
  const parts = file.split('/')
  return join(...parts.slice(0, Math.max(2, Math.min(3, parts.length - 1))))
}

const isInside = (folder: string, other: string) => folder.startsWith(`${other}/`)

const IMPORT = /(?:\bfrom|\bimport\(?)\s*'((?:\.{1,2}|#\w+)\/[^']+)'/g

function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, path = '']) =>
    path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path)),
  )
}

function add(edges: Map<string, Set<string>>, from: string, to: string): void {
  edges.set(from, (edges.get(from) ?? new Set()).add(to))
}

if (process.argv[1] === import.meta.filename) {
  const files = globSync('{bench,bin,core,server,simulator,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const circles = importCircles(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
  for (const circle of circles) console.error(`Circular import: ${circle}`)
  process.exitCode = circles.length > 0 ? 1 : 0
}
