import type { PublishFailure } from '#core/publishing/failure.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from './http.ts'
import { at, listAt, numberAt, textAt } from './json.ts'
import { affectsNextRequest, lacksRight } from './metrics.ts'
import { bearer } from './oauth.ts'
import type { Access, Outcome } from './platform-client.ts'
import { later, retryAfterSeconds } from './rate-limit-waits.ts'

const PERMISSION = (code: number) => code === 10 || (code >= 200 && code <= 299)
const RATE_LIMITS = new Set([4, 17, 32, 341, 613, 80001, 80002])
/** Error codes of limits that all accounts of the app share, unless a header names one account. */
const APP_LIMITS = new Set([4, 341])
const ACCOUNT_USAGE = 'x-business-use-case-usage'

const VERSION_ENDED = 2635
/**
 * Error codes for files that the network could not download in time. The files' server may be down only for a moment.
 */
const NOT_FETCHED = new Set([9004, 2_207_003, 2_207_052])
const MEDIA = new Set([36_000, 36_001, 36_003, 352, 1_366_046, 1_366_051, 2_207_004, 2_207_005, 2_207_009, 2_207_026])
/** Error codes for a caption that is too long or a link that may not be posted. */
const TEXT = new Set([36_004, 1_609_005])
const RESTRICTED = new Set([2_207_050, 4_279_013])
const CONTAINER_NOT_READY = new Set([2_207_027, 4_279_009, 2_207_008, 2_207_020])
/** Error codes of faults in Instagram's servers. They mean no more than HTTP status 500. */
const INSTAGRAM_FAULTS = new Set([2_207_001, 2_207_032, 2_207_053])
/**
 * Codes for "unknown error, try later". Meta has also sent them after it published the post, so the post may be public.
 */
const AMBIGUOUS_FAULTS = new Set([-1, 1, 2])

/** Reads a failed response of Meta's three networks by its `code`, because the HTTP status varies. */
export const graphFailureReader = (now: () => Date) => (answer: PlatformAnswer) => readGraphFailure(answer, now())

function readGraphFailure({ status, json, headers }: PlatformAnswer, now: Date): PublishFailure {
  const code = Number(at(json, 'error', 'code'))
  const subcode = Number(at(json, 'error', 'error_subcode'))
  const detail =
    textAt(json, 'error', 'error_user_msg') ?? textAt(json, 'error', 'message') ?? textAt(json, 'error_message') ?? null
  if (CONTAINER_NOT_READY.has(subcode)) return { kind: 'not-ready', until: later(now, 30), detail }
  if (code === 368 || subcode === 2207051) return { kind: 'refused', reason: 'policy', detail }
  if (RESTRICTED.has(subcode) || RESTRICTED.has(code)) return { kind: 'refused', reason: 'account_restricted', detail }
  if (code === 190 || code === 102 || (status === 401 && !code)) return { kind: 'reconnect', detail }
  // Recognize daily limits. Instagram has its own error code for them, but Threads uses the codes of other refusals.
  if (subcode === 2207042 || ((code === 4 || code === 10) && /24-hour|quota/i.test(detail ?? '')))
    return { kind: 'refused', reason: 'daily_limit', detail }
  // Meta marks a rate limit as temporary. Unlike other temporary errors, it proves that nothing was published.
  if (RATE_LIMITS.has(code) || (status === 429 && !code))
    return {
      kind: 'rate-limited',
      until: limitResetsAt(headers, now),
      detail,
      ...(APP_LIMITS.has(code) && !headers.has(ACCOUNT_USAGE) && { of: 'app' }),
    }
  if (AMBIGUOUS_FAULTS.has(code) || INSTAGRAM_FAULTS.has(subcode) || at(json, 'error', 'is_transient') === true)
    return { kind: 'answer-lost', detail }
  const words = textAt(json, 'error', 'message') ?? ''
  if (NOT_FETCHED.has(code) || NOT_FETCHED.has(subcode) || (code === 100 && /not be fetched/i.test(words)))
    return { kind: 'not-sent', detail, because: 'media_unreachable' }
  if (PERMISSION(code)) return { kind: 'refused', reason: 'permission', detail }
  if (code === 506) return { kind: 'refused', reason: 'duplicate', detail }
  if (MEDIA.has(code) || MEDIA.has(subcode)) return { kind: 'refused', reason: 'media', detail }
  if (code === 3 || code === VERSION_ENDED) return { kind: 'refused', reason: 'configuration', detail }
  // Code 100 covers all invalid parameters. Only the message shows whether it concerns a picture.
  const isAboutMedia = /media|image|photo|video/i.test(words)
  if (code === 100) return { kind: 'refused', reason: isAboutMedia ? 'media' : 'text', detail }
  return { kind: 'refused', reason: TEXT.has(code) || TEXT.has(subcode) ? 'text' : 'other', detail }
}

/** Whether the object does not exist, does not exist yet, or is hidden from this token. */
export const isMissing = ({ json }: PlatformAnswer): boolean =>
  Number(at(json, 'error', 'error_subcode')) === 33 || Number(at(json, 'error', 'code')) === 24

export const readId = ({ json }: PlatformAnswer): string | undefined => textAt(json, 'id')

/**
 * Reads metrics of a post in one request. If a retired metric makes it fail, requests each metric alone and skips those
 * that fail.
 */
export async function insightsOf(
  api: string,
  id: string,
  names: readonly string[],
  access: Access,
  readFailure: (answer: PlatformAnswer) => PublishFailure,
  signal: AbortSignal,
): Promise<Outcome<Readonly<Record<string, number>>>> {
  const asking = (metrics: readonly string[]) =>
    ask(insightsRequest(api, id, metrics, access), signal, readInsights, readFailure)
  const together = await asking(names)
  if (together.ok || names.length === 1 || affectsNextRequest(together) || lacksRight(together)) return together
  const found: Record<string, number> = {}
  let last: Outcome<Readonly<Record<string, number>>> = together
  for (const name of names) {
    const alone = await asking([name])
    if (alone.ok) Object.assign(found, alone.value)
    else if (signal.aborted || affectsNextRequest(alone)) return alone
    if (!last.ok) last = alone
  }
  return last.ok ? { ok: true, value: found } : last
}

function insightsRequest(api: string, id: string, metrics: readonly string[], access: Access): PlatformRequest {
  return { method: 'GET', url: `${api}/${id}/insights?metric=${metrics.join(',')}`, headers: bearer(access) }
}

/** Reads metrics by name. The value is the first of `values`, or it is in `total_value`. */
function readInsights({ json }: PlatformAnswer): Readonly<Record<string, number>> | undefined {
  if (!Array.isArray(at(json, 'data'))) return undefined
  const entries = listAt(json, 'data').flatMap((one) => {
    const name = textAt(one, 'name')
    const value = numberAt(one, 'values', 0, 'value') ?? numberAt(one, 'total_value', 'value')
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

/**
 * When a rate limit resets: after `Retry-After` (or five minutes) or after the time in Meta's own header, whichever is
 * longer.
 */
function limitResetsAt(headers: Headers, now: Date): Date {
  let minutes = (retryAfterSeconds(headers, now) ?? 300) / 60
  try {
    const usage = JSON.parse(headers.get(ACCOUNT_USAGE) ?? '{}') as Record<string, unknown>
    for (const entries of Object.values(usage))
      minutes = Math.max(minutes, Number(at(entries, 0, 'estimated_time_to_regain_access')) || 0)
  } catch {
    // Ignore a header that is not valid JSON.
  }
  return later(now, minutes * 60)
}
