import { createStore } from './store.ts'

export type Toast = {
  id: number
  title: string
  description?: string
  /** The description is only for screen readers, because the page already shows it. */
  isSpokenOnly?: boolean
  /** The whole toast is only for screen readers, because the page already shows its content. */
  isHidden?: boolean
  isDestructive?: boolean
  /** The toast reports a published post. Only such a toast has a check mark. */
  isLive?: boolean
  /** The toast reports an action whose outcome is unknown. */
  isUncertain?: boolean
  action?: { label: string; run: () => void }
  isOpen: boolean
}

/** Time until a closed toast is removed, given by the specification. In practice the next toast replaces it earlier. */
const REMOVAL_DELAY_MS = 1_000_000

const shown = createStore<Toast | null>(null)
let lastId = 0

export function toast(notice: Omit<Toast, 'id' | 'isOpen'>): void {
  lastId += 1
  shown.set({ ...notice, id: lastId, isOpen: true })
}

export function dismissToast(id: number): void {
  const current = shown.get()
  if (current?.id !== id) return
  shown.set({ ...current, isOpen: false })
  setTimeout(() => shown.get()?.id === id && shown.set(null), REMOVAL_DELAY_MS)
}

/** Hides an error toast when the user continues with something else. */
export function dismissErrorToast(): void {
  const current = shown.get()
  if (current?.isDestructive) dismissToast(current.id)
}

export const useToast = shown.useValue
