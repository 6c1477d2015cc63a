import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isNewer = false

/** The server has a newer version of what this page runs. */
export function setNewer(): void {
  isNewer = true
  for (const listener of listeners) listener()
}

export function useNewer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isNewer,
    () => false,
  )
}
