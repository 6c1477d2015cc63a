import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let seenAt: number | null = null

/** @param at fetch time of the data on the page in ms, or null if it is current */
export function setSeenAt(at: number | null): void {
  // The oldest of all shown responses counts.
  seenAt = at === null || seenAt === null ? at : Math.min(at, seenAt)
  for (const listener of listeners) listener()
}

export const isOffline = (): boolean => seenAt !== null

export function useSeenAt(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => seenAt,
    () => null,
  )
}
