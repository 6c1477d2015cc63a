import { readJson } from './local-storage.ts'

/** Raised when the shape of what the composer saves changes; what an older version saved is then left alone. */
export const SAVED_VERSION = 1

/** Where the composer saves a person's drafts in this browser. */
export function savedDraftsKey(userId: string): string {
  return `frogy.composer.${userId}`
}

export function isSavedVersion(value: unknown): value is { version: number } {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === SAVED_VERSION
}

/** Whether this person has drafts in this browser. Told without the composer, which other pages need not load. */
export function hasSavedDrafts(userId: string): boolean {
  const saved = readJson<{ version: number; cards?: unknown[] }>(savedDraftsKey(userId), isSavedVersion)
  return (saved?.cards?.length ?? 0) > 0
}

/** Leads to the drafts, past the input. */
export const DRAFTS_PATH = '/create#drafts'
