import type { Platform } from '../platforms/platform.ts'
import { isAccepted, postingAccount, type PostingAccount } from './posting-account.ts'

/**
 * Why a coming post would not go out as things stand: its account is lost, switched off, ends before, is disconnected,
 * or there never was one.
 */
export type Risk = 'lost' | 'inactive' | 'ends' | 'gone' | 'no_account'

/** What threatens a coming post; null when nothing does. */
export function riskOf(
  post: { accountId: string | null; formerAccount: string | null; scheduledAt: string | null },
  accounts: readonly PostingAccount[],
): Risk | null {
  const account = accounts.find(({ id }) => id === post.accountId)
  if (!account) return post.formerAccount === null ? 'no_account' : 'gone'
  if (account.needsReconnect) return 'lost'
  if (!account.isActive) return 'inactive'
  return post.scheduledAt === null || isAccepted(account, new Date(post.scheduledAt)) ? null : 'ends'
}

/**
 * What keeps a post from being posted now by one click: from its own account, or, where it never had one, from the one
 * that its network's posts are from. What was written for an account that is gone is not for another one, unless its owner says so.
 */
export function riskOfPostingNow(
  post: { accountId: string | null; formerAccount: string | null; platform: Platform },
  accounts: readonly PostingAccount[],
  now: Date,
): Risk | null {
  const accountId =
    post.accountId ?? (post.formerAccount === null ? postingAccount(accounts, post.platform, now)?.id : null) ?? null
  return riskOf({ ...post, accountId, scheduledAt: now.toISOString() }, accounts)
}
