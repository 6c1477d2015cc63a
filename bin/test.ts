import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { exitWithParent } from '#tests/support/exit-with-parent.ts'
import { makeTemplates } from '#tests/support/databases.ts'
import { findFaketime } from '#tests/support/faketime.ts'
import { FAILED } from '#tests/support/failed-tests.ts'
import { readCosts } from '#tests/support/file-costs.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { machineProcessorSeconds, processorSeconds } from '#tests/support/processor-seconds.ts'
import { BOTH_DATABASES, EMBEDDED_ONLY, isBrowserTest, MOSTLY_WAITING, testFiles } from '../tests/test-lists.ts'
import { changedFiles } from './changed-files.ts'
import { check } from './check.ts'
import { headlessChromiumPath } from './chromium.ts'
import { installPackage } from './install-package.ts'
import { readPlaywright, readVitest, type Sum } from './test-reports.ts'

// `npm test` runs the gate, `npm run test:all` every test, `npm run test:changed` those of changed files, and
// `npm test -- FILE…` the named ones. The last line sums up: N passed, N failed.

/** The limits of `npm test` on a quiet machine with two cores. */
const GATE_PROCESSOR_S = 900
const GATE_WALL_S = 480
/**
 * How much lower the priority of browser tests in `npm test` is, so that they end at the same time as the tests on
 * PostgreSQL.
 */
const BROWSER_PRIORITY = 3
/** The machine counts as quiet if other processes use less than this share of the processor time that the tests use. */
const QUIET_SHARE = 0.1

/** A group of tests that one runner runs. */
type Part = () => Promise<Sum>

const [command, ...named] = process.argv.slice(2)
const mode = named.length > 0 ? 'named' : command === 'all' || command === 'changed' ? command : 'gate'
const root = join(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'frogy-results-'))
const failedTests = join(root, 'tests', 'support', 'failed-tests.ts')
/** A file with the processor seconds of each test, one line each. It stays after the run. */
const costsFile = join(root, 'node_modules', '.cache', 'test-costs.tsv')
mkdirSync(dirname(costsFile), { recursive: true })
writeFileSync(costsFile, '')
process.env.FROGY_TEST_COSTS = costsFile
process.env.FROGY_TEST_DEPTH ??= mode === 'gate' ? 'gate' : 'all'

// Installing missing programs does not count towards the time limit of the tests.
if (!findFaketime()) installPackage('libfaketime', 'libfaketime for the tests of wrong clocks')
if (!findFaketime()) console.log('This machine has no libfaketime: tests of processes with a wrong clock do not run')
const chromium = testFiles(mode, named, changedFiles).some(isBrowserTest) ? findChromium() : undefined

const startedAt = performance.now()
const usedBefore = processorSeconds()
const machineBefore = machineProcessorSeconds()
const sums: Sum[] = []
const templates = makeTemplates()
try {
  await using postgres = await startPostgres({ survivesPowerCut: false })
  if (!postgres) console.log('This machine has no PostgreSQL server: every test runs on the embedded database')
  // Run several parts at the same time, because each waits most of the time.
  const done = await Promise.all(lanes(postgres?.url).map(runInTurn))
  sums.push(...done.flat())
} finally {
  const removeTemplates = await templates
  await removeTemplates()
}
sums.push(budget())
rmSync(results, { recursive: true, force: true })

const failures = sums.flatMap((sum) => sum.failures)
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
const [passed, failed] = [total('passed'), total('failed')]
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

/**
 * Finds a Chromium for the browser tests. Undefined if none can be installed; these tests then fail with the reason.
 */
function findChromium(): string | undefined {
  try {
    return headlessChromiumPath()
  } catch {
    return undefined
  }
}

function total(of: 'passed' | 'failed'): number {
  return sums.reduce((sum, one) => sum + one[of], 0)
}

/** Lanes run in parallel. The parts of a lane run one after another. */
function lanes(databaseUrl: string | undefined): Part[][] {
  const files = testFiles(mode, named, changedFiles)
  const browser = files.filter(isBrowserTest)
  const others = files.filter((file) => !isBrowserTest(file))
  const checks = mode === 'named' ? [] : [types]
  if (!databaseUrl)
    return [[...checks, onEmbedded(journeys(browser))], [onEmbedded(vitest('everything', others, 2))]].map(present)

  const server = { FROGY_TEST_DATABASE_URL: databaseUrl, FROGY_TEST_TEMPLATES: '' }
  const waiting = others.filter(MOSTLY_WAITING.has)
  const onServer = others.filter((file) => !EMBEDDED_ONLY.has(file) && !MOSTLY_WAITING.has(file))
  // Only `npm run test:all` and named tests run some tests on both databases.
  const repeated = mode === 'gate' ? [] : others.filter(BOTH_DATABASES.has)
  const embedded = [...others.filter(EMBEDDED_ONLY.has), ...repeated.filter((file) => !MOSTLY_WAITING.has(file))]
  return [
    // Run these tests in three processes, because most of them wait for the database and for timers.
    [vitest('on PostgreSQL', onServer, 3, server)],
    [
      ...checks,
      vitest('mostly waiting, on PostgreSQL', waiting, 1, server),
      onEmbedded(vitest('mostly waiting, on the embedded database', repeated.filter(MOSTLY_WAITING.has), 1)),
    ],
    [onEmbedded(journeys(browser)), onEmbedded(vitest('on the embedded database', embedded, 2))],
  ].map(present)
}

