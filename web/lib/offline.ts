import { createStore } from './store.ts'

const store = createStore<number | null>(null)

/**
 * Records when the shown data was fetched.
 * @param at fetch time in ms, or null if the data is current
 */
export function setSeenAt(at: number | null): void {
  // The page names the time of the oldest response that it shows.
  const seenAt = store.get()
  store.set(at === null || seenAt === null ? at : Math.min(at, seenAt))
}

export const isOffline = (): boolean => store.get() !== null

export const useSeenAt = store.useValue
