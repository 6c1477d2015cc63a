import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, report } from './report.ts'
import { memoryMiB, run, type Running } from './processes.ts'

/**
 * The number of starts. After each start of Frogy, the benchmark starts the server that Frogy is compared with, so that
 * the machine's load slows both equally.
 */
const PAIRS = 5

/** The time of a warm start until the first response, and the memory of all processes when idle. */
export async function benchStart(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  const frogy = () =>
    run(
      [join(import.meta.dirname, '..', 'bin', 'frogy.mjs'), 'serve'],
      { DATA_DIR: dataDir, PORT: '0' },
      /Frogy is at (\S+)/,
    )
  const baseline = () =>
    run([join(import.meta.dirname, 'baseline-database.ts'), join(dataDir, 'db')], {}, /Baseline is at (\S+)/)
  try {
    // The first start creates the database, so it is not a warm start.
    await (await frogy())[Symbol.asyncDispose]()

    const [starts, baselineStarts]: [number[], number[]] = [[], []]
    for (let pair = 0; pair < PAIRS; pair++) {
      starts.push(await timeToAnswer(frogy, '/api/google/config'))
      baselineStarts.push(await timeToAnswer(baseline, '/'))
    }
    const startHolds = report({
      what: `warm start to the first answer, median of ${PAIRS}`,
      value: at(starts, 0.5),
      unit: 'ms',
      atMost: 2_000,
      baseline: { what: 'bare HTTP server with the same embedded database opened', value: at(baselineStarts, 0.5) },
    })
    const ratios = starts.map((ms, pair) => ms / (baselineStarts[pair] ?? Number.NaN))
    const ratioHolds = report({
      what: `warm start over the baseline after it, median of ${PAIRS} pairs`,
      value: at(ratios, 0.5),
      unit: 'times',
      atMost: 1.4,
      baseline: { what: 'the slowest pair', value: Math.max(...ratios) },
    })
    const memoryHolds = report({
      what: 'idle memory of app, worker, embedded database and simulator',
      value: await idleMemory(frogy),
      unit: 'MiB',
      atMost: 200,
      baseline: { what: 'bare HTTP server with the same embedded database opened', value: await idleMemory(baseline) },
    })
    return startHolds && ratioHolds && memoryHolds
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function timeToAnswer(start: () => Promise<Running>, path: string): Promise<number> {
  const from = performance.now()
  await using running = await start()
  const response = await fetch(new URL(path, running.ready[1]))
  await response.text()
  return performance.now() - from
}

/** Measures the memory when idle: ten seconds after the first request, start-up work is over. */
async function idleMemory(start: () => Promise<Running>): Promise<number> {
  await using running = await start()
  await (await fetch(new URL('/', running.ready[1]))).text()
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  return memoryMiB(running.pid)
}
