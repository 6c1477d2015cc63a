import { isIP } from 'node:net'
import { AppError } from '#core/errors.ts'
import { guardedConnect, type Lookup } from './guarded-connect.ts'
import { localLookup, publicLookup } from './lookups.ts'
import { checkAddress, hostAndPort } from './page-address.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * Reads an address that somebody wants us to send something to.
 * @param allowHosts `host:port` pairs that may be on private addresses, and without https
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
 * Sends something to it: where its name leads is judged in the connection's own look-up, no redirect is followed, and
 * nothing is read but the head of the answer.
 * @param lookup asks where the name leads; the name servers, unless told otherwise
 * @throws what the connection ended with; an AppError `url_forbidden` is it, or its cause
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
    // What it says beyond its head is not read.
    await client.destroy()
  }
}

/** Whether a connection was not made because of where it led. */
export const isForbidden = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'url_forbidden') ||
  (error instanceof Error && error.cause !== undefined && isForbidden(error.cause))
