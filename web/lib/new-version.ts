import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let hasNewVersion = false

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
