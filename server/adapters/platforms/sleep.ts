import { setTimeout } from 'node:timers/promises'

/** A pause between two calls to a network that asked for one; ends early, with an error, when `signal` aborts. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal })
