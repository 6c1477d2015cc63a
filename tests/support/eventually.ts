import { vi } from 'vitest'

/** Tries again until what it expects holds. Unlike `expect.poll` it also works in tests that run beside each other. */
export const eventually = (holds: () => Promise<void>): Promise<void> =>
  vi.waitFor(holds, { timeout: 100_000, interval: 50 })
