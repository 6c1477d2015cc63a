import { createStore } from './store.ts'

export type Toast = {
  id: number
  title: string
  description?: string
  /** The page already shows the description: announce it, but do not show it again. */
  isSpokenOnly?: boolean
  isDestructive?: boolean
  /** A post was published. Only this case has a check mark. */
  isLive?: boolean
  /** The outcome is unknown. */
  isUncertain?: boolean
  action?: { label: string; run: () => void }
  isOpen: boolean
}

/** Delay before a closed toast is removed, given by the specification. In practice the next toast replaces it. */
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

/** Hides an error toast once the user chooses something else. */
export function dismissErrorToast(): void {
  const current = shown.get()
  if (current?.isDestructive) dismissToast(current.id)
}

export const useToast = shown.useValue
