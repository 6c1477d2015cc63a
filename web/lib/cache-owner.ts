import { readText, saveText } from './local-storage.ts'

/** The caches in which a person's last answers are kept (offline-cache.ts) begin with this; their id follows. */
export const CACHE_PREFIX = 'frogy-seen-'
/** The header that says when an answer was read, in ms. */
export const READ_AT = 'x-read-at'
/** Where it stands whose those are. */
export const CACHE_OWNER_KEY = 'frogy.seen-by'

/** Says whose page this browser shows, and forgets what it kept for anybody else. @param userId null for nobody's */
export function setCacheOwner(userId: string | null): void {
  if ((readText(CACHE_OWNER_KEY) ?? '') === (userId ?? '')) return
  saveText(CACHE_OWNER_KEY, userId ?? '')
  void deleteOtherCaches(userId).catch(() => {})
}

async function deleteOtherCaches(userId: string | null): Promise<void> {
  // Browsers have it on pages that came safely, and let pages use it unless that was forbidden.
  const names = (await globalThis.caches?.keys()) ?? []
  for (const name of names)
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + userId) await caches.delete(name)
}
