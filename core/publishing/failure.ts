/** Why a network refuses for good. Messages are in `publishing.failures`. */
export const REFUSALS = [
  'duplicate',
  'permission',
  'text',
  'media',
  'policy',
  'daily_limit',
  'billing',
  'configuration',
  'account_inactive',
  'account_restricted',
  'other',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** How a request to a network can fail. Every network's errors map to this closed set. */
export type PublishFailure =
  /** Proof that nothing was published, and that the same request would be refused again. */
  | { kind: 'refused'; reason: Refusal; detail: string | null; existingId?: string }
  | { kind: 'reconnect'; detail: string | null }
  /**
   * A temporary refusal: nothing was published, retry at `until`. `of` says whose limit it is, by default the
   * account's. `post` means no limit: only this request must be made differently.
   */
  | { kind: 'rate-limited'; until: Date; detail: string | null; isDaily?: boolean; of?: 'app' | 'post' }
  /** The network still processes the preparation: nothing was published, retry later. */
  | { kind: 'not-ready'; until: Date; detail: string | null }
  /** Nothing was sent, and a retry is possible: the connection failed, or see `because`. */
  | { kind: 'not-sent'; detail: string | null; because?: 'own_fault' | 'media_unreachable' }
  /** A timeout, lost connection, 5xx or unreadable response: the post may be public. */
  | { kind: 'answer-lost'; detail: string | null }

export const FAILURE_CODES = [
  ...REFUSALS,
  'reconnect',
  'rate_limited',
  'still_processing',
  'not_reached',
  'media_unreachable',
  'own_fault',
  'account_not_connected',
  'missed',
  'suspended',
  'unconfirmed',
  /** The same after a restore: what the lost data did is unknown. */
  'restored',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

/** Only the author can resolve these: a retry by an administrator would fail again, or could publish twice. */
export const RESOLVED_BY_AUTHOR: ReadonlySet<FailureCode> = new Set([
  'duplicate',
  'permission',
  'text',
  'media',
  'policy',
  'account_inactive',
  'account_restricted',
  'reconnect',
  'account_not_connected',
  'missed',
  'suspended',
  'unconfirmed',
  'restored',
])

export interface StoredFailure {
  code: FailureCode
  detail: string | null
  at: string
  until?: string
}
