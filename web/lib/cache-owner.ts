import { storageName } from './base-path.ts'
import { readText, saveText } from './local-storage.ts'

/** Prefix of the name of a user's cache (offline-cache.ts), before the user's id. */
export const CACHE_PREFIX = storageName('frogy-seen-')
/** Header of a cached response with the time at which it was fetched, in ms. */
export const READ_AT = 'x-read-at'
export const CACHE_OWNER_KEY = 'frogy.seen-by'

/**
 * Sets the user whose data may be cached, and deletes the caches of all others.
 * @param userId null when signed out
 */
export function setCacheOwner(userId: string | null): void {
  if ((readText(CACHE_OWNER_KEY) ?? '') === (userId ?? '')) return
  saveText(CACHE_OWNER_KEY, userId ?? '')
  void deleteOtherCaches(userId).catch(() => {})
}

async function deleteOtherCaches(userId: string | null): Promise<void> {
  // `caches` is missing on insecure pages, or when the user has blocked storage.
  const names = (await globalThis.caches?.keys()) ?? []
  for (const name of names)
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + userId) await caches.delete(name)
}
