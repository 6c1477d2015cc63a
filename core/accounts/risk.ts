import type { Platform } from '../platforms/platform.ts'
import type { SocialAccount } from './contract.ts'

/** Why a coming post would not go out as things stand: its account is lost, switched off, ends before, or there is none. */
export type Risk = 'lost' | 'inactive' | 'ends' | 'no_account'

type PostingAccount = Pick<
  SocialAccount,
  'id' | 'platform' | 'isActive' | 'isDefault' | 'needsReconnect' | 'expiresAt' | 'renewsItself'
>

/** What threatens a coming post; null when nothing does. */
export function riskOf(
  post: { accountId: string | null; scheduledAt: string | null },
  accounts: readonly PostingAccount[],
): Risk | null {
  const account = accounts.find(({ id }) => id === post.accountId)
  if (!account) return 'no_account'
  if (account.needsReconnect) return 'lost'
  if (!account.isActive) return 'inactive'
  if (account.renewsItself || account.expiresAt === null || post.scheduledAt === null) return null
  return Date.parse(account.expiresAt) <= Date.parse(post.scheduledAt) ? 'ends' : null
}

/** What would keep a post from going out if it were posted now: from its own account, or else from its network's default. */
export function riskOfPostingNow(
  post: { accountId: string | null; platform: Platform },
  accounts: readonly PostingAccount[],
  now: Date,
): Risk | null {
  const others = accounts.filter(({ platform, isActive }) => platform === post.platform && isActive)
  const account = post.accountId ?? (others.find(({ isDefault }) => isDefault) ?? others[0])?.id ?? null
  return riskOf({ accountId: account, scheduledAt: now.toISOString() }, accounts)
}
