import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The file to which each test file adds its processor seconds. Unset if the run does not measure them. */
const COSTS_FILE = process.env['FROGY_TEST_COSTS']
const root = `${import.meta.dirname}/../..`

export function addCost(testFile: string, seconds: number): void {
  if (COSTS_FILE) appendFileSync(COSTS_FILE, `${relative(root, testFile)}\t${seconds.toFixed(2)}\n`)
}

/** Reads the processor seconds of each test file, the most expensive first. */
export function readCosts(file: string): [testFile: string, seconds: number][] {
  const costs = new Map<string, number>()
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const [name = '', seconds = '0'] = line.split('\t')
    costs.set(name, (costs.get(name) ?? 0) + Number(seconds))
  }
  return [...costs].toSorted(([, one], [, other]) => other - one)
}
