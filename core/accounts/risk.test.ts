import { expect, test } from 'vitest'
import { riskOf, riskOfPublishingNow } from './risk.ts'

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

test('reports no risk for a post whose account works at the scheduled time', () => {
  expect(riskOf(post, [account])).toBeNull()
  expect(riskOf(post, [{ ...account, expiresAt: null }])).toBeNull()
})

test('reports a risk for a post whose account needs a reconnect or is inactive', () => {
  expect(riskOf(post, [{ ...account, needsReconnect: true }])).toBe('lost')
  expect(riskOf(post, [{ ...account, isActive: false }])).toBe('inactive')
})

test("reports a risk for a post scheduled after its token's expiry, unless the token renews itself", () => {
  const after = { ...post, scheduledAt: '2025-12-09T12:00:00Z' }
  expect(riskOf(after, [account])).toBe('ends')
  expect(riskOf(after, [{ ...account, renewsItself: true }])).toBeNull()
})

test('reports a risk for a post without an account', () => {
  expect(riskOf({ ...post, accountId: null }, [account])).toBe('no_account')
  expect(riskOf(post, [])).toBe('no_account')
})

test('reports a risk for a post whose account is disconnected, even if other accounts exist', () => {
  const orphan = { accountId: null, formerAccount: 'Najd Logistics', platform: 'linkedin' as const }
  expect(riskOf({ ...post, ...orphan }, [account])).toBe('gone')
  expect(riskOfPublishingNow(orphan, [account], new Date('2025-12-08T12:00:00Z'))).toBe('gone')
})

test("reports the risk of the network's default account for a post that never had an account", () => {
  const now = new Date('2025-12-08T12:00:00Z')
  const orphan = { accountId: null, formerAccount: null, platform: 'linkedin' as const }
  expect(riskOfPublishingNow(orphan, [account], now)).toBeNull()
  expect(riskOfPublishingNow(orphan, [{ ...account, platform: 'threads' }], now)).toBe('no_account')
  expect(riskOfPublishingNow(orphan, [{ ...account, needsReconnect: true }], now)).toBe('lost')
  expect(riskOfPublishingNow(orphan, [account], new Date('2025-12-10T12:00:00Z'))).toBe('ends')
})
