import type { Platform } from '#core/platforms/platform.ts'
import type { Queryable } from '../db/database.ts'
import type { SocialAccounts } from '../db/rows.ts'

/**
 * The changes of posts that follow from a change of their account. The functions are injected, because importing
 * `server/posts/transitions/account.ts` would be circular.
 */
export interface PostsOfAccounts {
  detachPosts(on: Queryable, account: Left, now: Date): Promise<void>
  reassignPosts(on: Queryable, accountId: string, heirId: string | null, now: Date): Promise<void>
  adoptPosts(
    on: Queryable,
    account: { id: string; userId: string; platform: Platform; remoteId: string },
    defaultId: string | null,
    now: Date,
  ): Promise<void>
  eraseAccountData(
    on: Queryable,
    which: { code: string; platform: Platform; accountIds: string[]; grantedBy: string },
    now: Date,
  ): Promise<{ ids: string[]; sending: number }>
  checkUnconfirmedNow(on: Queryable, accountId: string, now: Date): Promise<void>
}

type Left = Pick<SocialAccounts, 'id' | 'remote_id' | 'granted_by' | 'display_name' | 'username'>