function present(parts: (Part | undefined)[]): Part[] {
  return parts.filter((part) => part !== undefined)
}

function onEmbedded(part: Part | undefined): Part | undefined {
  return part && (() => templates.then(part))
}

/** Runs parts of a test run one after another. A part that throws counts as a failed one. */
async function runInTurn(parts: Part[]): Promise<Sum[]> {
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
  return report('types, lint, format and our own rules', from, {
    passed: passed.length,
    failed: failed.length,
    failures: failed,
  })
}

function vitest(
  name: string,
  files: string[],
  workers: number,
  environment: Record<string, string> = {},
): Part | undefined {
  if (files.length === 0) return undefined
  const output = join(results, `${name}.json`)
  const script = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const options = [
    `--maxWorkers=${workers}`,
    '--reporter=json',
    `--reporter=${failedTests}`,
    `--outputFile.json=${output}`,
  ]
  return async () => {
    const from = performance.now()
    const ended = await run([script, 'run', ...files, ...options], environment)
    return report(name, from, readVitest(output, name, ended))
  }
}

function journeys(files: string[]): Part | undefined {
  if (files.length === 0) return undefined
  return async () => {
    const from = performance.now()
    const output = join(results, 'browser.json')
    const script = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
    const environment = { CHROME_PATH: chromium ?? headlessChromiumPath(), PLAYWRIGHT_JSON_OUTPUT_NAME: output }
    const args = [script, 'test', ...files.map((file) => `/${file}`), `--reporter=json,${failedTests}`]
    const ended = await run(args, environment, mode === 'gate' ? BROWSER_PRIORITY : 0)
    return report('journeys in Chromium', from, readPlaywright(output, ended))
  }
}

function report(name: string, from: number, sum: Sum): Sum {
  const seconds = Math.round((performance.now() - from) / 1000)
  console.log(`${name}: ${sum.passed} passed, ${sum.failed} failed in ${seconds} s`)
  return sum
}

/**
 * Prints the run's processor and wall-clock time. `npm test` fails above the processor limit only on a quiet machine.
 */
function budget(): Sum {
  const used = processorSeconds() - usedBefore
  const wall = (performance.now() - startedAt) / 1000
  const others = (machineProcessorSeconds() ?? 0) - (machineBefore ?? 0) - used
  const dearest = readCosts(costsFile).slice(0, 5)
  const files = dearest.map(([file, seconds]) => `${file} ${Math.round(seconds)} s`).join(', ')
  const limit = mode === 'gate' ? ` of ${GATE_PROCESSOR_S}` : ''
  console.log(`${mode}: ${Math.round(used)}${limit} s of processor time in ${Math.round(wall)} s; dearest: ${files}`)
  const none = { passed: 0, failed: 0, failures: [] }
  if (mode !== 'gate') return none
  // The time limit only warns, because the duration depends on the host too.
  if (wall > GATE_WALL_S) console.log(`The gate took longer than its ${GATE_WALL_S} s`)
  if (used <= GATE_PROCESSOR_S) return none
  if (machineBefore === undefined || others > used * QUIET_SHARE) {
    console.log('The gate exceeds its processor time; the machine was busy with other work, so this does not fail it')
    return none
  }
  return { passed: 0, failed: 1, failures: [`The gate exceeds ${GATE_PROCESSOR_S} s of processor time`] }
}

/** Runs a process, with this priority below our own. @returns how the process ended, and its output */
async function run(
  args: string[],
  environment: Record<string, string>,
  priority = 0,
): Promise<{ code: number; output: string }> {
  const child = spawn(...exitWithParent(process.execPath, args), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', ...environment },
  })
  if (child.pid && priority > 0) setPriority(child.pid, Math.min(19, getPriority() + priority))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  createInterface(child.stdout).on('line', (line) => line.startsWith(FAILED) && console.log(line))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, output }
}
