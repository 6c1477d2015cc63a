import { expect, test } from 'vitest'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Post } from '#core/posts/contract.ts'
import { groupTrouble, obstacleTo } from './trouble-groups.ts'

const post = (id: string, about: Partial<Post>, code = 'reconnect') =>
  ({
    id,
    platform: 'linkedin',
    accountId: 'layla',
    formerAccount: null,
    status: 'failed',
    scheduledAt: '2025-12-03T10:00:00Z',
    failure: { code, message: '', detail: null, at: '2025-12-03T10:00:05Z' },
    ...about,
  }) as Post

test('groups failed posts with the same problem on the same account', () => {
  const groups = groupTrouble([
    post('a', {}),
    post('b', { scheduledAt: '2025-12-03T11:00:00Z' }),
    post('c', { accountId: 'omar' }),
    post('d', {}, 'duplicate'),
    post('e', { platform: 'threads' }),
  ])
  expect(groups.map(({ posts }) => posts.map(({ id }) => id))).toEqual([['b', 'a'], ['c'], ['d'], ['e']])
})

test('sorts posts that may be live before failed posts, regardless of age', () => {
  const asked = post('asked', { status: 'unconfirmed', scheduledAt: '2025-12-01T10:00:00Z' }, 'unconfirmed')
  expect(groupTrouble([post('failed', {}), asked]).map(({ posts }) => posts[0].id)).toEqual(['asked', 'failed'])
})

test("blocks a retry until the user grants the account's permission again", () => {
  const account = { id: 'layla', platform: 'linkedin', isActive: true, isDefault: true, renewsItself: true }
  const at = (connectedAt: string) => [
    { ...account, expiresAt: null, needsReconnect: false, connectedAt } as SocialAccount,
  ]
  const refused = post('a', {}, 'permission')
  const now = new Date('2025-12-03T12:00:00Z')
  expect(obstacleTo(refused, at('2025-12-01T00:00:00Z'), now)).toBe('lost')
  expect(obstacleTo(refused, at('2025-12-03T11:00:00Z'), now)).toBeNull()
  expect(obstacleTo(post('b', {}, 'duplicate'), at('2025-12-01T00:00:00Z'), now)).toBeNull()
})
