import type { ProposedChange } from '#core/writing/assistant/answer-text.ts'
import type { Look, Proposal } from '#core/writing/assistant/contract.ts'
import { postOpening, type OwnPost } from '#core/writing/assistant/prompt.ts'
import type { Post } from '#core/posts/contract.ts'
import type { PostStatus } from '#core/posts/lifecycle.ts'
import { instantOf } from '#core/time-zone.ts'
import type { Caller } from '../../http/caller.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { HAS_ENGAGEMENT } from '../../posts/has-engagement.ts'
import { listPosts, postCache } from '../../posts/list-posts.ts'
import { findPost } from '../../posts/read-post.ts'
import type { ListOrder } from '../../posts/store.ts'

const MOST = 20

const LISTS: Record<Look, { status: readonly PostStatus[]; order: ListOrder }> = {
  coming: { status: ['scheduled', 'publishing'], order: 'coming' },
  published: { status: ['published'], order: 'published' },
  drafts: { status: ['draft'], order: 'written' },
  trouble: { status: ['failed', 'missed', 'unconfirmed'], order: 'written' },
}

export async function readOwnPosts(
  on: Queryable,
  caller: Caller,
  { at, words }: { at: Look; words: string | null },
): Promise<OwnPost[]> {
  const filter = { ...LISTS[at], limit: MOST, ...(words && { q: words }) }
  const { json } = await listPosts(on, postCache(), caller, filter)
  const posts = JSON.parse(Buffer.concat(json).toString()) as Post[]
  const reported = await on.query(sql`
    select ${columns('post_metrics', 'post_id')} from post_metrics
    where post_id = any(${posts.map(({ id }) => id)}::uuid[]) and ${HAS_ENGAGEMENT}`)
  const isReported = new Set(reported.map(({ post_id }) => post_id))
  return posts.map((post) => {
    const instant = post.publishedAt ?? post.scheduledAt
    const engagement = isReported.has(post.id) ? post.engagement : null
    return { ...post, engagement, at: instant === null ? null : new Date(instant) }
  })
}

/** Keeps only proposals that the user could carry out: own posts and future times. */
export async function validProposals(
  on: Queryable,
  caller: Caller,
  proposed: readonly ProposedChange[],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Proposal[]> {
  const checked: Proposal[] = []
  for (const { act, postId, at } of proposed) {
    const post = await findPost(on, caller, postId)
    const [date = '', time = ''] = at?.split('T') ?? []
    const instant = act === 'schedule' ? instantOf(date, time, timeZone) : null
    if (!post || !CHANGEABLE.has(post.status) || (act === 'schedule' && (!instant || instant <= now))) continue
    checked.push({
      act,
      postId,
      revision: post.revision,
      platform: post.platform,
      status: post.status,
      opening: postOpening(post.content),
      scheduledAt: instant?.toISOString() ?? null,
    })
  }
  return checked
}

const CHANGEABLE: ReadonlySet<PostStatus> = new Set(['draft', 'scheduled', 'failed', 'missed'])
