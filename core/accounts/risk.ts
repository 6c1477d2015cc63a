import type { Platform } from '../platforms/platform.ts'
import type { SocialAccount } from './contract.ts'

/**
 * Why a coming post would not go out as things stand: its account is lost, switched off, ends before, is disconnected,
 * or there never was one.
 */
export type Risk = 'lost' | 'inactive' | 'ends' | 'gone' | 'no_account'

type PostingAccount = Pick<
  SocialAccount,
  'id' | 'platform' | 'isActive' | 'isDefault' | 'needsReconnect' | 'expiresAt' | 'renewsItself'
>

/** What threatens a coming post; null when nothing does. */
export function riskOf(
  post: { accountId: string | null; formerAccount: string | null; scheduledAt: string | null },
  accounts: readonly PostingAccount[],
): Risk | null {
  const account = accounts.find(({ id }) => id === post.accountId)
  if (!account) return post.formerAccount === null ? 'no_account' : 'gone'
  if (account.needsReconnect) return 'lost'
  if (!account.isActive) return 'inactive'
  if (account.renewsItself || account.expiresAt === null || post.scheduledAt === null) return null
  return Date.parse(account.expiresAt) <= Date.parse(post.scheduledAt) ? 'ends' : null
}

/**
 * What keeps a post from being posted now by one click: from its own account, or from its network's default where it
 * never had one. What was written for an account that is gone is not for another one, unless its owner says so.
 */
export function riskOfPostingNow(
  post: { accountId: string | null; formerAccount: string | null; platform: Platform },
  accounts: readonly PostingAccount[],
  now: Date,
): Risk | null {
  const accountId =
    post.accountId ?? (post.formerAccount === null ? defaultOf(post.platform, accounts)?.id : null) ?? null
  return riskOf({ ...post, accountId, scheduledAt: now.toISOString() }, accounts)
}

/** The account that a network's posts go to unless told otherwise, as the server chooses it; none without an active one. */
export function defaultOf<Account extends PostingAccount>(
  platform: Platform,
  accounts: readonly Account[],
): Account | undefined {
  const active = accounts.filter((account) => account.platform === platform && account.isActive)
  return active.find(({ isDefault }) => isDefault) ?? active[0]
}
