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

test('one unconfirmed post is answered where it is asked about, several are looked through', () => {
  expect(actionFor({ kind: 'unconfirmed', ...posts(1) })).toBe('answer')
  expect(actionFor({ kind: 'unconfirmed', ...posts(3) })).toBe('review')
  expect(actionPath('answer', '7')).toBe('/unconfirmed/7')
})

test('an account that is lost is connected again first, and then its posts are posted again', () => {
  expect(actionFor({ kind: 'reconnect', ...lost, openPosts: 2 })).toBe('reconnect')
  expect(actionFor({ kind: 'reconnect', ...posts(1) })).toBe('post_again')
  expect(actionFor({ kind: 'reconnect', ...posts(2) })).toBe('post_all')
})

test('a post is posted again where nothing is wrong with it, and looked at where it was refused', () => {
  expect(actionFor({ kind: 'missed', ...posts(1) })).toBe('post_again')
  expect(actionFor({ kind: 'failed', ...posts(1), reason: 'not_reached' })).toBe('post_again')
  expect(actionFor({ kind: 'failed', ...posts(1), reason: 'account_restricted' })).toBe('post_again')
  expect(actionFor({ kind: 'missed', ...posts(2) })).toBe('post_all')
  expect(actionFor({ kind: 'failed', ...posts(1), reason: 'duplicate' })).toBe('review')
  expect(actionFor({ kind: 'failed', ...posts(9), reason: 'permission' })).toBe('reconnect')
  expect(actionFor({ kind: 'failed', ...posts(9), reason: 'account_inactive' })).toBe('activate')
  expect(actionFor({ kind: 'failed', ...posts(9), reason: 'account_not_connected' })).toBe('connect')
})

test('an account that was set right since is not set right again: its posts are posted again', () => {
  for (const reason of ['permission', 'account_inactive', 'account_not_connected'] as const) {
    expect(actionFor({ kind: 'failed', ...posts(1), reason, isMended: true })).toBe('post_again')
    expect(actionFor({ kind: 'failed', ...posts(9), reason, isMended: true })).toBe('post_all')
  }
})

test('a post that is only delayed goes out by itself, and can be looked at until then', () => {
  expect(actionFor({ kind: 'delayed', ...posts(1) })).toBe('look')
  expect(actionFor({ kind: 'delayed', ...posts(9), reason: 'not_reached' })).toBe('look')
  expect(actionPath('look', '7')).toBe('/')
  for (const kind of ['moved', 'unmoved'] as const) expect(actionFor({ kind, ...posts(1) })).toBe('look')
})

test('a post that went out although it was wanted back is looked at, wherever that is', () => {
  expect(actionFor({ kind: 'went_out', ...posts(1) })).toBe('see')
  expect(actionFor({ kind: 'went_out', ...posts(9) })).toBe('see')
  expect(actionPath('see', '7')).toBe('/')
})

test('failed jobs are tried again', () => {
  expect(actionFor({ kind: 'jobs', ...posts(0), failedJobs: 3 })).toBe('retry_jobs')
})

test('there is nothing to do about what is taken care of', () => {
  for (const kind of NOTIFICATION_KINDS) {
    expect(actionFor({ kind, ...posts(0) })).toBeNull()
  }
})
