import { setTimeout } from 'node:timers/promises'

const WITHIN_MS = 100_000
const PAUSE_MS = 50

/**
 * Retries until `holds` stops throwing, and returns its result. Unlike `expect.poll`, it works in concurrent tests and
 * outside of tests.
 */
export async function eventually<Result>(holds: () => Promise<Result>): Promise<Result> {
  const from = performance.now()
  for (;;) {
    try {
      return await holds()
    } catch (error) {
      if (performance.now() - from > WITHIN_MS) throw error
      await setTimeout(PAUSE_MS)
    }
  }
}
