/**
 * Security changes that a user is notified of. Their texts are in `notifications.titles` and
 * `notifications.texts`.
 */
export type SecurityDetails =
  | { what: 'second_factor_removed'; by: 'administrator' | 'machine' }
  | ({ what: 'access_ended'; after: 'reset' | 'change' } & EndedAccess)

/** The kinds of access that work without the password. */
const ACCESS_KINDS = ['keys', 'assistants', 'feeds', 'webhooks'] as const

/** The number of each kind of access that is revoked together with the old password. */
export type EndedAccess = Partial<Record<(typeof ACCESS_KINDS)[number], number>>

/**
 * Lists the kinds of access that are revoked, in the words of `notifications.ended`. Leaves out kinds with a count of
 * zero.
 */
export function endedAccessTexts(
  t: (key: (typeof ACCESS_KINDS)[number], values: { count: number }) => string,
  ended: EndedAccess,
): string[] {
  return ACCESS_KINDS.flatMap((kind) => (ended[kind] ? [t(kind, { count: ended[kind] })] : []))
}
