import { isForbidden, postSafely, receiverAddress, type ReceiverAnswer } from '../web-pages/post-safely.ts'

type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushKeys = { publicKey: string; privateKey: string }

export interface PushMessage {
  payload: object
  /** How long the push service keeps the message for an offline browser. */
  ttlS: number
  urgency: 'normal' | 'high'
  /** The topic of the message, at most 32 characters. A later message with the same topic replaces a stored one. */
  topic: string
}

/** `gone`: the subscription has ended or never existed. `refused`: a retry would also be refused. */
export type PushOutcome = { did: 'taken' | 'gone' | 'refused'; status?: number } | { did: 'later'; afterMs: number }

export interface PushService {
  send(target: PushTarget, message: PushMessage, keys: PushKeys, contact: string, now: Date): Promise<PushOutcome>
}

const TIME_LIMIT_MS = 10_000
const LONGEST_WAIT_MS = 86_400_000

/** Sends encrypted messages (RFC 8291) to push services on the public internet (RFC 8030). */
export function pushServices(allowHosts: readonly string[]): PushService {
  return {
    async send({ endpoint, p256dh, auth }, message, keys, contact, now) {
      const { default: webPush } = await import('web-push')
      let request
      let url
      try {
        url = receiverAddress(endpoint, allowHosts)
        const target = { endpoint, keys: { p256dh, auth } }
        request = webPush.generateRequestDetails(target, JSON.stringify(message.payload), {
          vapidDetails: { subject: contact, ...keys },
          TTL: message.ttlS,
          urgency: message.urgency,
          topic: message.topic,
          contentEncoding: 'aes128gcm',
        })
      } catch {
        // The endpoint or the keys are invalid. No browser creates such a subscription.
        return { did: 'gone' }
      }
      try {
        const signal = AbortSignal.timeout(TIME_LIMIT_MS)
        const { headers, body } = request
        return outcomeOf(await postSafely(url, { headers, body }, allowHosts, signal), now)
      } catch (error) {
        return isForbidden(error) ? { did: 'gone' } : { did: 'later', afterMs: 0 }
      }
    },
  }
}

/** Interprets a push service's response (RFC 8030, 5 and 7.3). Redirects are not followed. */
function outcomeOf({ statusCode: status, retryAfter }: ReceiverAnswer, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { did: 'taken' }
  if (status === 404 || status === 410) return { did: 'gone' }
  if (status === 408 || status === 429 || status >= 500) return { did: 'later', afterMs: retryDelayMs(retryAfter, now) }
  return { did: 'refused', status }
}

/** `Retry-After` is in seconds or a date. */
function retryDelayMs(retryAfter: string | undefined, now: Date): number {
  if (!retryAfter) return 0
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - now.getTime() : seconds * 1000
  return ms > 0 ? Math.min(ms, LONGEST_WAIT_MS) : 0
}
