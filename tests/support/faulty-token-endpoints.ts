import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

const FAULTS = ['drop_before', 'drop_after', 'error_before', 'error_after', 'garbage'] as const
type TokenFault = (typeof FAULTS)[number]

interface TokenRequest {
  platform: string
  /**
   * The single-use refresh token of the request. Null if the request sends an authorization code, or an access token
   * that it renews.
   */
  refreshToken: string | null
  fault: TokenFault | null
  /** Whether the platform issued a token. `delivered` says whether the response reached Frogy. */
  granted: boolean
  delivered: boolean
  /** The number of the consent by which the user granted the request's token, directly or through renewals. */
  chain: number | null
  /** Whether an earlier request with the same refresh token was still in progress. */
  overlaps: boolean
}

export interface FaultyTokenEndpoints extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly TokenRequest[]
  /** The number of the consent from which the newest token in Frogy comes. */
  newestChain(platform: string): number | null
  /** Whether the newest token of a consent never reached Frogy. If so, Frogy cannot renew the token. */
  isLost(chain: number | null): boolean
}

const TOKEN_PATH = /^\/(\w+)\/(?:.*\/)?(?:token|accessToken|access_token|refresh_access_token)(?:\?|$)/

/**
 * Starts a proxy between Frogy and the simulated platforms. At random, it makes some requests to token endpoints fail.
 */
export async function openFaultyTokenEndpoints(
  target: string,
  share: number,
  random: () => number,
): Promise<FaultyTokenEndpoints> {
  const requests: TokenRequest[] = []
  const chains = new Map<string, number>()
  const underWay = new Map<string, number>()
  const newest = new Map<string, number>()
  const lost = new Set<number>()

  const server = http.createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      const body = Buffer.concat(pieces)
      const path = request.url ?? ''
      const platform = TOKEN_PATH.exec(path)?.[1]
      const forward = async () => {
        const forwarded = http.request(new URL(path, target), { method: request.method, headers: request.headers })
        forwarded.end(body)
        const [answer] = (await once(forwarded, 'response')) as [http.IncomingMessage]
        const content: Buffer[] = []
        for await (const piece of answer) content.push(piece as Buffer)
        return { status: answer.statusCode ?? 502, headers: answer.headers, content: Buffer.concat(content) }
      }
      if (platform === undefined) {
        const { status, headers, content } = await forward()
        response.writeHead(status, headers).end(content)
        return
      }

      const refreshToken = new URLSearchParams(body.toString()).get('refresh_token')
      const fault = random() < share ? (FAULTS[Math.floor(random() * FAULTS.length)] ?? null) : null
      const sent = refreshToken === null ? 0 : (underWay.get(refreshToken) ?? 0)
      const chain = refreshToken === null ? requests.length : (chains.get(refreshToken) ?? null)
      const entry = { platform, refreshToken, fault, granted: false, delivered: false, chain, overlaps: sent > 0 }
      requests.push(entry)
      if (refreshToken !== null) underWay.set(refreshToken, sent + 1)
      try {
        if (fault === 'drop_before') throw new Error('cut')
        if (fault === 'error_before') return void response.writeHead(500).end()
        const { status, headers, content } = await forward()
        const next = (JSON.parse(content.toString() || '{}') as { refresh_token?: string }).refresh_token
        entry.granted = status === 200
        entry.delivered = fault === null
        if (entry.granted && next !== undefined && chain !== null) {
          chains.set(next, chain)
          if (entry.delivered) newest.set(platform, chain)
          else if (refreshToken !== null) lost.add(chain)
        }
        if (fault === 'drop_after') throw new Error('cut')
        if (fault === 'error_after') return void response.writeHead(502).end()
        if (fault === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sorry')
        response.writeHead(status, headers).end(content)
      } finally {
        if (refreshToken !== null) underWay.set(refreshToken, (underWay.get(refreshToken) ?? 1) - 1)
      }
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    newestChain: (platform) => newest.get(platform) ?? null,
    isLost: (chain) => chain !== null && lost.has(chain),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
