import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  title: string
  description?: string
  /** The description stands where it belongs already: it is spoken, and not shown twice. */
  isTold?: boolean
  isDestructive?: boolean
  /** A post is out: the only thing that a check stands for. */
  isLive?: boolean
  /** Neither done nor failed: nobody knows yet. */
  isUncertain?: boolean
  action?: { label: string; run: () => void }
  isOpen: boolean
}

/** How long a dismissed toast is kept. The specification's number: in effect until the next one takes its place. */
const REMOVAL_DELAY_MS = 1_000_000

const listeners = new Set<() => void>()
let current: Toast | null = null
let lastId = 0

function set(next: Toast | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a notice, in the place of the one before. */
export function toast(notice: Omit<Toast, 'id' | 'isOpen'>): void {
  lastId += 1
  set({ ...notice, id: lastId, isOpen: true })
}

export function dismissToast(id: number): void {
  if (current?.id !== id) return
  set({ ...current, isOpen: false })
  setTimeout(() => current?.id === id && set(null), REMOVAL_DELAY_MS)
}

/** What went wrong before no longer counts once something else was chosen. */
export function dismissErrorToast(): void {
  if (current?.isDestructive) dismissToast(current.id)
}

export function useToast(): Toast | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => null,
  )
}
