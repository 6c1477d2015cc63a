import type { PublishFailure } from '#core/publishing/failure.ts'
import { at, later, retryAfterSeconds, textAt, type PlatformAnswer } from './exchange.ts'

const PERMISSION = (code: number) => code === 10 || (code >= 200 && code <= 299)
const PASSING = new Set([4, 17, 32, 341, 613, 80001, 80002])

/** A file that could not be fetched, read or taken. */
const MEDIA = new Set([
  9004, 36_000, 36_001, 36_003, 352, 1_366_046, 1_366_051, 2_207_004, 2_207_005, 2_207_009, 2_207_026, 2_207_052,
])
/** A container that is not ready yet, or that the network lost on its way. */
const PASSING_AT_INSTAGRAM = new Set([2_207_003, 2_207_027, 4_279_009, 2_207_008])

/** What Meta's three networks share: errors are told apart by `code`, never by the HTTP status, which varies. */
export const graphFailureReader = (now: () => Date) => (answer: PlatformAnswer) => readGraphFailure(answer, now())

function readGraphFailure({ status, json, headers }: PlatformAnswer, now: Date): PublishFailure {
  const code = Number(at(json, 'error', 'code'))
  const subcode = Number(at(json, 'error', 'error_subcode'))
  const detail =
    textAt(json, 'error', 'error_user_msg') ?? textAt(json, 'error', 'message') ?? textAt(json, 'error_message') ?? null
  // "Unknown, try later" has been seen after the post was made.
  if (PASSING_AT_INSTAGRAM.has(subcode)) return { kind: 'rate-limited', until: later(now, 30), detail }
  if (code === 1 || code === 2 || at(json, 'error', 'is_transient') === true) return { kind: 'answer-lost', detail }
  if (code === 190 || code === 102 || (status === 401 && !code)) return { kind: 'reconnect', detail }
  if (PASSING.has(code) || (status === 429 && !code))
    return { kind: 'rate-limited', until: regainedAt(headers, now), detail }
  if (PERMISSION(code)) return { kind: 'refused', reason: 'permission', detail }
  if (code === 506) return { kind: 'refused', reason: 'duplicate', detail }
  if (code === 368 || subcode === 2207051) return { kind: 'refused', reason: 'policy', detail }
  if (code === 9 && subcode === 2207042) return { kind: 'refused', reason: 'daily_limit', detail }
  if (MEDIA.has(code) || MEDIA.has(subcode)) return { kind: 'refused', reason: 'media', detail }
  if (code === 3) return { kind: 'refused', reason: 'configuration', detail }
  return { kind: 'refused', reason: code === 100 ? 'text' : 'other', detail }
}

/** Meta names the minutes to wait in a header of its own; without it, a few minutes. */
function regainedAt(headers: Headers, now: Date): Date {
  let minutes = (retryAfterSeconds(headers) ?? 300) / 60
  try {
    const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '{}') as Record<string, unknown>
    for (const entries of Object.values(usage)) {
      minutes = Math.max(minutes, Number(at(entries, 0, 'estimated_time_to_regain_access')) || 0)
    }
  } catch {
    // An unreadable header says nothing.
  }
  return later(now, minutes * 60)
}
