import { createStore } from './store.ts'

const store = createStore<number | null>(null)

/** @param at fetch time of the data on the page in ms, or null if it is current */
export function setSeenAt(at: number | null): void {
  // The oldest of all shown responses counts.
  const seenAt = store.get()
  store.set(at === null || seenAt === null ? at : Math.min(at, seenAt))
}

export const isOffline = (): boolean => store.get() !== null

export const useSeenAt = store.useValue
