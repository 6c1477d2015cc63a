import type { Platform } from '#core/platforms/platform.ts'
import type { Post, PostChange } from '#core/posts/contract.ts'
import { postingAccountId } from '../accounts/store.ts'
import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import { ownAccountId, refuseChanged, refuseUneditable, refuseUnknownImages, timeFrom, type Meant } from './checks.ts'
import { refuseUnpublishable } from './content-issues.ts'
import { ownPost, toPost, type PostRow } from './store.ts'
import { editPost } from './transitions.ts'

/**
 * Changes or moves a post, or takes its time away.
 * @throws AppError not_found, already_publishing, already_published, changed_meanwhile, time_in_past, validation_failed
 */
export async function changePost(
  { database, clock, cutOff }: { database: Database; clock: Clock; cutOff: ReadonlySet<Platform> },
  { userId, language }: Caller,
  id: string,
  change: PostChange,
  meant: Meant,
): Promise<Post> {
  const now = clock.now()
  const row = await database.transaction(async (tx) => {
    const post = await ownPost(tx, id, userId, true)
    refuseUneditable(post)
    refuseChanged(post, meant)
    const { platform = post.platform, content = post.content, hashtags = post.hashtags } = change
    const scheduledAt =
      typeof change.scheduledAt === 'string' ? timeFrom(change.scheduledAt, now, language) : change.scheduledAt
    const { images, videos } = change.media ?? post
    if (change.media) await refuseUnknownImages(tx, images, { userId, language }, true)
    refuseUnpublishable({ platform, content, hashtags, images, videos }, language, cutOff)
    const accountId = await accountAfterChange(tx, post, platform, change.accountId, now)
    return await editPost(tx, post, { content, hashtags, images, videos, platform, accountId, scheduledAt }, now)
  })
  return toPost(row, language)
}

async function accountAfterChange(
  tx: Queryable,
  post: PostRow,
  platform: Platform,
  wanted: string | null | undefined,
  now: Date,
): Promise<string | null> {
  if (wanted) return await ownAccountId(tx, post.user_id, platform, wanted)
  if (wanted === undefined && platform === post.platform && post.account_id) return post.account_id
  return await postingAccountId(tx, post.user_id, platform, now)
}
