import type { PublishFailure } from '#core/publishing/failure.ts'
import { proofErrorIn } from '../dpop.ts'
import type { PlatformAnswer } from '../http.ts'
import { textAt } from '../json.ts'
import { later } from '../rate-limit-waits.ts'

/** The name of a Bluesky error. The HTTP status is not enough, because an expired token is a 400. */
export const errorIn = ({ json }: PlatformAnswer): string => textAt(json, 'error') ?? ''

const TOKEN_ERRORS = new Set(['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AuthenticationRequired', 'invalid_token'])
export const ACCOUNT_ERRORS = new Set(['AccountDeactivated', 'AccountTakedown', 'AccountSuspended', 'RepoDeactivated'])
const PROOF_ERRORS = new Set(['use_dpop_nonce', 'invalid_dpop_proof'])
const MEDIA_ERRORS = new Set(['BlobTooLarge', 'PayloadTooLarge', 'InvalidMimeType'])

export const failureReader =
  (now: () => Date) =>
  (answer: PlatformAnswer): PublishFailure =>
    readFailure(answer, now())

export function readFailure(answer: PlatformAnswer, now: Date): PublishFailure {
  const [error, detail] = [errorIn(answer), textAt(answer.json, 'message') ?? textAt(answer.json, 'error') ?? null]
  if (TOKEN_ERRORS.has(error)) return { kind: 'reconnect', detail }
  // The server refused only the DPoP proof, for instance because its nonce has changed again. It did not run the
  // request.
  if (PROOF_ERRORS.has(proofErrorIn(answer))) return { kind: 'not-sent', detail }
  if (ACCOUNT_ERRORS.has(error)) return { kind: 'refused', reason: 'account_restricted', detail }
  if (answer.status === 429) return { kind: 'rate-limited', until: resetOf(answer, now), detail }
  if (MEDIA_ERRORS.has(error) || answer.status === 413) return { kind: 'refused', reason: 'media', detail }
  if (answer.status === 403) return { kind: 'refused', reason: 'permission', detail }
  // The server names the invalid member, such as "grapheme too big (maximum 300, got 301) at $.record.text".
  if (/\bblob\b|image\/\*|\$\.record\.embed/i.test(detail ?? '')) return { kind: 'refused', reason: 'media', detail }
  if (/\$\.record\.(?:text|facets)/.test(detail ?? '')) return { kind: 'refused', reason: 'text', detail }
  return { kind: 'refused', reason: 'other', detail }
}

const DAY_S = 86_400

/** Bluesky states the end of a rate limit as a Unix time in `ratelimit-reset`, and has no `Retry-After`. */
function resetOf({ headers }: PlatformAnswer, now: Date): Date {
  const seconds = Number(headers.get('ratelimit-reset')) - now.getTime() / 1000
  return later(now, seconds > 0 ? Math.min(seconds, DAY_S) : 300)
}
