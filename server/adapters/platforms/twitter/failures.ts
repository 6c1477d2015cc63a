import type { PublishFailure, Refusal } from '#core/publishing/failure.ts'
import type { PlatformAnswer } from '../http.ts'
import { at, listAt, textAt } from '../json.ts'
import { later, retryAfterSeconds } from '../rate-limit-waits.ts'

/** Reads a failed response of X. @param about the kind of request, because a 400 does not name it */
export const failureReader =
  (now: () => Date, about: 'post' | 'media' = 'post') =>
  (answer: PlatformAnswer): PublishFailure =>
    readFailure(answer, now(), about)

export function readFailure(
  { status, json, headers }: PlatformAnswer,
  now: Date,
  about: 'post' | 'media' = 'post',
): PublishFailure {
  const errors = listAt(json, 'errors')
  const detail = textAt(errors[0], 'message') ?? textAt(json, 'detail') ?? textAt(json, 'title') ?? null
  const codes = errors.map((one) => Number(at(one, 'code')))
  // Use only the last part of X's error type: it is a URL whose host varies.
  const type = textAt(json, 'type')?.split('/').at(-1) ?? ''
  const refused = (reason: Refusal): PublishFailure => ({ kind: 'refused', reason, detail })

  if (codes.some((code) => RESTRICTED.has(code))) return refused('account_restricted')
  if (status === 401) return { kind: 'reconnect', detail }
  if (status === 402 || type === 'usage-capped') return refused('billing')
  if (codes.includes(185)) return refused('daily_limit')
  if (status === 429) return { kind: 'rate-limited', ...exhaustedWindow(headers, now), detail }
  if (codes.includes(187) || /duplicate content/i.test(detail ?? '')) return refused('duplicate')
  if (codes.includes(186)) return refused('text')
  if (codes.includes(226)) return refused('policy')
  if (status === 403) return refused(forbiddenReason(type, detail ?? ''))
  if (about === 'media' || status === 413 || isAbout('media', errors)) return refused('media')
  return refused(status === 400 && isAbout('text', errors) ? 'text' : 'other')
}

/** X's error numbers of an account that is suspended, or locked until the user signs in. */
const RESTRICTED = new Set([64, 326])
/** X's error types when the app is not enrolled, may not write, or uses the wrong login. */
const APP_REASONS = new Set(['client-forbidden', 'oauth1-permissions', 'unsupported-authentication'])
const POLICY_REASONS = new Set(['not-authorized-for-resource', 'disallowed-resource'])

/**
 * X answers 403 for all forbidden requests. The error's type identifies some reasons, and its message the other
 * reasons.
 */
function forbiddenReason(type: string, detail: string): Refusal {
  if (APP_REASONS.has(type)) return 'configuration'
  if (/\b(?:suspended|locked)\b/i.test(detail)) return 'account_restricted'
  if (POLICY_REASONS.has(type) || /not permitted to perform/i.test(detail)) return 'policy'
  if (/\b(?:video|image|photo|gif|media)s?\b/i.test(detail)) return 'media'
  if (/\b(?:cashtag|url|link|mention|text)s?\b/i.test(detail)) return 'text'
  // If X refuses a request without a message, a permission is missing.
  return /^(?:forbidden)?\.?$/i.test(detail) || /\b(?:scope|permission)s?\b/i.test(detail) ? 'permission' : 'other'
}

/**
 * Whether X's errors say that this part of the post is invalid: a parameter has its name, or a message mentions it.
 * Ignores user text that X quotes in its messages.
 */
function isAbout(part: 'media' | 'text', errors: unknown[]): boolean {
  return errors.some((one) => {
    const parameters = Object.keys((at(one, 'parameters') as object | undefined) ?? {})
    const isNamed = parameters.some((name) => name === part || name.startsWith(`${part}.`))
    return isNamed || new RegExp(`\\b${part}\\b`, 'i').test(textAt(one, 'message') ?? '')
  })
}

/** Finds the exhausted rate limit, the daily one first. If X asks for a longer wait, uses that. */
function exhaustedWindow(headers: Headers, now: Date): { until: Date; isDaily: boolean; of?: 'app' } {
  const day = DAYS.find((window) => headers.get(`${window}-remaining`) === '0')
  const reset = Number(headers.get(`${day ?? 'x-rate-limit'}-reset`)) * 1000
  const waitMs = (retryAfterSeconds(headers, now) ?? 0) * 1000
  const until = Math.max(reset > 0 ? reset : 0, waitMs > 0 ? now.getTime() + waitMs : 0)
  return {
    until: until > 0 ? new Date(until) : later(now, 900),
    isDaily: day !== undefined,
    ...(day === APP_WINDOW && { of: 'app' }),
  }
}

const APP_WINDOW = 'x-app-limit-24hour'
const DAYS = ['x-user-limit-24hour', APP_WINDOW]
