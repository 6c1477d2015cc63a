import { notifyManager, QueryClient, queryOptions, type QueryFunctionContext } from '@tanstack/react-query'
import { addressOf, type AddressParts } from '#core/address-of.ts'
import { hasStatus, call, read, type AnswerOf, type ApiError, type Key, type Tagged } from './api.ts'
import { setSeenAt } from './offline.ts'
import type { Api } from '#core/api.ts'
import type { Request } from '#core/endpoint.ts'

// Notifies components before the next frame. Otherwise a controlled input would briefly show its old value.
notifyManager.setScheduler(queueMicrotask)

/** The page's cache of server responses. It refetches a response only when the server reports a change (events.ts). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: readAddress,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})

/** The last response of each URL in use. With its ETag, the server need not send an unchanged list again. */
const lastResponses = new Map<string, Tagged>()
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed') lastResponses.delete(addressIn(query))
})

const addressIn = ({ queryKey }: { queryKey: readonly unknown[] }): string => queryKey.join('/')

async function readAddress({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  const address = addressIn({ queryKey })
  // A new page starts many requests, which take 40 ms together on a phone. Each gets its own task, so that the page
  // stays responsive.
  await new Promise((resolve) => setTimeout(resolve))
  return await orCached(address, async () =>
    rememberResponse(address, await read(address, lastResponses.get(address), { signal })),
  )
}

export function rememberResponse(address: string, { answer, tag }: Tagged): unknown {
  if (tag) lastResponses.set(address, { answer, tag })
  else lastResponses.delete(address)
  return answer
}

/** Fetches a URL. If the server does not respond and the page has no data yet, returns the cached response. */
async function orCached<T>(address: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!hasStatus(error, 0) || queryClient.getQueryData([address]) !== undefined) throw error
    const seen = await import('./cached-response.ts')
      .then(({ cachedResponse }) => cachedResponse(address))
      .catch(() => undefined)
    if (!seen) throw error
    setSeenAt(seen.at)
    return seen.answer as T
  }
}

type ReadKey = Extract<Key, `GET ${string}`>

export function reading<K extends ReadKey>(key: K, request?: Request<Api[K], K>) {
  return queryOptions<AnswerOf<K>, ApiError>({ queryKey: [addressOf(key, request as AddressParts)] })
}

export const userQuery = queryOptions({
  queryKey: ['/api/user'],
  queryFn: async ({ signal }) => {
    try {
      return await orCached('/api/user', () => call('GET /api/user', undefined, { signal }))
    } catch (error) {
      if (hasStatus(error, 401)) return null
      throw error
    }
  },
})

/** Refetches all data under these paths: immediately if visible, otherwise when it is next shown. */
export function invalidate(...paths: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries(
    {
      predicate: ({ queryKey: [address] }) =>
        typeof address === 'string' && paths.some((path) => isWithin(address.split('?')[0] ?? '', path)),
    },
    { cancelRefetch: true },
  )
}

/** After a change of language, refetches the data that the server translates or sorts. */
export async function refetchLocalized(): Promise<void> {
  queryClient.removeQueries({ type: 'inactive', predicate: isLocalized })
  await queryClient.invalidateQueries({ predicate: isLocalized })
}

/** Paths whose responses contain texts in the user's language, or names in the order of that language. */
const LOCALIZED_PATHS = ['/api/notifications', '/api/posts', '/api/approvals', '/api/tags', '/api/workspaces']
const isLocalized = ({ queryKey: [address] }: { queryKey: readonly unknown[] }): boolean =>
  LOCALIZED_PATHS.some((path) => String(address).startsWith(path))

function isWithin(address: string, path: string): boolean {
  return address === path || address.startsWith(`${path}/`)
}
