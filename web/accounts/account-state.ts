import type { SocialAccount } from '#core/accounts/contract.ts'
import { isTokenAccepted } from '#core/accounts/posting-account.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { isolate } from '../lib/isolate.ts'

const SOON_DAYS = 14
const DAY_MS = 86_400_000

type Permission = 'lasting' | 'ending-soon' | 'ended'

export function permissionOf(account: SocialAccount, now: Date): Permission {
  if (!isTokenAccepted(account, now)) return 'ended'
  return isTokenAccepted(account, new Date(now.getTime() + SOON_DAYS * DAY_MS)) ? 'lasting' : 'ending-soon'
}

export type PlatformHealth = 'connected' | 'broken' | 'absent'

export function healthOf(accounts: readonly SocialAccount[], now: Date): Record<Platform, PlatformHealth> {
  const entries = PLATFORMS.map((platform): [Platform, PlatformHealth] => {
    const own = accounts.filter((account) => account.platform === platform && account.isActive)
    if (own.length === 0) return [platform, 'absent']
    return [platform, own.some((account) => isTokenAccepted(account, now)) ? 'connected' : 'broken']
  })
  return Object.fromEntries(entries) as Record<Platform, PlatformHealth>
}

export function connectedPlatforms(accounts: readonly SocialAccount[], now: Date): Platform[] {
  const health = healthOf(accounts, now)
  return PLATFORMS.filter((platform) => health[platform] === 'connected')
}

/**
 * How recent a new connection must be. Allows for clock differences between browser and server, and for a slow page
 * load.
 */
const JUST_NOW_MS = 10 * 60_000

export function wasConnectedJustNow(accounts: readonly SocialAccount[], platform: Platform, now: Date): boolean {
  return accounts.some(
    (account) =>
      account.platform === platform && Math.abs(Date.parse(account.connectedAt) - now.getTime()) < JUST_NOW_MS,
  )
}

export function accountLabel({ displayName, username }: SocialAccount): string {
  const names = [displayName, username ? `@${username}` : '']
  return names
    .filter((name) => name !== '')
    .map(isolate)
    .join(' · ')
}

export type Step = { do: 'make-default' | 'disconnect'; id: string }

/**
 * Returns the API calls that keep the accounts that the user chose. The new default is set before the old one is
 * disconnected, so that scheduled posts move to a kept account.
 */
export function stepsToKeep(newAccounts: readonly SocialAccount[], leftOut: ReadonlySet<string>): Step[] {
  const removed = newAccounts.filter(({ id }) => leftOut.has(id))
  const newDefault = newAccounts.find(({ id }) => !leftOut.has(id))
  const needsNewDefault = newDefault !== undefined && removed.some(({ isDefault }) => isDefault)
  return [
    ...(needsNewDefault ? [{ do: 'make-default' as const, id: newDefault.id }] : []),
    ...removed
      .toSorted((a, b) => Number(a.isDefault) - Number(b.isDefault))
      .map(({ id }) => ({ do: 'disconnect' as const, id })),
  ]
}

/** Maps a platform's OAuth scopes to the permissions that Frogy shows to the user. */
export function allowedBy(scopes: readonly string[]): ('post' | 'media' | 'results' | 'profile')[] {
  const has = (pattern: RegExp) => scopes.some((scope) => pattern.test(scope))
  return [
    has(
      /^w_|tweet\.write|manage_posts|content_publish|publish|write:statuses|post_messages|appPass|transition:generic/,
    ) && ('post' as const),
    has(/media\.write|write:media|post_messages|appPass|transition:generic/) && ('media' as const),
    has(/^r_.*social|tweet\.read|engagement|insights|read:statuses|appPass|transition:generic/) && ('results' as const),
    has(/profile|read:accounts|openid|users\.read|_basic|pages_show_list|appPass|transition:generic/) &&
      ('profile' as const),
  ].filter((one) => one !== false)
}
