import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let seenAt: number | null = null

/** @param at when what is shown was read, in ms, or null where it is as it is on the server */
export function setSeenAt(at: number | null): void {
  // Of what was read at different times, the oldest counts.
  seenAt = at === null || seenAt === null ? at : Math.min(at, seenAt)
  for (const listener of listeners) listener()
}

export const isOffline = (): boolean => seenAt !== null

/** When what the page shows was read, where that was before the connection went away. */
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
