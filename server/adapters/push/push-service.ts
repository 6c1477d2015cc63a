import { isIP } from 'node:net'
import { AppError } from '#core/errors.ts'
import { guardedConnect } from '../web-pages/guarded-connect.ts'
import { localLookup, publicLookup } from '../web-pages/lookups.ts'
import { checkAddress, hostAndPort } from '../web-pages/page-address.ts'
import { isPublicAddress } from '../web-pages/public-address.ts'

/** Where a browser's push service takes messages for it, and the keys that only that browser can read them with. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** By which push services know us. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

export interface PushMessage {
  /** What the service worker is given, as JSON. */
  payload: object
  /** How long the service keeps it for a browser that is away. */
  ttlS: number
  urgency: 'normal' | 'high'
  /** 32 characters at most: one that is still kept there makes room for a later one with the same. */
  topic: string
}

/** `gone`: the browser wants no more, or never did. `refused`: this message would be refused again. */
export type PushOutcome = { did: 'taken' | 'gone' | 'refused'; status?: number } | { did: 'later'; afterMs: number }

export interface PushService {
  send(target: PushTarget, message: PushMessage, keys: PushKeys, contact: string, now: Date): Promise<PushOutcome>
}

const TIME_LIMIT_MS = 10_000

/**
 * Reads the address of a push service.
 * @param allowHosts `host:port` pairs that may be on private addresses, and without https
 * @throws AppError `url_invalid`, `url_forbidden`
 */
export function pushAddress(endpoint: string, allowHosts: readonly string[]): URL {
  const url = URL.parse(endpoint)
  if (!url) throw new AppError('url_invalid')
  checkAddress(url, allowHosts)
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const isPrivate = isIP(host) !== 0 && !isPublicAddress(host)
  if ((url.protocol !== 'https:' || isPrivate) && !allowHosts.includes(hostAndPort(url)))
    throw new AppError('url_forbidden')
  return url
}

/** Hands messages, encrypted (RFC 8291), to push services on the public internet (RFC 8030). */
export function pushServices(allowHosts: readonly string[]): PushService {
  return {
    async send({ endpoint, p256dh, auth }, message, keys, contact, now) {
      const { default: webPush } = await import('web-push')
      let request
      let url
      try {
        url = pushAddress(endpoint, allowHosts)
        const target = { endpoint, keys: { p256dh, auth } }
        request = webPush.generateRequestDetails(target, JSON.stringify(message.payload), {
          vapidDetails: { subject: contact, ...keys },
          TTL: message.ttlS,
          urgency: message.urgency,
          topic: message.topic,
          contentEncoding: 'aes128gcm',
        })
      } catch {
        // No browser gave such an address, or such keys.
        return { did: 'gone' }
      }
      try {
        return outcomeOf(await post(url, request, allowHosts.includes(hostAndPort(url))), now)
      } catch (error) {
        return isForbidden(error) ? { did: 'gone' } : { did: 'later', afterMs: 0 }
      }
    },
  }
}

interface Answer {
  statusCode: number
  retryAfter: string | undefined
}

async function post(
  url: URL,
  { headers, body }: { headers: Record<string, unknown>; body: Buffer | null },
  isAllowed: boolean,
): Promise<Answer> {
  const { buildConnector, Client } = await import('undici')
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  const client = new Client(url.origin, {
    connect: guardedConnect(buildConnector, isAllowed ? localLookup : publicLookup, isAllowed, signal),
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const answer = await client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: headers as Record<string, string>,
      body,
      signal,
    })
    const after = answer.headers['retry-after']
    return { statusCode: answer.statusCode, retryAfter: Array.isArray(after) ? after[0] : after }
  } finally {
    // What it says beyond its status is not read.
    await client.destroy()
  }
}

/** What a push service's answer means (RFC 8030, 5 and 7.3). A redirect is none of ours to follow. */
function outcomeOf({ statusCode: status, retryAfter }: Answer, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { did: 'taken' }
  if (status === 404 || status === 410) return { did: 'gone' }
  if (status === 408 || status === 429 || status >= 500) return { did: 'later', afterMs: waitOf(retryAfter, now) }
  return { did: 'refused', status }
}

/** In ms; the header is in seconds or a date. */
function waitOf(retryAfter: string | undefined, now: Date): number {
  if (!retryAfter) return 0
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - now.getTime() : seconds * 1000
  return ms > 0 ? ms : 0
}

const isForbidden = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'url_forbidden') ||
  (error instanceof Error && error.cause !== undefined && isForbidden(error.cause))
