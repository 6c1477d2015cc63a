import { readText, saveText } from './local-storage.ts'

/** Prefix of a user's caches (offline-cache.ts). The user's id follows. */
export const CACHE_PREFIX = 'frogy-seen-'
/** Response header with the time of the fetch, in ms. */
export const READ_AT = 'x-read-at'
export const CACHE_OWNER_KEY = 'frogy.seen-by'

/** Sets the owner of the caches and deletes all other caches. @param userId null when signed out */
export function setCacheOwner(userId: string | null): void {
  if ((readText(CACHE_OWNER_KEY) ?? '') === (userId ?? '')) return
  saveText(CACHE_OWNER_KEY, userId ?? '')
  void deleteOtherCaches(userId).catch(() => {})
}

async function deleteOtherCaches(userId: string | null): Promise<void> {
  // `caches` is missing on insecure pages, and the user may have blocked it.
  const names = (await globalThis.caches?.keys()) ?? []
  for (const name of names)
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + userId) await caches.delete(name)
}
