import { sharedStorageName, splitStorageName, storageName } from './base-path.ts'
import { readText, saveText } from './local-storage.ts'

const NAME = 'frogy-seen-'
/** Prefix of the name of a user's cache (offline-cache.ts), before the user's id. Each workspace has its own caches. */
export const CACHE_PREFIX = storageName(NAME)
/** Header of a cached response with the time at which it was fetched, in ms. */
export const READ_AT = 'x-read-at'
const OWNER_KEY = 'frogy.seen-by'

/** The id of the user whose data all pages of this browser may cache. */
export const readCacheOwner = (): string => readText(OWNER_KEY, sharedStorageName) ?? ''

/**
 * Sets the user whose data may be cached, and deletes the caches of all others.
 * @param userId null when signed out
 */
export function setCacheOwner(userId: string | null): void {
  if (readCacheOwner() === (userId ?? '')) return
  saveText(OWNER_KEY, userId ?? '', sharedStorageName)
  void deleteOtherCaches(userId).catch(() => {})
}

async function deleteOtherCaches(userId: string | null): Promise<void> {
  // `caches` is missing on insecure pages, or when the user has blocked storage.
  const names = (await globalThis.caches?.keys()) ?? []
  for (const stored of names) {
    const name = splitStorageName(stored)?.name
    if (name?.startsWith(NAME) && name !== NAME + userId) await caches.delete(stored)
  }
}
