import { setTimeout } from 'node:timers/promises'

/** A pause between two calls to a network that asked for one. It ends early when `signal` aborts; so will the next call. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {})
