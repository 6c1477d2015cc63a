import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm

/** Returns the modules of this repository that Node loads before the first statement of a file. */
function modulesBefore(file: string): Set<string> {
  const found = new Set([file])
  // A `for` loop over a set also visits the modules that the loop adds.
  for (const module of found) {
    if (!module.endsWith('.ts')) continue
    for (const [, path = ''] of readFileSync(join(ROOT, module), 'utf8').matchAll(STATIC_IMPORT)) {
      if (path.startsWith('.')) found.add(normalize(join(dirname(module), path)))
      if (path.startsWith('#')) found.add(path.slice(1))
    }
  }
  return found
}

/** Large modules that no page needs at first. They load on first use, or after the first response. */
const LATER = [
  'core/writing/draft-faults.ts',
  'server/operate/background/job-handlers.ts',
  'server/publishing/worker.ts',
  'simulator/open-simulator.ts',
]

test('loads neither the rules for drafts nor the modules of background work before the first response', () => {
  const loaded = modulesBefore('server/app.ts')
  expect(loaded).toContain('server/web-routes.ts')
  expect(LATER.filter((module) => !existsSync(join(ROOT, module)))).toEqual([])
  expect(LATER.filter((module) => loaded.has(module))).toEqual([])
})
