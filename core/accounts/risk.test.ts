import { expect, test } from 'vitest'
import { riskOf, riskOfPostingNow } from './risk.ts'

const account = {
  platform: 'linkedin' as const,
  isDefault: true,
  id: '1',
  isActive: true,
  needsReconnect: false,
  expiresAt: '2025-12-09T12:00:00Z',
  renewsItself: false,
  connectedAt: '2025-10-10T12:00:00Z',
}
const post = { accountId: '1', formerAccount: null, scheduledAt: '2025-12-08T12:00:00Z' }

test('a post whose account works at its time is not at risk', () => {
  expect(riskOf(post, [account])).toBeNull()
  expect(riskOf(post, [{ ...account, expiresAt: null }])).toBeNull()
})

test('a post of an account that is lost or switched off is at risk', () => {
  expect(riskOf(post, [{ ...account, needsReconnect: true }])).toBe('lost')
  expect(riskOf(post, [{ ...account, isActive: false }])).toBe('inactive')
})

test('a post that comes after the end of a permission is at risk, unless that renews itself', () => {
  const after = { ...post, scheduledAt: '2025-12-09T12:00:00Z' }
  expect(riskOf(after, [account])).toBe('ends')
  expect(riskOf(after, [{ ...account, renewsItself: true }])).toBeNull()
})

test('a post without an account is at risk', () => {
  expect(riskOf({ ...post, accountId: null }, [account])).toBe('no_account')
  expect(riskOf(post, [])).toBe('no_account')
})

test('a post whose own account is disconnected is at risk, whichever others there are', () => {
  const orphan = { accountId: null, formerAccount: 'Najd Logistics', platform: 'linkedin' as const }
  expect(riskOf({ ...post, ...orphan }, [account])).toBe('gone')
  expect(riskOfPostingNow(orphan, [account], new Date('2025-12-08T12:00:00Z'))).toBe('gone')
})

test('a post that never had an account is posted from the default of its network, where that works', () => {
  const now = new Date('2025-12-08T12:00:00Z')
  const orphan = { accountId: null, formerAccount: null, platform: 'linkedin' as const }
  expect(riskOfPostingNow(orphan, [account], now)).toBeNull()
  expect(riskOfPostingNow(orphan, [{ ...account, platform: 'threads' }], now)).toBe('no_account')
  expect(riskOfPostingNow(orphan, [{ ...account, needsReconnect: true }], now)).toBe('lost')
  expect(riskOfPostingNow(orphan, [account], new Date('2025-12-10T12:00:00Z'))).toBe('ends')
})
