import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let hasNewVersion = false

/** Called when the server has a newer version of the app. */
export function announceNewVersion(): void {
  hasNewVersion = true
  for (const listener of listeners) listener()
}

export function useHasNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hasNewVersion,
    () => false,
  )
}
