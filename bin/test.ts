import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#tests/support/postgres.ts'
import { check } from './check.ts'
import { chromiumPath } from './chromium.ts'

// Every test there is: types, lint and format; rules, API and worker on the embedded database and, where this machine
// has a PostgreSQL, on a server too; journeys in a real browser. The last line sums them up.

interface Sum {
  passed: number
  failed: number
}

const root = join(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'frogy-results-'))

const sums: Sum[] = []
try {
  const checked = await check()
  sums.push({ passed: checked.passed.length, failed: checked.failed.length })

  console.log('\nRules, API and worker on the embedded database')
  sums.push(await vitest('embedded', [], {}))

  await using postgres = await startPostgres()
  if (postgres) {
    console.log('\nAPI and worker on a PostgreSQL server')
    sums.push(await vitest('server', ['server', 'tests'], { FROGY_TEST_DATABASE_URL: postgres.url }))
  } else {
    console.log('\nThis machine has no PostgreSQL server: its part is left out')
  }

  console.log('\nJourneys in Chromium')
  sums.push(await playwright())
} catch (error) {
  console.error(error)
  sums.push({ passed: 0, failed: 1 })
} finally {
  rmSync(results, { recursive: true, force: true })
}

const total = sums.reduce((one, other) => ({ passed: one.passed + other.passed, failed: one.failed + other.failed }))
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

async function vitest(name: string, filters: string[], environment: Record<string, string>): Promise<Sum> {
  const file = join(results, `${name}.json`)
  const script = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const code = await run(
    [script, 'run', ...filters, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    environment,
  )
  return read(
    file,
    code,
    (report: { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }) => ({
      passed: report.numPassedTests,
      // A file that cannot even be loaded has no test that could fail.
      failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
    }),
  )
}

async function playwright(): Promise<Sum> {
  const file = join(results, 'browser.json')
  const script = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const code = await run([script, 'test', '--reporter=line,json'], {
    CHROME_PATH: chromiumPath(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return read(
    file,
    code,
    (report: {
      stats: { expected: number; unexpected: number; flaky: number; skipped: number }
      errors: unknown[]
    }) => ({
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
    }),
  )
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
    return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } catch {
    return { passed: 0, failed: 1 }
  }
}
