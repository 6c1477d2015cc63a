import type { PublishFailure, Refusal } from '#core/publishing/failure.ts'
import type { PlatformAnswer } from '../http.ts'
import { textAt } from '../json.ts'
import { later, retryAfterSeconds } from '../rate-limit-waits.ts'

const WINDOW_SECONDS = 300

export const failureReader =
  (now: () => Date, about: 'text' | 'media' = 'text') =>
  ({ status, json, headers }: PlatformAnswer): PublishFailure => {
    const detail = textAt(json, 'error_description') ?? textAt(json, 'error') ?? null
    const refused = (reason: Refusal): PublishFailure => ({ kind: 'refused', reason, detail })
    switch (status) {
      case 401:
        return { kind: 'reconnect', detail }
      case 403:
        // Without a missing scope, a 403 of Mastodon means that the account is suspended or its email address is not
        // confirmed.
        return refused(/scope/i.test(detail ?? '') ? 'permission' : 'account_restricted')
      case 410:
        return refused('account_restricted')
      case 413:
        return refused('media')
      case 422:
        return refused(about)
      case 429:
        return { kind: 'rate-limited', until: resetAt(headers, now()), detail }
      default:
        return refused('other')
    }
  }

/**
 * When the rate limit resets. Mastodon states an ISO time. Other software sends seconds since 1970, or `Retry-After`.
 */
function resetAt(headers: Headers, now: Date): Date {
  const given = headers.get('x-ratelimit-reset') ?? ''
  const time = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given)
  if (time > now.getTime() && time < now.getTime() + MAX_WAIT_MS) return new Date(time)
  return later(now, retryAfterSeconds(headers, now) ?? WINDOW_SECONDS)
}

const MAX_WAIT_MS = 7 * 86_400_000
