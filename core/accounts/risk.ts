import type { Platform } from '../platforms/platform.ts'
import { isTokenAccepted, postingAccount, type PostingAccount } from './posting-account.ts'

/**
 * Why a scheduled post would fail: its account needs a reconnect, is inactive, expires before the scheduled time, was
 * disconnected, or never existed.
 */
export type Risk = 'lost' | 'inactive' | 'ends' | 'gone' | 'no_account'

export function riskOf(
  post: { accountId: string | null; formerAccount: string | null; scheduledAt: string | null },
  accounts: readonly PostingAccount[],
): Risk | null {
  const account = accounts.find(({ id }) => id === post.accountId)
  if (!account) return post.formerAccount === null ? 'no_account' : 'gone'
  if (account.needsReconnect) return 'lost'
  if (!account.isActive) return 'inactive'
  return post.scheduledAt === null || isTokenAccepted(account, new Date(post.scheduledAt)) ? null : 'ends'
}

/**
 * Checks the post's own account, or the default one if the post never had an account. A disconnected account remains a
 * risk until the author chooses another.
 */
export function riskOfPublishingNow(
  post: { accountId: string | null; formerAccount: string | null; platform: Platform },
  accounts: readonly PostingAccount[],
  now: Date,
): Risk | null {
  const accountId =
    post.accountId ?? (post.formerAccount === null ? postingAccount(accounts, post.platform, now)?.id : null) ?? null
  return riskOf({ ...post, accountId, scheduledAt: now.toISOString() }, accounts)
}
