import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Each test file is in exactly one of the two lists; `npm run check` rejects any other. `npm test` runs the gate,
// `npm run test:all` both.

/** Runs with every change: at most 480 s on two quiet cores, and at most 900 s of processor time. */
export const GATE = ['core/**']

/** Runs with `npm run test:all` only. */
export const ALL_ONLY: string[] = []

/** Joins the gate when a file in the folder changes. */
const WHEN_CHANGED = ['simulator', 'bench', 'bin']

const root = join(import.meta.dirname, '..')
const TESTS = ['{bench,bin,core,server,simulator,web,tests}/**/*.test.ts', 'tests/browser/*.spec.ts']

/** A set of files that is given by patterns. */
const filesOf = (...patterns: string[]): { has(file: string): boolean } => {
  const files = new Set(globSync(patterns, { cwd: root }))
  return { has: (file) => files.has(file) }
}

/** Run on the embedded database too: transactions, events, jobs, the clock and the fence depend on it. */
export const BOTH_DATABASES = filesOf(
  'server/{db,events,clock}/**',
  'server/operate/jobs/**',
  'server/operate/health.test.ts',
  'server/http/idempotency.test.ts',
  'server/publishing/{publish,heartbeats,clocks-apart}.test.ts',
  'server/publishing/*/{publish,heartbeats,clocks-apart}.test.ts',
  'tests/kill.test.ts',
)
/** Test the embedded database itself. */
export const EMBEDDED_ONLY = filesOf('server/db/lite.test.ts', 'tests/power-cut.test.ts')
/** Wait for minutes for killed or frozen processes, while other tests can work. */
export const MOSTLY_WAITING = filesOf('tests/{kill,chaos}.test.ts', 'server/notifications/mail/mail-queue.test.ts')

export const isBrowserTest = (file: string): boolean => file.endsWith('.spec.ts')

export function allTestFiles(): string[] {
  return globSync(TESTS, { cwd: root }).toSorted()
}

/**
 * Test files of a run, by paths below the root.
 * @param named parts of paths, for the mode `named`
 * @param changedFiles paths that the change under test touches
 */
export function testFiles(
  mode: 'gate' | 'all' | 'changed' | 'named',
  named: readonly string[],
  changedFiles: () => string[],
): string[] {
  const all = allTestFiles()
  if (mode === 'all') return all
  if (mode === 'named') return all.filter((file) => named.some((name) => file.includes(name)))
  const gate = filesOf(...GATE)
  const changed = changedFiles()
  if (mode === 'gate') {
    const joining = WHEN_CHANGED.filter((folder) => changed.some((path) => isIn(path, folder)))
    return all.filter((file) => gate.has(file) || joining.some((folder) => isIn(file, folder)))
  }
  const folders = new Set(changed.map((path) => dirname(path)))
  const isWebChanged = changed.some((path) => isIn(path, 'web') || isIn(path, 'core/messages'))
  return all.filter((file) =>
    isBrowserTest(file)
      ? changed.includes(file) || (isWebChanged && gate.has(file))
      : [...folders].some((folder) => isIn(file, folder)),
  )
}

const isIn = (file: string, folder: string): boolean => file.startsWith(`${folder}/`)
