import { expect, test } from 'vitest'
import { actionFor, actionPath, NOTIFICATION_KINDS } from './action.ts'

const posts = (openPosts: number) => ({
  reason: null,
  isAccountLost: false,
  isMended: false,
  openPosts,
  failedJobs: 0,
})
const lost = { ...posts(0), isAccountLost: true }

test('asks whether a single unconfirmed post is public, and offers to review several unconfirmed posts', () => {
  expect(actionFor({ kind: 'unconfirmed', ...posts(1) })).toBe('answer')
  expect(actionFor({ kind: 'unconfirmed', ...posts(3) })).toBe('review')
  expect(actionPath('answer', '7')).toBe('/unconfirmed/7')
})

test('offers to reconnect an account that needs a reconnect, and after the reconnect to retry its failed posts', () => {
  expect(actionFor({ kind: 'reconnect', ...lost, openPosts: 2 })).toBe('reconnect')
  expect(actionFor({ kind: 'reconnect', ...posts(1) })).toBe('post_again')
  expect(actionFor({ kind: 'reconnect', ...posts(2) })).toBe('post_all')
})

test('offers to retry a failed post, or to review a post that its network would reject again', () => {
  expect(actionFor({ kind: 'missed', ...posts(1) })).toBe('post_again')
  expect(actionFor({ kind: 'failed', ...posts(1), reason: 'not_reached' })).toBe('post_again')
  expect(actionFor({ kind: 'failed', ...posts(1), reason: 'account_restricted' })).toBe('post_again')
  expect(actionFor({ kind: 'missed', ...posts(2) })).toBe('post_all')
  expect(actionFor({ kind: 'failed', ...posts(1), reason: 'duplicate' })).toBe('review')
  expect(actionFor({ kind: 'failed', ...posts(9), reason: 'permission' })).toBe('reconnect')
  expect(actionFor({ kind: 'failed', ...posts(9), reason: 'account_inactive' })).toBe('activate')
  expect(actionFor({ kind: 'failed', ...posts(9), reason: 'account_not_connected' })).toBe('connect')
})

test('offers to retry a failed post when its account has been fixed since the failure', () => {
  for (const reason of ['permission', 'account_inactive', 'account_not_connected'] as const) {
    expect(actionFor({ kind: 'failed', ...posts(1), reason, isMended: true })).toBe('post_again')
    expect(actionFor({ kind: 'failed', ...posts(9), reason, isMended: true })).toBe('post_all')
  }
})

test('offers to view a delayed post in the schedule until it is published', () => {
  expect(actionFor({ kind: 'delayed', ...posts(1) })).toBe('look')
  expect(actionFor({ kind: 'delayed', ...posts(9), reason: 'not_reached' })).toBe('look')
  expect(actionPath('look', '7')).toBe('/')
  for (const kind of ['moved', 'unmoved'] as const) expect(actionFor({ kind, ...posts(1) })).toBe('look')
})

test('offers to view a post that was published although its author withdrew it', () => {
  expect(actionFor({ kind: 'went_out', ...posts(1) })).toBe('see')
  expect(actionFor({ kind: 'went_out', ...posts(9) })).toBe('see')
  expect(actionPath('see', '7')).toBe('/')
})

test('offers to retry failed background jobs', () => {
  expect(actionFor({ kind: 'jobs', ...posts(0), failedJobs: 3 })).toBe('retry_jobs')
})

test('offers no action for a resolved notification', () => {
  // Security notices are never resolved, because they report a change that remains.
  for (const kind of NOTIFICATION_KINDS.filter((one) => one !== 'security')) {
    expect(actionFor({ kind, ...posts(0), isMended: true })).toBeNull()
  }
})

test('offers to open a comment until it is resolved', () => {
  for (const kind of ['mentioned', 'commented'] as const) expect(actionFor({ kind, ...posts(0) })).toBe('see_comment')
  expect(actionPath('see_comment', '7')).toBe('/comments/7')
})
