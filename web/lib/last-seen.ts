import { readText } from './local-storage.ts'
import { READ_AT, SEEN, SEEN_BY } from './seen-by.ts'

interface Seen {
  answer: unknown
  /** When it was read, in ms. */
  at: number
}

/** What this browser's person read last at an address; undefined where that is nothing. */
export async function lastSeen(address: string): Promise<Seen | undefined> {
  const owner = readText(SEEN_BY)
  if (!owner) return undefined
  const kept = await globalThis.caches?.match(address, { cacheName: SEEN + owner })
  return kept && { answer: await kept.json(), at: Number(kept.headers.get(READ_AT)) }
}
