const ACCOUNT_FAILURES: ReadonlySet<string> = new Set([
  'reconnect',
  'permission',
  'account_inactive',
  'account_not_connected',
])
const TEMPORARY_FAILURES: ReadonlySet<string> = new Set([
  'not_reached',
  'media_unreachable',
  'rate_limited',
  'still_processing',
  'own_fault',
  'account_restricted',
  'page_role_lost',
  'missed',
  'not_approved',
])

export function isAccountFailure(failureCode: string | undefined): boolean {
  return failureCode !== undefined && ACCOUNT_FAILURES.has(failureCode)
}

/** Whether a failed post may be published unchanged, because its content did not cause the failure. */
export function canRetryUnchanged(failureCode: string | null | undefined): boolean {
  return typeof failureCode === 'string' && (ACCOUNT_FAILURES.has(failureCode) || TEMPORARY_FAILURES.has(failureCode))
}
