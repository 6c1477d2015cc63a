/** Reasons why a network refuses a post permanently. Their messages are in `publishing.failures`. */
const REFUSALS = [
  'duplicate',
  'permission',
  'text',
  'media',
  /** A file is above the limits of the account's own server. It was not uploaded. */
  'media_too_large',
  'policy',
  'daily_limit',
  'billing',
  'configuration',
  'account_inactive',
  'account_restricted',
  /** The user no longer has a role that allows posting on the page. */
  'page_role_lost',
  'other',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** The ways in which a request to a network can fail. The adapters map every error of a network to one of them. */
export type PublishFailure =
  /** The network published nothing, and would refuse the same request again. */
  | { kind: 'refused'; reason: Refusal; detail: string | null; existingId?: string }
  | { kind: 'reconnect'; detail: string | null }
  /**
   * The network published nothing, but a retry at `until` may succeed. `of` says what must wait: the account (default),
   * the whole app, or only this post. In the last case, the next request must differ from this one.
   */
  | { kind: 'rate-limited'; until: Date; detail: string | null; isDaily?: boolean; of?: 'app' | 'post' }
  /** The network is still processing the post's pictures and published nothing, so retry later. */
  | { kind: 'not-ready'; until: Date; detail: string | null }
  /**
   * The network received no request, and a retry is possible. `because` names the cause; without it, the connection
   * failed.
   */
  | { kind: 'not-sent'; detail: string | null; because?: 'own_fault' | 'media_unreachable' }
  /** The request timed out, lost its connection, or got a 5xx or unreadable response. The post may be public. */
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
  /** The scheduled time of the post passed before an approver approved it. */
  'not_approved',
  'suspended',
  'unconfirmed',
  /**
   * This installation was restored from a backup, and the installation before the restore may have published the post.
   */
  'restored',
  /** The network did not attach a part of a thread to the previous part. */
  'detached',
  /** Frogy has no id of the previous part, so it cannot attach the next part. */
  'parent_missing',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

/** Failures that only the author can resolve. A retry by an administrator would fail again, or could publish twice. */
export const RESOLVED_BY_AUTHOR: ReadonlySet<FailureCode> = new Set([
  'duplicate',
  'permission',
  'text',
  'media',
  'media_too_large',
  'policy',
  'account_inactive',
  'account_restricted',
  'page_role_lost',
  'reconnect',
  'account_not_connected',
  'missed',
  'not_approved',
  'suspended',
  'unconfirmed',
  'restored',
])

export interface StoredFailure {
  code: FailureCode
  detail: string | null
  at: string
  until?: string
  /** A look-up that finds nothing proves nothing, so only the author can decide how to continue. */
  needsAuthor?: boolean
}
