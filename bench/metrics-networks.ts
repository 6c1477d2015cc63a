import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Platform } from '#core/platforms/platform.ts'

const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000

/**
 * The networks' documented limits: calls per account and time window. For Facebook and Instagram: the limit with one
 * visitor.
 */
export const ALLOWED = {
  linkedin: { calls: 150, windowMs: DAY_MS },
  twitter: { calls: 5_000, windowMs: QUARTER_MS },
  facebook: { calls: 4_800, windowMs: DAY_MS },
  instagram: { calls: 4_800, windowMs: DAY_MS },
  // The limit of an account with ten views. More views allow more calls.
  threads: { calls: 48_000, windowMs: DAY_MS },
} satisfies Partial<Record<Platform, { calls: number; windowMs: number }>>

/** The networks that this benchmark measures. */
type Measured = keyof typeof ALLOWED
export const MEASURED = Object.keys(ALLOWED) as Measured[]

interface MetricsNetworks extends AsyncDisposable {
  url: string
  /** The number of calls per network. */
  calls: Record<Measured, number>
  /** The maximum number of calls by one account in one window. */
  most: Record<Measured, number>
  /** The posts read from X, which charges for each. */
  postsRead: number
  /** The number of calls over the limit. */
  refused: number
}

/**
 * Starts a server that imitates the metrics endpoints of all networks and counts the calls.
 * @param now the simulated time
 */
export async function startMetricsNetworks(now: () => number): Promise<MetricsNetworks> {
  const each = () => Object.fromEntries(MEASURED.map((platform) => [platform, 0])) as Record<Measured, number>
  const counted = { calls: each(), most: each(), postsRead: 0, refused: 0 }
  const windows = new Map<string, number>()
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://networks')
    const [, platform, ...path] = url.pathname.split('/') as ['', Measured, ...string[]]
    const { calls, windowMs } = ALLOWED[platform]
    const window = `${platform} ${request.headers.authorization} ${Math.floor(now() / windowMs)}`
    const used = (windows.get(window) ?? 0) + 1
    windows.set(window, used)
    counted.calls[platform]++
    counted.most[platform] = Math.max(counted.most[platform], used)
    const ids = url.searchParams.get('ids')?.split(',') ?? []
    if (platform === 'twitter') counted.postsRead += ids.length
    if (used > calls) counted.refused++
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(answerTo(platform, path.at(-1) ?? '', ids)))
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(counted, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  })
}

function answerTo(platform: Measured, last: string, ids: readonly string[]): object {
  const figure = (name: string) => ({ name, values: [{ value: 3 }] })
  switch (platform) {
    case 'linkedin':
      return { likesSummary: { totalLikes: 3 }, commentsSummary: { aggregatedTotalComments: 1 } }
    case 'twitter':
      return { data: ids.map((id) => ({ id, public_metrics: { like_count: 3, reply_count: 1, retweet_count: 0 } })) }
    case 'facebook':
      if (last === 'insights') return { data: [figure('post_media_view')] }
      return { id: last, reactions: { summary: { total_count: 3 } }, comments: { summary: { total_count: 1 } } }
    case 'instagram':
      return { data: ['views', 'likes', 'comments', 'shares'].map(figure) }
    case 'threads':
      return { data: ['views', 'likes', 'replies', 'reposts', 'quotes'].map(figure) }
  }
}
