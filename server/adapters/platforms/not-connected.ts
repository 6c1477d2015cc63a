import type { ConnectTrouble } from '#core/accounts/connect-trouble.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { PlatformAnswer } from './http.ts'
import { at, textAt } from './json.ts'
import type { Outcome } from './platform-client.ts'

/** A connection did not come about. The message is the vendor's own words, for the log only. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
  readonly trouble: ConnectTrouble
  constructor(trouble: ConnectTrouble, said: string | null = null) {
    super(said ?? trouble)
    this.trouble = trouble
  }
}

/** What a network says no with: an error by its name (OAuth), by numbers (Meta), or by its words alone. */
export interface Said {
  error: string
  code: number
  subcode: number
  status: number
  words: string
}

/**
 * Makes one of the requests that a connection takes; `asking` hands its refusal to `read`.
 * @throws NotConnected
 */
export async function connecting<T>(
  asking: (read: (answer: PlatformAnswer) => PublishFailure) => Promise<Outcome<T>>,
): Promise<T> {
  let refused: Said | undefined
  const outcome = await asking((answer) => {
    refused = saidBy(answer)
    return { kind: 'refused', reason: 'other', detail: refused.words }
  })
  if (outcome.ok) return outcome.value
  if (refused) throw new NotConnected(troubleOf(refused), refused.words)
  throw new NotConnected('network_down', 'detail' in outcome.failure ? outcome.failure.detail : null)
}

/**
 * Whoever cannot post is not connected. A network that tells of no right at all says nothing of this one.
 * @throws NotConnected
 */
export function requireRight(
  right: string,
  granted: readonly string[],
  trouble: ConnectTrouble = 'right_not_enabled',
): void {
  if (granted.length > 0 && !granted.includes(right)) throw new NotConnected(trouble, `granted: ${granted.join(' ')}`)
}

/** What a consent page sent the person back with instead of a code; undefined without any sign of an error. */
export function saidOnReturn(query: Readonly<Record<string, string | undefined>>): Said | undefined {
  const { error = '', error_code = '', error_subcode = '' } = query
  const words = wordsOf(RETURNED.map((name) => query[name]))
  return words === ''
    ? undefined
    : { error, code: Number(error_code), subcode: Number(error_subcode), status: 0, words }
}

const RETURNED = ['error', 'error_type', 'error_code', 'error_reason', 'error_message', 'error_description']

function saidBy({ status, json }: PlatformAnswer): Said {
  const { error } = (json ?? {}) as { error?: unknown }
  const inGraph = typeof error === 'object'
  return {
    error: (inGraph ? textAt(json, 'error', 'type') : textAt(json, 'error')) ?? '',
    code: Number((inGraph ? at(json, 'error', 'code') : at(json, 'code')) ?? 0),
    subcode: Number(at(json, 'error', 'error_subcode') ?? 0),
    status,
    words: wordsOf([`HTTP ${status}`, json === undefined ? '' : JSON.stringify(json)]),
  }
}

/** As the log takes them: on one line, and no longer than a person reads. */
function wordsOf(parts: readonly (string | undefined)[]): string {
  return parts
    .filter(Boolean)
    .join(' · ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
}

const CANCELLED = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize']
const PASSING = ['server_error', 'temporarily_unavailable']

/**
 * What stands in the way, as far as a vendor's answer tells. Their numbers and OAuth's names (RFC 6749, 4.1.2.1 and 5.2)
 * come first; what has neither is told by its words, of which the first that fit decide.
 */
export function troubleOf({ error, code, subcode, status, words }: Said): ConnectTrouble {
  const says = (pattern: RegExp) => pattern.test(words)
  if (says(/development mode|developer role|invite to test|currently unavailable for this app|app (?:is )?not active/i))
    return 'app_in_development'
  if (says(/professional account|business or creator account/i)) return 'no_professional_account'
  if (CANCELLED.includes(error)) return 'oauth_cancelled'
  if (subcode === 36_008 || code === 191 || says(/redirect[_ ]ur[il]/i)) return 'redirect_mismatch'
  // Of an app of the wrong kind, Facebook knows not even the right to list Pages.
  if (says(/invalid.scope|unauthorized_scope/i)) return says(/pages_show_list/) ? 'app_type' : 'right_not_enabled'
  if (subcode === 36_007 || subcode === 36_009 || error === 'invalid_grant') return 'connection_expired'
  if (says(/(?:authorization|verification|matching) code/i)) return 'connection_expired'
  if (error === 'invalid_client' || error === 'unauthorized_client' || code === 101) return 'app_credentials'
  if (says(/client[_ ](?:secret|id)|validating application|platform app|application data|app id/i))
    return 'app_credentials'
  if (code === 3 || says(/client-forbidden|client-not-enrolled/)) return 'app_type'
  if (status === 402) return 'no_credits'
  if (status === 403 || code === 10 || (code >= 200 && code <= 299)) return 'right_not_enabled'
  if (status === 429 || PASSING.includes(error) || [1, 2, 4, 17, 32, 341, 613].includes(code)) return 'network_down'
  return 'connection_failed'
}
