/** Why a network said no for good. Each has its text in `publishing.failures`. */
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
  /** The network has locked or suspended it. */
  'account_restricted',
  'other',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** How one request to a network can fail: the closed set that every network's own errors are read into. */
export type PublishFailure =
  /** A proof that nothing went out, and that the same request would be refused again. */
  | { kind: 'refused'; reason: Refusal; detail: string | null; existingId?: string }
  /** The network no longer accepts what Frogy holds. */
  | { kind: 'reconnect'; detail: string | null }
  /**
   * Refused in passing: nothing went out, and it may be tried again from then on. `of`: whose limit it is, the account's
   * unless told otherwise; `post` where it is none, and only this request is to be made in another way.
   */
  | { kind: 'rate-limited'; until: Date; detail: string | null; isDaily?: boolean; of?: 'app' | 'post' }
  /** The network is still busy with what was made beforehand: nothing went out, and it is only a matter of time. */
  | { kind: 'not-ready'; until: Date; detail: string | null }
  /** Nothing could be published yet, and it may be tried again: no connection was made, or what `because` tells. */
  | { kind: 'not-sent'; detail: string | null; because?: 'own_fault' | 'media_unreachable' }
  /** A time-out, a cut connection, a 5xx, an unreadable answer: the post may be out. */
  | { kind: 'answer-lost'; detail: string | null }

/** What stands on a post that did not go out as it should have. Its text is `publishing.failures.<code>`. */
export const FAILURE_CODES = [
  ...REFUSALS,
  'reconnect',
  'rate_limited',
  'still_processing',
  'not_reached',
  /** The network fetches pictures by itself, and could not. */
  'media_unreachable',
  'own_fault',
  'account_not_connected',
  'missed',
  /** Its owner was suspended at its time. */
  'suspended',
  'unconfirmed',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

export interface StoredFailure {
  code: FailureCode
  /** The network's own words. */
  detail: string | null
  /** ISO instant. */
  at: string
  /** ISO instant at which it is tried again; absent when nothing more happens by itself. */
  until?: string
}
