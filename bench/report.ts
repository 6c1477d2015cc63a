/** A measured value of a benchmark, and a value from the same run to compare it with. */
export interface Figure {
  what: string
  value: number
  unit: string
  /** The promised limit of the figure, if there is one. */
  atMost?: number
  atLeast?: number
  baseline: { what: string; value: number }
}

/**
 * Prints a figure, the value to compare it with, and their ratio.
 * @returns whether the figure keeps its limits
 */
export function report({ what, value, unit, atMost, atLeast, baseline }: Figure): boolean {
  const holds = value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity)
  const bounds = [
    atMost === undefined ? [] : `at most ${round(atMost)}`,
    atLeast === undefined ? [] : `at least ${round(atLeast)}`,
  ].flat()
  const promise = bounds.length === 0 ? '' : ` (${bounds.join(', ')}: ${holds ? 'kept' : 'NOT REACHED'})`
  console.log(`${what}: ${round(value)} ${unit}${promise}`)
  console.log(`    ${baseline.what}: ${round(baseline.value)} ${unit}; ratio ${round(value / baseline.value)}`)
  return holds
}

/** Reports that this machine cannot run a measurement. @returns false, because the benchmark fails */
export function notRun(what: string, lacking: string): false {
  console.log(`${what}: NOT RUN, this machine has no ${lacking}`)
  return false
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)))
}

/** The percentile of the values: `at(values, 0.5)` is the median. */
export function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
