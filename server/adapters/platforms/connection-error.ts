import type { ConnectTrouble } from '#core/accounts/connect-trouble.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { PlatformAnswer } from './http.ts'
import { at, textAt } from './json.ts'
import type { Outcome, Tokens } from './platform-client.ts'

/** A failed connection. The message is the vendor's own, for the log only. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
  readonly trouble: ConnectTrouble
  /** Tokens of the failed sign-in, if the network did not confirm that it revoked them. */
  unrevoked?: Tokens
  constructor(trouble: ConnectTrouble, message: string | null = null) {
    super(message ?? trouble)
    this.trouble = trouble
  }
}

/** A form's field that the network or its client rejects. `errors.issues.<code>` is the text. */
export class FieldRefused extends Error {
  override readonly name = 'FieldRefused'
  readonly field: string
  readonly code: string
  constructor(field: string, code: string) {
    super(`${field}: ${code}`)
    this.field = field
    this.code = code
  }
}

/** A network's error. It has a name (OAuth), a number (Meta) or only a message. */
export interface VendorError {
  error: string
  code: number
  subcode: number
  status: number
  message: string
}

/**
 * Sends one request while an account is being connected. `asking` must pass a refused response to `read`.
 * @throws NotConnected
 */
export async function connectionStep<T>(
  asking: (read: (answer: PlatformAnswer) => PublishFailure) => Promise<Outcome<T>>,
): Promise<T> {
  let refused: VendorError | undefined
  const outcome = await asking((answer) => {
    refused = errorIn(answer)
    return { kind: 'refused', reason: 'other', detail: refused.message }
  })
  if (outcome.ok) return outcome.value
  if (refused) throw new NotConnected(troubleOf(refused), refused.message)
  throw new NotConnected('network_down', 'detail' in outcome.failure ? outcome.failure.detail : null)
}

/**
 * Rejects an account without the permission to post. Skips the check if the network reports no permissions.
 * @throws NotConnected
 */
export function requireRight(
  right: string,
  granted: readonly string[],
  trouble: ConnectTrouble = 'right_not_enabled',
): void {
  if (granted.length > 0 && !granted.includes(right)) throw new NotConnected(trouble, `granted: ${granted.join(' ')}`)
}

export function errorOnReturn(query: Readonly<Record<string, string | undefined>>): VendorError | undefined {
  const { error = '', error_code = '', error_subcode = '' } = query
  const message = wordsOf(RETURNED.map((name) => query[name]))
  return message === ''
    ? undefined
    : { error, code: Number(error_code), subcode: Number(error_subcode), status: 0, message }
}

const RETURNED = ['error', 'error_type', 'error_code', 'error_reason', 'error_message', 'error_description']

function errorIn({ status, json }: PlatformAnswer): VendorError {
  const { error } = (json ?? {}) as { error?: unknown }
  const inGraph = typeof error === 'object'
  return {
    error: (inGraph ? textAt(json, 'error', 'type') : textAt(json, 'error')) ?? '',
    code: Number((inGraph ? at(json, 'error', 'code') : at(json, 'code')) ?? 0),
    subcode: Number(at(json, 'error', 'error_subcode') ?? 0),
    status,
    message: wordsOf([`HTTP ${status}`, json === undefined ? '' : JSON.stringify(json)]),
  }
}

/** Joins a network's messages for the log: one line, at most 500 characters. */
function wordsOf(parts: readonly (string | undefined)[]): string {
  return parts
    .filter(Boolean)
    .join(' · ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
}

const CANCELLED = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize']
const PASSING = ['server_error', 'temporarily_unavailable']

/** Maps an error by its number or OAuth name (RFC 6749, 4.1.2.1 and 5.2), otherwise by its message. */
export function troubleOf({ error, code, subcode, status, message }: VendorError): ConnectTrouble {
  const says = (pattern: RegExp) => pattern.test(message)
  if (says(/development mode|developer role|invite to test|currently unavailable for this app|app (?:is )?not active/i))
    return 'app_in_development'
  if (says(/professional account|business or creator account/i)) return 'no_professional_account'
  if (CANCELLED.includes(error)) return 'oauth_cancelled'
  // LinkedIn has one message for a wrong or expired code. It also names the redirect URI, so test for this message
  // first.
  if (says(/authorization code expired/i)) return 'connection_expired'
  if (subcode === 36_008 || code === 191 || says(/redirect[_ ]ur[il]/i)) return 'redirect_mismatch'
  // For an app of the wrong type, Facebook calls the scope `pages_show_list` (to list Pages) invalid.
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
