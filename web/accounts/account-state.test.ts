import { expect, test } from 'vitest'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { connectedAccounts } from '#core/accounts/posting-account.ts'
import {
  allowedBy,
  connectedPlatforms,
  healthOf,
  permissionOf,
  stepsToKeep,
  wasConnectedJustNow,
} from './account-state.ts'

const now = new Date('2025-12-03T12:00:00Z')

function account(more: Partial<SocialAccount> = {}): SocialAccount {
  return {
    id: '1',
    platform: 'linkedin',
    displayName: 'Layla Haddad',
    username: null,
    headline: null,
    textLimit: null,
    imageUrl: null,
    profileUrl: null,
    isActive: true,
    isDefault: true,
    simulated: false,
    scopes: [],
    connectedAt: '2025-03-04T00:00:00Z',
    expiresAt: null,
    renewsItself: false,
    needsReconnect: false,
    ...more,
  }
}

test('shows no expiry date for an account whose token Frogy renews automatically', () => {
  expect(permissionOf(account({ expiresAt: '2025-12-03T13:00:00Z', renewsItself: true }), now)).toBe('lasting')
})

test("warns in the last two weeks before an account's token expires", () => {
  expect(permissionOf(account({ expiresAt: '2025-12-18T12:00:00Z' }), now)).toBe('lasting')
  expect(permissionOf(account({ expiresAt: '2025-12-09T12:00:00Z' }), now)).toBe('ending-soon')
  expect(permissionOf(account({ expiresAt: '2025-11-30T12:00:00Z' }), now)).toBe('ended')
})

test("treats an account's rejected token as expired, even before its expiry date", () => {
  expect(permissionOf(account({ needsReconnect: true }), now)).toBe('ended')
})

test('counts a platform as connected when one of its accounts works', () => {
  const accounts = [
    account({ needsReconnect: true }),
    account({ id: '2', isDefault: false }),
    account({ id: '3', platform: 'facebook', needsReconnect: true }),
  ]
  const health = healthOf(accounts, now)
  expect(health.linkedin).toBe('connected')
  expect(health.facebook).toBe('broken')
  expect(health.threads).toBe('absent')
})

test('treats only an account connected within the last minutes as just connected', () => {
  const connectedAt = (time: string) => [account({ connectedAt: `2025-12-03T${time}Z` })]
  expect(wasConnectedJustNow(connectedAt('11:59:30'), 'linkedin', now)).toBe(true)
  expect(wasConnectedJustNow(connectedAt('12:04:00'), 'linkedin', now)).toBe(true)
  expect(wasConnectedJustNow(connectedAt('11:40:00'), 'linkedin', now)).toBe(false)
  expect(wasConnectedJustNow(connectedAt('11:59:30'), 'facebook', now)).toBe(false)
  expect(wasConnectedJustNow([], 'linkedin', now)).toBe(false)
})

test("maps a platform's OAuth scopes to the permissions shown to the user", () => {
  expect(allowedBy(['openid', 'profile', 'w_member_social'])).toEqual(['post', 'profile'])
  expect(allowedBy(['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'])).toEqual([
    'post',
    'media',
    'results',
    'profile',
  ])
  expect(allowedBy(['threads_basic', 'threads_content_publish'])).toEqual(['post', 'profile'])
})

test('sets the new default account before it disconnects the old one', () => {
  const newAccounts = [account(), account({ id: '2', isDefault: false }), account({ id: '3', isDefault: false })]
  expect(stepsToKeep(newAccounts, new Set())).toEqual([])
  expect(stepsToKeep(newAccounts, new Set(['2']))).toEqual([{ do: 'disconnect', id: '2' }])
  expect(stepsToKeep(newAccounts, new Set(['1', '2']))).toEqual([
    { do: 'make-default', id: '3' },
    { do: 'disconnect', id: '2' },
    { do: 'disconnect', id: '1' },
  ])
  expect(stepsToKeep(newAccounts, new Set(['1', '2', '3'])).at(-1)).toEqual({ do: 'disconnect', id: '1' })
})

test('does not count a platform as connected when none of its accounts works', () => {
  const accounts = [
    account({ id: 'works', platform: 'threads' }),
    account({ id: 'works too', platform: 'threads' }),
    account({ id: 'refused', platform: 'linkedin', needsReconnect: true }),
    account({ id: 'ended', platform: 'facebook', expiresAt: '2025-11-30T12:00:00Z' }),
    account({ id: 'switched off', platform: 'twitter', isActive: false }),
  ]
  expect(connectedPlatforms(accounts, now)).toEqual(['threads'])
  expect(connectedAccounts(accounts, now).map(({ id }) => id)).toEqual(['works', 'works too'])
})
