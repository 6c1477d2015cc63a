import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFaketime } from '#tests/support/faketime.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { check } from './check.ts'
import { chromiumPath } from './chromium.ts'
import { installPackage } from './debian.ts'

// Every test there is: types, lint and format; rules, API and worker on the embedded database and, where this machine
// has a PostgreSQL, on a server too; journeys in a real browser. The last line sums them up.

interface Sum {
  passed: number
  failed: number
  /** What failed, in the words that the runner has for it, to be said again at the end. */
  failures: string[]
}

/** What hangs on files and networks more than on the database: run once, on the embedded one. */
const WITHOUT_SERVER = [
  'server/parsing/**',
  'server/sources/{articles,documents}/**',
  'server/adapters/**',
  'server/generation/**',
  'server/media/{render,describe}-picture.test.ts',
  'server/publishing/{link-cards,pictures,same-text}.test.ts',
  'server/config.test.ts',
  'server/db/lite.test.ts',
  'server/http/fuzz-calls.test.ts',
  'tests/{fuzz,hostile-texts,power-cut}.test.ts',
]

/**
 * What the two databases do each in its own way: transactions and locks, being told of changes, dying, the clock. The
 * rest is run on the server alone, where this machine has one; journeys run on the embedded database.
 */
const ON_BOTH = [
  'server/{db,events,jobs,time}/**',
  'server/accounts/accounts.test.ts',
  'server/http/{health,idempotency}.test.ts',
  'server/notifications/notifications.test.ts',
  'server/posts/{posts,take-back,summary}.test.ts',
  'server/publishing/{publish,lost-answers,prepared-minute,outages,heartbeats,clocks-apart}.test.ts',
  'tests/kill.test.ts',
]

const root = join(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'frogy-results-'))

const sums: Sum[] = []
try {
  if (!findFaketime()) installPackage('libfaketime', 'libfaketime for the tests of wrong clocks')
  if (!findFaketime()) console.log('\nThis machine has no libfaketime: processes with a wrong clock are left out')
  sums.push(...(await oneByOne([checks])), ...(await rules()), ...(await oneByOne([playwright])))
} finally {
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

/** One part after the other: each uses all cores. One that breaks off is a failure. */
async function oneByOne(parts: (() => Promise<Sum>)[]): Promise<Sum[]> {
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

async function checks(): Promise<Sum> {
  console.log('\nTypes, lint, format and our own rules')
  const checked = await check()
  return { passed: checked.passed.length, failed: checked.failed.length, failures: checked.failed }
}

/** Rules, API and worker, on the databases that this machine has. */
async function rules(): Promise<Sum[]> {
  await using postgres = await startPostgres({ survivesPowerCut: false })
  if (!postgres) {
    console.log('\nThis machine has no PostgreSQL server: everything is run on the embedded database')
    return await oneByOne([() => vitest('embedded', [], {})])
  }
  const all = globSync('{server,tests}/**/*.test.ts', { cwd: root })
  const [withoutServer, onBoth] = [WITHOUT_SERVER, ON_BOTH].map((globs) => globSync(globs, { cwd: root }))
  const onServer = all.filter((file) => !withoutServer?.includes(file))
  const onServerAlone = onServer.filter((file) => !onBoth?.includes(file))
  return await oneByOne([
    () => {
      console.log('\nRules, and what depends on the database, on the embedded one')
      return vitest(
        'embedded',
        onServerAlone.map((file) => `--exclude=${file}`),
        {},
      )
    },
    () => {
      console.log('\nAPI and worker on a PostgreSQL server')
      return vitest('server', onServer, { FROGY_TEST_DATABASE_URL: postgres.url })
    },
  ])
}

async function vitest(name: string, filters: string[], environment: Record<string, string>): Promise<Sum> {
  const file = join(results, `${name}.json`)
  const script = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const code = await run(
    [script, 'run', ...filters, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    environment,
  )
  return read(file, code, (report: VitestReport) => ({
    passed: report.numPassedTests,
    // A file that cannot even be loaded has no test that could fail.
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
    failures: report.testResults.flatMap(({ name: file, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      const said = tests.map((one) => `${one.fullName}\n${one.failureMessages.join('\n')}`)
      return (message ? [message, ...said] : said).map((text) => `${name}: ${file}: ${text}`)
    }),
  }))
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

async function playwright(): Promise<Sum> {
  console.log('\nJourneys in Chromium')
  const file = join(results, 'browser.json')
  const script = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const code = await run([script, 'test', '--reporter=dot,json'], {
    CHROME_PATH: chromiumPath(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return read(file, code, ({ stats, errors, suites }: PlaywrightReport) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...errors.map(({ message }) => message),
      ...suites
        .flatMap(specsOf)
        .flatMap(({ ok, file, title, tests }) =>
          ok
            ? []
            : tests.flatMap(({ results }) =>
                results.flatMap((result) => result.errors.map(({ message }) => `${file}: ${title}\n${message}`)),
              ),
        ),
    ],
  }))
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message: string }[]
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { ok: boolean; file: string; title: string; tests: { results: { errors: { message: string }[] }[] }[] }[]
}

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

async function run(args: string[], environment: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', ...environment },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** What a runner wrote down. One that ended badly without a failed test, or wrote nothing, counts as a failure. */
function read<Report>(file: string, code: number, sum: (report: Report) => Sum): Sum {
  try {
    const counted = sum(JSON.parse(readFileSync(file, 'utf8')) as Report)
    if (code === 0 || counted.failed > 0) return counted
    return { ...counted, failed: 1, failures: [`The runner ended with ${code} although no test failed; see above`] }
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`The runner wrote no results: ${String(error)}`] }
  }
}
