import { CACHE_PREFIX, READ_AT, readCacheOwner } from './cache-owner.ts'

interface CachedResponse {
  answer: unknown
  at: number
}

export async function cachedResponse(address: string): Promise<CachedResponse | undefined> {
  const owner = readCacheOwner()
  if (!owner) return undefined
  const cached = await globalThis.caches?.match(address, { cacheName: CACHE_PREFIX + owner })
  return cached && { answer: await cached.json(), at: Number(cached.headers.get(READ_AT)) }
}
