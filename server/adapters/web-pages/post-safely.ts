import { isIP } from 'node:net'
import { AppError } from '#core/errors.ts'
import { guardedClient } from './guarded-client.ts'
import type { Lookup } from './guarded-connect.ts'
import { checkAddress, hostAndPort } from './page-address.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * Parses and checks a receiver's URL. Hosts in `allowHosts` may be private and use http. Throws `url_invalid` or
 * `url_forbidden`.
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
 * Posts to a receiver. Follows no redirect and reads only the response head. `url_forbidden` is the thrown error or its
 * cause.
 */
export async function postSafely(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: Buffer | string | null },
  allowHosts: readonly string[],
  signal: AbortSignal,
  lookup?: Lookup,
): Promise<ReceiverAnswer> {
  const client = await guardedClient(url, allowHosts, signal, lookup)
  try {
    const answer = await client.request({ method: 'POST', path: url.pathname + url.search, headers, body, signal })
    const after = answer.headers['retry-after']
    return { statusCode: answer.statusCode, retryAfter: Array.isArray(after) ? after[0] : after }
  } finally {
    await client.destroy()
  }
}

export const isForbidden = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'url_forbidden') ||
  (error instanceof Error && error.cause !== undefined && isForbidden(error.cause))
