const ACCOUNT: ReadonlySet<string> = new Set(['reconnect', 'permission', 'account_inactive', 'account_not_connected'])
const PASSING: ReadonlySet<string> = new Set([
  'not_reached',
  'media_unreachable',
  'rate_limited',
  'still_processing',
  'own_fault',
  'account_restricted',
  'missed',
])

/** Whether a post did not go out because of its account. */
export function wasItsAccount(failureCode: string | undefined): boolean {
  return failureCode !== undefined && ACCOUNT.has(failureCode)
}

/** Whether a post may go out as it is once it is posted again: nothing was wrong with the post itself. */
export function mayGoOutAsItIs(failureCode: string | null | undefined): boolean {
  return typeof failureCode === 'string' && (ACCOUNT.has(failureCode) || PASSING.has(failureCode))
}
