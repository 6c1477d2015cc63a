import { readJson } from './local-storage.ts'

/** Raise it when the saved shape changes. Data of other versions is ignored. */
export const SAVED_VERSION = 1

export function savedDraftsKey(userId: string): string {
  return `frogy.composer.${userId}`
}

export function isSavedVersion(value: unknown): value is { version: number } {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === SAVED_VERSION
}

/** Whether the user has drafts in this browser. Separate from the composer, so that other pages need not load it. */
export function hasSavedDrafts(userId: string): boolean {
  const saved = readJson<{ version: number; cards?: unknown[] }>(savedDraftsKey(userId), isSavedVersion)
  return (saved?.cards?.length ?? 0) > 0
}

export const DRAFTS_PATH = '/create#drafts'
