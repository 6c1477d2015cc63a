import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitWithParent } from '#tests/support/exit-with-parent.ts'
import { makeTemplates } from '#tests/support/databases.ts'
import { findFaketime } from '#tests/support/faketime.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { check } from './check.ts'
import { headlessChromiumPath } from './chromium.ts'
import { installPackage } from './debian.ts'
import { readPlaywright, readVitest, type Sum } from './test-reports.ts'

// Every test there is: types, lint and format; rules, API and worker on a PostgreSQL server where this machine has one,
// and on the embedded database what depends on it; journeys in a real browser. The last line sums them up.

/**
 * What the embedded database does in its own way: transactions, being told of changes, dying, the clock, the fence. The
 * journeys are on it, too.
 */
const ON_BOTH = [
  'server/{db,events,jobs,time}/**',
  'server/http/{health,idempotency}.test.ts',
  'server/publishing/{publish,heartbeats,clocks-apart}.test.ts',
  'tests/kill.test.ts',
]
/** What is there for its sake alone. */
const EMBEDDED_ALONE = ['server/db/lite.test.ts', 'tests/power-cut.test.ts']
/** Wait for minutes for what was killed or frozen, in which another test can work. */
const MOSTLY_WAIT = ['tests/{kill,chaos}.test.ts', 'server/notifications/mail/mail-queue.test.ts']

/** A part of the tests. It says on one line how it went; what failed is said at the end. */
type Part = () => Promise<Sum>

const root = join(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'frogy-results-'))

const sums: Sum[] = []
// Of the embedded database, for all parts that run on it.
const templates = makeTemplates()
try {
  if (!findFaketime()) installPackage('libfaketime', 'libfaketime for the tests of wrong clocks')
  if (!findFaketime()) console.log('This machine has no libfaketime: processes with a wrong clock are left out')
  await using postgres = await startPostgres({ survivesPowerCut: false })
  if (!postgres) console.log('This machine has no PostgreSQL server: everything is run on the embedded database')
  const lanes = postgres
    ? lanesWith(postgres.url)
    : [[types, withTemplates(journeys)], [withTemplates(vitest('everything', testFiles(), 2))]]
  // Much of each part is waiting, for which another one has use.
  const done = await Promise.all(lanes.map(oneByOne))
  sums.push(...done.flat())
} finally {
  const removeTemplates = await templates
  await removeTemplates()
  rmSync(results, { recursive: true, force: true })
}

const failures = sums.flatMap((sum) => sum.failures)
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
const [passed, failed] = [sumOf('passed'), sumOf('failed')]
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function sumOf(part: 'passed' | 'failed'): number {
  return sums.reduce((sum, one) => sum + one[part], 0)
}

function lanesWith(databaseUrl: string): Part[][] {
  const alone = globSync(EMBEDDED_ALONE, { cwd: root })
  const waiting = globSync(MOSTLY_WAIT, { cwd: root })
  const onServer = testFiles().filter((file) => !alone.includes(file) && !waiting.includes(file))
  const server = { FROGY_TEST_DATABASE_URL: databaseUrl, FROGY_TEST_TEMPLATES: '' }
  const onBoth = globSync(ON_BOTH, { cwd: root }).filter(isTest)
  const onEmbedded = [...new Set([...onBoth.filter((file) => !waiting.includes(file)), ...alone])]
  const waitingOnBoth = waiting.filter((file) => onBoth.includes(file))
  return [
    [vitest('on PostgreSQL', onServer, 2, server)],
    [
      vitest('what mostly waits, on PostgreSQL', waiting, 1, server),
      // At the end of the journeys nothing would be left that can work meanwhile.
      withTemplates(vitest('what mostly waits, on the embedded database', waitingOnBoth, 1)),
    ],
    [types, ...[journeys, vitest('on the embedded database', onEmbedded, 2)].map(withTemplates)],
  ]
}

function withTemplates(part: Part): Part {
  return async () => {
    await templates
    return await part()
  }
}

function testFiles(): string[] {
  return globSync('{bench,bin,core,server,simulator,web,tests}/**/*.test.ts', { cwd: root })
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts')
}

/** One part after the other. One that breaks off is a failure. */
async function oneByOne(parts: Part[]): Promise<Sum[]> {
  const done: Sum[] = []
  for (const part of parts) {
    try {
      done.push(await part())
    } catch (error) {
      console.error(error)
      done.push({ passed: 0, failed: 1, failures: [String(error)] })
    }
  }
  return done
}

async function types(): Promise<Sum> {
  const from = performance.now()
  const { passed, failed } = await check()
  return said('types, lint, format and our own rules', from, {
    passed: passed.length,
    failed: failed.length,
    failures: failed,
  })
}

function vitest(name: string, files: string[], workers: number, environment: Record<string, string> = {}): Part {
  const report = join(results, `${name}.json`)
  const script = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const options = [`--maxWorkers=${workers}`, '--reporter=json', `--outputFile=${report}`]
  return async () => {
    const from = performance.now()
    const ended = await run([script, 'run', ...files, ...options], environment)
    return said(name, from, readVitest(report, name, ended))
  }
}

async function journeys(): Promise<Sum> {
  const from = performance.now()
  const report = join(results, 'browser.json')
  const script = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const ended = await run([script, 'test', '--reporter=json'], {
    CHROME_PATH: headlessChromiumPath(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  return said('journeys in Chromium', from, readPlaywright(report, ended))
}

function said(name: string, from: number, sum: Sum): Sum {
  const seconds = Math.round((performance.now() - from) / 1000)
  console.log(`${name}: ${sum.passed} passed, ${sum.failed} failed in ${seconds} s`)
  return sum
}

/** @returns how it ended, and what it printed */
async function run(args: string[], environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(...exitWithParent(process.execPath, args), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, output }
}
