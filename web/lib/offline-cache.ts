import type { User } from '#core/people/auth-contract.ts'
import { readText } from './local-storage.ts'
import { isOffline } from './offline.ts'
import { queryClient, userQuery } from './queries.ts'
import { READ_AT, CACHE_PREFIX, CACHE_OWNER_KEY } from './cache-owner.ts'

const MAX_RESPONSES = 80
/** Collects responses for this long before writing them, because many arrive together and some arrive twice. */
const BATCH_MS = 1_000

export function startOfflineCache(): void {
  const changed = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = ({
    queryKey,
    state,
  }: {
    queryKey: readonly unknown[]
    state: { data?: unknown; dataUpdatedAt: number }
  }) => {
    const [address] = queryKey
    // While offline, the page shows cached responses, which must not be stored as new ones.
    if (isOffline()) return
    if (queryKey.length !== 1 || typeof address !== 'string' || state.data === undefined) return
    changed.set(address, state.dataUpdatedAt)
    timer ??= setTimeout(() => {
      timer = undefined
      // If storage is full or blocked, fewer pages work offline.
      void store(new Map(changed)).catch(() => {})
      changed.clear()
    }, BATCH_MS)
  }
  for (const query of queryClient.getQueryCache().getAll()) note(query)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query)
  })
}

async function store(changed: Map<string, number>): Promise<void> {
  const owner = queryClient.getQueryData<User | null>(userQuery.queryKey)?.id
  // Store nothing if another tab has signed this user out since.
  if (!owner || owner !== readText(CACHE_OWNER_KEY)) return
  const cache = await caches.open(CACHE_PREFIX + owner)
  for (const [address, at] of changed) {
    const answer = queryClient.getQueryData([address])
    if (answer === undefined) continue
    await cache.put(address, Response.json(answer, { headers: { [READ_AT]: String(at) } }))
  }
  const addresses = await cache.keys()
  for (const old of addresses.slice(0, -MAX_RESPONSES)) await cache.delete(old)
  if (owner !== readText(CACHE_OWNER_KEY)) await caches.delete(CACHE_PREFIX + owner)
}
