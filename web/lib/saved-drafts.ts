import { readJson, removeText } from './local-storage.ts'

/** The version of the saved data. Increment it when the shape changes; other versions are ignored. */
export const SAVED_VERSION = 1

export function savedDraftsKey(userId: string): string {
  return `frogy.composer.${userId}`
}

export function isSavedVersion(value: unknown): value is { version: number } {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === SAVED_VERSION
}

/**
 * Whether the user has unsaved drafts in this browser. A separate file, so that other pages need not load the
 * composer.
 */
export function hasSavedDrafts(userId: string): boolean {
  const saved = readJson<{ version: number; cards?: unknown[] }>(savedDraftsKey(userId), isSavedVersion)
  return (saved?.cards?.length ?? 0) > 0
}

export const DRAFTS_PATH = '/create#drafts'

interface SavedCard {
  edit?: string | null
  selectedId?: string
  variants?: { id: string; content: string }[]
  deliveries?: Record<string, { state: string }>
  draft?: {
    postId: string | null
    stored: { content: string } | null
    call: unknown
    elsewhere?: unknown
    refused?: unknown
  }
}
interface SavedState {
  version: number
  input?: { topic?: string; filledTopic?: string | null; isWritten?: boolean }
  cards?: SavedCard[]
}

/**
 * Deletes the texts in this browser that the server already has. Texts that it lacks stay under this user's id, where
 * no other user sees them.
 */
export function deleteStoredTexts(userId: string): void {
  const key = savedDraftsKey(userId)
  const saved = readJson<SavedState>(key, isSavedVersion)
  if (saved && !isStored(saved)) return
  for (const one of [key, `${key}.sources`]) removeText(one)
}

function isStored({ input = {}, cards = [] }: SavedState): boolean {
  const { topic = '', filledTopic = null, isWritten = false } = input
  return (topic.trim() === '' || isWritten || topic === filledTopic) && cards.every(isCardStored)
}

function isCardStored({ edit, selectedId, variants = [], deliveries = {}, draft }: SavedCard): boolean {
  const states = Object.values(deliveries)
  if (states.length > 0) return states.every(({ state }) => state === 'done')
  const text = edit ?? (variants.find(({ id }) => id === selectedId) ?? variants[0])?.content
  const isSettled = draft?.call === null && draft.elsewhere === undefined && draft.refused === undefined
  return isSettled && draft.postId !== null && draft.stored?.content === text
}
