import { setTimeout } from 'node:timers/promises'

const WITHIN_MS = 100_000
const PAUSE_MS = 50

/** Tries again until what it expects holds. Unlike `expect.poll` it also works in tests that run beside each other, and outside of tests. */
export async function eventually(holds: () => Promise<void>): Promise<void> {
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
