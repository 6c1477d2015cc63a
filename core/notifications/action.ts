import type { FailureCode } from '../publishing/failure.ts'
import { canRetryUnchanged } from '../publishing/retry-unchanged.ts'

export const NOTIFICATION_KINDS = [
  'delayed',
  'moved',
  'unmoved',
  'failed',
  'missed',
  'unconfirmed',
  'went_out',
  'incomplete',
  'in_review',
  'review_ending',
  'approved',
  'returned',
  'reconnect',
  'ending',
  'jobs',
  'security',
  'mentioned',
  'commented',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export const NOTIFICATION_ACTIONS = [
  'answer',
  'look',
  'see',
  'post_again',
  'post_all',
  'reconnect',
  'connect',
  'activate',
  'review',
  'approve',
  'read_note',
  'retry_jobs',
  'secure',
  'see_comment',
] as const
export type NotificationAction = (typeof NOTIFICATION_ACTIONS)[number]

export function actionFor(about: {
  kind: NotificationKind
  reason: FailureCode | null
  openPosts: number
  failedJobs: number
  isAccountLost: boolean
  isMended: boolean
}): NotificationAction | null {
  const { kind, reason, openPosts, failedJobs, isAccountLost, isMended } = about
  if (kind === 'security') return 'secure'
  if (kind === 'mentioned' || kind === 'commented') return isMended ? null : 'see_comment'
  if (kind === 'jobs') return failedJobs > 0 ? 'retry_jobs' : null
  if (kind === 'reconnect' || kind === 'ending') {
    if (isAccountLost) return 'reconnect'
    return openPosts === 0 ? null : again()
  }
  if (openPosts === 0) return null
  // Late, moved and approved posts will still be published. Their authors may move or unschedule them.
  if (kind === 'delayed' || kind === 'moved' || kind === 'unmoved' || kind === 'approved') return 'look'
  // The post is live. Its author may still delete it on the network.
  if (kind === 'went_out') return 'see'
  // The post is live. Its author decides about the unsent parts.
  if (kind === 'incomplete') return 'see'
  if (kind === 'in_review' || kind === 'review_ending' || reason === 'not_approved') return 'approve'
  if (kind === 'returned') return 'read_note'
  if (kind === 'unconfirmed') return openPosts === 1 ? 'answer' : 'review'
  if (kind === 'missed' || isMended) return again()
  switch (reason) {
    case 'reconnect':
    case 'permission':
      return 'reconnect'
    case 'account_not_connected':
      return 'connect'
    case 'account_inactive':
      return 'activate'
    default:
      return canRetryUnchanged(reason) ? again() : 'review'
  }

  function again(): NotificationAction {
    return openPosts === 1 ? 'post_again' : 'post_all'
  }
}

export function actionPath(action: NotificationAction | null, postId: string | undefined): string {
  switch (action) {
    case 'answer':
      return `/unconfirmed/${postId ?? ''}`
    case 'see_comment':
      return `/comments/${postId ?? ''}`
    case 'secure':
      return '/profile'
    case 'approve':
    case 'read_note':
      return '/approvals'
    case 'reconnect':
    case 'connect':
    case 'activate':
      return '/social-accounts'
    default:
      return '/'
  }
}
