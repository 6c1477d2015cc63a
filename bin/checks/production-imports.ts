import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

// A fresh clone installs only `dependencies`, so the files that `npm start` builds and runs must not import other packages.

const root = join(import.meta.dirname, '..', '..')

/** Files that production builds and runs, with the files of `bin/` that they import. */
const ENTRIES = [
  'bin/{frogy.mjs,start.js,serve.ts,build.ts,row-types.ts}',
  '{core,server,simulator,web}/**/*.{ts,tsx,css}',
  'vite.config.ts',
]
/** Packages that `bin/frogy.mjs` installs if a bucket is configured. */
const INSTALLED_ON_DEMAND = /^@aws-sdk\//

const IMPORTS = [
  /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm,
  /(?<!typeof )\bimport\(\s*'([^']+)'/g,
  /^@(?:import|plugin)\s+['"]([^'"]+)['"]/gm,
]

/** Lists imports of packages that are not in `dependencies`: `server/app.ts imports vitest`. */
export function undeclaredImports(
  entries: readonly string[],
  readSource: (file: string) => string | undefined,
  dependencies: ReadonlySet<string>,
): string[] {
  const found = new Set<string>()
  const seen = new Set(entries)
  // This loop also visits files that it adds to the set.
  for (const file of seen) {
    const source = readSource(file)
    if (source === undefined) continue
    for (const path of IMPORTS.flatMap((pattern) => [...source.matchAll(pattern)].map(([, one = '']) => one))) {
      if (path.startsWith('.')) seen.add(normalize(join(dirname(file), path)))
      else if (path.startsWith('#')) seen.add(path.slice(1))
      else if (!/^(?:node:|\/|data:)/.test(path)) {
        const name = packageOf(path)
        if (!dependencies.has(name) && !INSTALLED_ON_DEMAND.test(name)) found.add(`${file} imports ${name}`)
      }
    }
  }
  return [...found]
}

/** The package of an import: `@ai-sdk/openai/internal` belongs to `@ai-sdk/openai`. */
const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')

if (process.argv[1] === import.meta.filename) {
  const entries = globSync(ENTRIES, { cwd: root }).filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const read = (file: string) => {
    const path = join(root, file)
    return /\.(?:tsx?|m?js|css)$/.test(file) && existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  const found = undeclaredImports(entries, read, new Set(Object.keys(dependencies)))
  for (const one of found) console.error(`${one}, which is not among the dependencies in package.json`)
  process.exitCode = found.length > 0 ? 1 : 0
}
