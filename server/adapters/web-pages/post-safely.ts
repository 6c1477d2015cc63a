import { isIP } from 'node:net'
import { AppError } from '#core/errors.ts'
import { guardedConnect, type Lookup } from './guarded-connect.ts'
import { localLookup, publicLookup } from './lookups.ts'
import { checkAddress, hostAndPort } from './page-address.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * Checks an address that a user gave us to send to.
 * @param allowHosts `host:port` pairs that are allowed on private addresses and without https
 * @throws AppError `url_invalid`, `url_forbidden`
 */
export function receiverAddress(given: string, allowHosts: readonly string[]): URL {
  const url = URL.parse(given)
  if (!url) throw new AppError('url_invalid')
  checkAddress(url, allowHosts)
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const isPrivate = isIP(host) !== 0 && !isPublicAddress(host)
  if ((url.protocol !== 'https:' || isPrivate) && !allowHosts.includes(hostAndPort(url)))
    throw new AppError('url_forbidden')
  return url
}

export interface ReceiverAnswer {
  statusCode: number
  retryAfter: string | undefined
}

/**
 * Sends a request. The connection's own lookup checks the IP address. It follows no redirect and reads only the
 * response head.
 * @param lookup defaults to the name servers
 * @throws the connection error; `url_forbidden` is the error or its cause
 */
export async function postSafely(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: Buffer | string | null },
  allowHosts: readonly string[],
  signal: AbortSignal,
  lookup?: Lookup,
): Promise<ReceiverAnswer> {
  const { buildConnector, Client } = await import('undici')
  const isAllowed = allowHosts.includes(hostAndPort(url))
  const client = new Client(url.origin, {
    connect: guardedConnect(buildConnector, lookup ?? (isAllowed ? localLookup : publicLookup), isAllowed, signal),
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const answer = await client.request({ method: 'POST', path: url.pathname + url.search, headers, body, signal })
    const after = answer.headers['retry-after']
    return { statusCode: answer.statusCode, retryAfter: Array.isArray(after) ? after[0] : after }
  } finally {
    // Skip the response body.
    await client.destroy()
  }
}

/** Whether the connection was refused because of its target address. */
export const isForbidden = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'url_forbidden') ||
  (error instanceof Error && error.cause !== undefined && isForbidden(error.cause))
