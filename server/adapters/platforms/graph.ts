import type { PublishFailure } from '#core/publishing/failure.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from './http.ts'
import { at, listAt, numberAt, textAt } from './json.ts'
import { endsAsking, lacksRight } from './metrics.ts'
import { bearer } from './oauth.ts'
import type { Access, Outcome } from './platform-client.ts'
import { later, retryAfterSeconds } from './waits.ts'

const PERMISSION = (code: number) => code === 10 || (code >= 200 && code <= 299)
const PASSING = new Set([4, 17, 32, 341, 613, 80001, 80002])
/** Those of them that all accounts share, unless a header tells whose usage it is. */
const OF_THE_APP = new Set([4, 341])
const BY_ACCOUNT = 'x-business-use-case-usage'

/** A version of the API that is no more. */
const VERSION_ENDED = 2635
/** A file that could not be fetched, or not in time: where it is may be away for a moment. */
const NOT_FETCHED = new Set([9004, 2_207_003, 2_207_052])
/** A file that could not be read or taken. */
const MEDIA = new Set([36_000, 36_001, 36_003, 352, 1_366_046, 1_366_051, 2_207_004, 2_207_005, 2_207_009, 2_207_026])
/** A caption that is too long, and a link that cannot be posted. */
const TEXT = new Set([36_004, 1_609_005])
/** An account that is restricted or not active. */
const RESTRICTED = new Set([2_207_050, 4_279_013])
/** A container that is not ready yet, that the network lost on its way, or that grew too old. */
const PASSING_AT_INSTAGRAM = new Set([2_207_027, 4_279_009, 2_207_008, 2_207_020])
/** Instagram's own servers: tell no more than a 500 does. */
const BROKEN_AT_INSTAGRAM = new Set([2_207_001, 2_207_032, 2_207_053])
/** "Unknown, try later" has been seen after the post was made. */
const BROKEN = new Set([-1, 1, 2])

/** What Meta's three networks share: errors are told apart by `code`, never by the HTTP status, which varies. */
export const graphFailureReader = (now: () => Date) => (answer: PlatformAnswer) => readGraphFailure(answer, now())

function readGraphFailure({ status, json, headers }: PlatformAnswer, now: Date): PublishFailure {
  const code = Number(at(json, 'error', 'code'))
  const subcode = Number(at(json, 'error', 'error_subcode'))
  const detail =
    textAt(json, 'error', 'error_user_msg') ?? textAt(json, 'error', 'message') ?? textAt(json, 'error_message') ?? null
  if (PASSING_AT_INSTAGRAM.has(subcode)) return { kind: 'not-ready', until: later(now, 30), detail }
  if (code === 368 || subcode === 2207051) return { kind: 'refused', reason: 'policy', detail }
  if (RESTRICTED.has(subcode) || RESTRICTED.has(code)) return { kind: 'refused', reason: 'account_restricted', detail }
  if (code === 190 || code === 102 || (status === 401 && !code)) return { kind: 'reconnect', detail }
  // Threads tells its day's end with the numbers of other refusals, and Instagram with one of its own.
  if (subcode === 2207042 || ((code === 4 || code === 10) && /24-hour|quota/i.test(detail ?? ''))) {
    return { kind: 'refused', reason: 'daily_limit', detail }
  }
  // Called transient too, yet a proof: who is turned away has posted nothing.
  if (PASSING.has(code) || (status === 429 && !code))
    return {
      kind: 'rate-limited',
      until: regainedAt(headers, now),
      detail,
      ...(OF_THE_APP.has(code) && !headers.has(BY_ACCOUNT) && { of: 'app' }),
    }
  if (BROKEN.has(code) || BROKEN_AT_INSTAGRAM.has(subcode) || at(json, 'error', 'is_transient') === true) {
    return { kind: 'answer-lost', detail }
  }
  const words = textAt(json, 'error', 'message') ?? ''
  if (NOT_FETCHED.has(code) || NOT_FETCHED.has(subcode) || (code === 100 && /not be fetched/i.test(words))) {
    return { kind: 'not-sent', detail, because: 'media_unreachable' }
  }
  if (PERMISSION(code)) return { kind: 'refused', reason: 'permission', detail }
  if (code === 506) return { kind: 'refused', reason: 'duplicate', detail }
  if (MEDIA.has(code) || MEDIA.has(subcode)) return { kind: 'refused', reason: 'media', detail }
  if (code === 3 || code === VERSION_ENDED) return { kind: 'refused', reason: 'configuration', detail }
  // One number for every bad parameter: that it was a picture, only the words say.
  const isAboutMedia = /media|image|photo|video/i.test(words)
  if (code === 100) return { kind: 'refused', reason: isAboutMedia ? 'media' : 'text', detail }
  return { kind: 'refused', reason: TEXT.has(code) || TEXT.has(subcode) ? 'text' : 'other', detail }
}

/** Whether Meta says that there is no such thing, or not yet, or not for whoever asks. */
export const isMissing = ({ json }: PlatformAnswer): boolean =>
  Number(at(json, 'error', 'error_subcode')) === 33 || Number(at(json, 'error', 'code')) === 24

/** The id of what was just made. */
export const readId = ({ json }: PlatformAnswer): string | undefined => textAt(json, 'id')

/**
 * A post's numbers by their names. All are asked for at once; a name that has died spoils that for all, and then each is
 * asked for alone. Those that are not told are not among them.
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
  if (together.ok || names.length === 1 || endsAsking(together) || lacksRight(together)) return together
  const found: Record<string, number> = {}
  let last: Outcome<Readonly<Record<string, number>>> = together
  for (const name of names) {
    const alone = await asking([name])
    if (alone.ok) Object.assign(found, alone.value)
    else if (signal.aborted || endsAsking(alone)) return alone
    if (!last.ok) last = alone
  }
  return last.ok ? { ok: true, value: found } : last
}

function insightsRequest(api: string, id: string, metrics: readonly string[], access: Access): PlatformRequest {
  return { method: 'GET', url: `${api}/${id}/insights?metric=${metrics.join(',')}`, headers: bearer(access) }
}

/** A number comes as the only one of `values`, or as a total. */
function readInsights({ json }: PlatformAnswer): Readonly<Record<string, number>> | undefined {
  if (!Array.isArray(at(json, 'data'))) return undefined
  const entries = listAt(json, 'data').flatMap((one) => {
    const [name, value] = [
      textAt(one, 'name'),
      numberAt(one, 'values', 0, 'value') ?? numberAt(one, 'total_value', 'value'),
    ]
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

/** Meta names the minutes to wait in a header of its own; without it, a few minutes. */
function regainedAt(headers: Headers, now: Date): Date {
  let minutes = (retryAfterSeconds(headers, now) ?? 300) / 60
  try {
    const usage = JSON.parse(headers.get(BY_ACCOUNT) ?? '{}') as Record<string, unknown>
    for (const entries of Object.values(usage)) {
      minutes = Math.max(minutes, Number(at(entries, 0, 'estimated_time_to_regain_access')) || 0)
    }
  } catch {
    // An unreadable header says nothing.
  }
  return later(now, minutes * 60)
}
