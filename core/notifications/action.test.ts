import { expect, test } from 'vitest'
import { actionFor, actionPath } from './action.ts'

const lost = { reason: null, isAccountLost: true, openPosts: 0 } as const
const posts = (openPosts: number) => ({ reason: null, isAccountLost: false, openPosts })

test('one unconfirmed post is answered where it is asked about, several are looked through', () => {
  expect(actionFor({ kind: 'unconfirmed', ...posts(1) })).toBe('answer')
  expect(actionFor({ kind: 'unconfirmed', ...posts(3) })).toBe('review')
  expect(actionPath('answer', '7')).toBe('/unconfirmed/7')
})

test('an account that is lost is connected again first, and then its post is posted again', () => {
  expect(actionFor({ kind: 'reconnect', ...lost, openPosts: 2 })).toBe('reconnect')
  expect(actionFor({ kind: 'reconnect', ...posts(1) })).toBe('post_again')
  expect(actionFor({ kind: 'reconnect', ...posts(2) })).toBe('review')
})

test('a post is posted again where nothing is wrong with it, and looked at where it was refused', () => {
  expect(actionFor({ kind: 'missed', ...posts(1) })).toBe('post_again')
  expect(actionFor({ kind: 'failed', ...posts(1), reason: 'not_reached' })).toBe('post_again')
  expect(actionFor({ kind: 'failed', ...posts(1), reason: 'duplicate' })).toBe('review')
  expect(actionFor({ kind: 'failed', ...posts(9), reason: 'permission' })).toBe('reconnect')
  expect(actionFor({ kind: 'failed', ...posts(9), reason: 'account_inactive' })).toBe('activate')
  expect(actionFor({ kind: 'failed', ...posts(9), reason: 'account_not_connected' })).toBe('connect')
})

test('there is nothing to do about what is taken care of', () => {
  for (const kind of ['failed', 'missed', 'unconfirmed', 'reconnect', 'ending'] as const) {
    expect(actionFor({ kind, ...posts(0) })).toBeNull()
  }
})
