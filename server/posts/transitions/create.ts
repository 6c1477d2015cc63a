import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { PostOptions } from '#core/platforms/post-options.ts'
import type { Video } from '#core/posts/contract.ts'
import type { Queryable } from '../../db/database.ts'
import { withEvents } from '../../events/events.ts'
import sql from '../../db/sql.ts'
import { countChanges, countedColumns } from '../counts.ts'
import { ownPost, POST_COLUMNS, type PostRow } from '../store.ts'
import { replaceFollowUps, type NewFollowUp } from './follow-ups.ts'
import { warnsAt } from './approval.ts'
import { type ChosenTime, wallTimeValues } from './wall-time.ts'

interface NewPost {
  id: string
  userId: string
  accountId: string | null
  platform: Platform
  content: string
  contentLanguage: Language
  contentType: string | null
  tone: string | null
  hashtags: string[]
  images: string[]
  videos: readonly Video[]
  options: PostOptions | null
  /** The id that the post shares with its version in the other language. */
  ideaId: string | null
  status: 'publishing' | 'scheduled' | 'in_review' | 'draft'
  time: ChosenTime | null
  /** The time that the author plans for a draft. */
  plannedAt: Date | null
  followUps: NewFollowUp[]
  /** The member of a workspace who writes the post. */
  writerId: string | null
  tagIds?: string[]
  /** The evergreen post whose text this post repeats. */
  evergreenOf?: string
  /** The post's place among posts that repeat each other. */
  occurrence?: { recurrenceId: string; date: string }
}

export async function insertPost(on: Queryable, post: NewPost, now: Date): Promise<PostRow> {
  const at = post.time?.at ?? null
  const isInReview = post.status === 'in_review'
  const insert = sql`
    insert into posts (id, user_id, account_id, platform, content, content_language, content_type, tone, hashtags, images, videos,
      idea_id, status, scheduled_at, planned_at, next_step_at, wall_time, time_zone, zone_rules, created_at, updated_at, follow_ups,
      needs_approval, review_warn_at, written_by, tag_ids, evergreen_of, recurrence_id, occurrence_on, options)
    values (${post.id}, ${post.userId}, ${post.accountId}, ${post.platform}, ${post.content}, ${post.contentLanguage},
      ${post.contentType}, ${post.tone}, ${post.hashtags}, ${post.images}, ${JSON.stringify(post.videos)},
      ${post.ideaId}, ${post.status}, ${at}, ${post.plannedAt}, ${isInReview ? null : at}, ${wallTimeValues(post.time?.wall ?? null)}, ${now}, ${now}, ${post.followUps.length},
      ${isInReview}, ${isInReview && at ? warnsAt(at, now) : null}, ${post.writerId ? [post.writerId] : []}, ${post.tagIds ?? []}::text[], ${post.evergreenOf ?? null}::uuid,
      ${post.occurrence?.recurrenceId ?? null}::uuid, ${post.occurrence?.date ?? null}::text,
      ${post.options && JSON.stringify(post.options)}::jsonb)
    returning ${POST_COLUMNS}, ${countedColumns('posts', 'now')}`
  const [row] = await on.query(withEvents(insert, 'post.created', now, countChanges('now')))
  if (!row) throw new Error('The new post was not returned')
  if (post.followUps.length === 0) return row
  await replaceFollowUps(on, post.id, post.followUps)
  return await ownPost(on, post.id, post.userId)
}
