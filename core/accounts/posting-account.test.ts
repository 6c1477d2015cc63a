import { describe, expect, test } from 'vitest'
import { postingAccount, postingAccounts, type PostingAccount } from './posting-account.ts'

const now = new Date('2025-12-03T12:00:00Z')
const account = (id: string, more: Partial<PostingAccount> = {}): PostingAccount => ({
  id,
  platform: 'facebook',
  isActive: true,
  isDefault: false,
  needsReconnect: false,
  expiresAt: null,
  renewsItself: false,
  connectedAt: '2025-03-04T00:00:00Z',
  ...more,
})
const chosen = (accounts: PostingAccount[], id?: string) => postingAccount(accounts, 'facebook', now, id)?.id

describe('choice of the posting account', () => {
  test('chooses the account that the post selects if the account is usable, else the default account', () => {
    const accounts = [
      account('other'),
      account('default', { isDefault: true }),
      account('lost', { needsReconnect: true }),
    ]
    expect(chosen(accounts)).toBe('default')
    expect(chosen(accounts, 'other')).toBe('other')
    expect(chosen(accounts, 'lost')).toBe('default')
    expect(chosen(accounts, 'of another person')).toBe('default')
  })

  test.each([
    ['lost', { needsReconnect: true }],
    ['ended by time', { expiresAt: '2025-12-03T11:59:59Z' }],
    ['switched off', { isActive: false }],
  ] as const)('chooses the oldest usable account when the default account is %s', (_, trouble) => {
    const accounts = [
      account('younger', { connectedAt: '2025-06-01T00:00:00Z' }),
      account('default', { isDefault: true, ...trouble }),
      account('older', { connectedAt: '2025-05-01T00:00:00Z' }),
    ]
    expect(chosen(accounts)).toBe('older')
    expect(chosen(accounts.toReversed())).toBe('older')
  })

  test('chooses a default account that needs a reconnect if no account is usable, so that posts wait for the reconnect', () => {
    const accounts = [
      account('off', { isActive: false }),
      account('default', { isDefault: true, needsReconnect: true }),
    ]
    expect(chosen(accounts)).toBe('default')
    expect(postingAccounts(accounts, 'facebook', now)).toEqual([])
  })

  test('chooses no account when none is active on the platform', () => {
    expect(chosen([account('off', { isActive: false }), account('elsewhere', { platform: 'threads' })])).toBeUndefined()
  })

  test('accepts an account that renews its token, even after the expiry time', () => {
    expect(chosen([account('a', { expiresAt: '2025-01-01T00:00:00Z', renewsItself: true })])).toBe('a')
  })
})
