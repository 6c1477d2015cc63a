import { BASE_PATH, sharedStorageName } from '../lib/base-path.ts'
import { removeText, storageOf } from '../lib/local-storage.ts'
import { forgetTexts } from '../lib/logged-out.ts'
import { savedDraftsKey } from '../lib/saved-drafts.ts'
import { savedEditsKey } from '../posts/unsaved-edit.ts'
import { listUnsavedTexts, type UnsavedText } from '../posts/unsaved-texts.ts'

/**
 * Where the browser keeps texts for the composer: from the assistant (professional/assistant-angle.ts) and from other
 * apps (worker/).
 */
const HANDED_OVER_KEY = 'frogy_content_data'
const SHARED_CACHE = 'frogy-shared'

/**
 * Splits a storage key into its name and the base path of the pages that stored it, which may be a workspace's. Returns
 * null for a key of another site on this host.
 */
function splitStorageName(stored: string): { base: string; name: string } | null {
  const [, base = '', name = ''] = /^(?:(\/\S*) )?(.*)$/s.exec(stored) ?? []
  const root = base.replace(/\/w\/[\da-f-]{36}$/, '')
  return (root ? `${root} ${name}` : name) === sharedStorageName(name) ? { base, name } : null
}

/** The storage keys of all texts that the user typed, in all workspaces. */
function storedTexts(userId: string): { key: string; base: string }[] {
  const isTyped = (name: string) =>
    name.startsWith(savedDraftsKey(userId)) || name === savedEditsKey(userId) || name === HANDED_OVER_KEY
  return storageKeys().flatMap((key) => {
    const place = splitStorageName(key)
    return place && isTyped(place.name) ? [{ key, base: place.base }] : []
  })
}

function storageKeys(): string[] {
  try {
    return Object.keys(storageOf('browser'))
  } catch {
    return []
  }
}

/** The user's unsaved texts in workspaces that this page does not show, with the base path of their pages. */
export function listTextsElsewhere(userId: string): (UnsavedText & { base: string })[] {
  const bases = new Set(storedTexts(userId).map(({ base }) => base))
  bases.delete(BASE_PATH)
  return [...bases].flatMap((base) =>
    listUnsavedTexts(userId, (name) => (base ? `${base} ${name}` : name)).map((text) => ({ ...text, base })),
  )
}

export const hasUnsavedTexts = (userId: string): boolean =>
  listUnsavedTexts(userId).length > 0 || listTextsElsewhere(userId).length > 0

/** Deletes all texts that the user typed from this browser, and stops its other tabs from storing them again. */
export function deleteTypedTexts(userId: string): void {
  forgetTexts(userId)
  for (const { key } of storedTexts(userId)) removeText(key, (stored) => stored)
  void globalThis.caches?.delete(sharedStorageName(SHARED_CACHE)).catch(() => {})
}
