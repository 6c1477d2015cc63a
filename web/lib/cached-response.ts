import { readText } from './local-storage.ts'
import { READ_AT, CACHE_PREFIX, CACHE_OWNER_KEY } from './cache-owner.ts'

interface CachedResponse {
  answer: unknown
  at: number
}

export async function cachedResponse(address: string): Promise<CachedResponse | undefined> {
  const owner = readText(CACHE_OWNER_KEY)
  if (!owner) return undefined
  const cached = await globalThis.caches?.match(address, { cacheName: CACHE_PREFIX + owner })
  return cached && { answer: await cached.json(), at: Number(cached.headers.get(READ_AT)) }
}
