import type { ReviewedPost } from '#core/approval/contract.ts'
import { includesRole } from '#core/workspaces/role.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed, list, type RowOf } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { awaitsApproval } from '../posts/checks.ts'
import { POST_COLUMNS, toPost, type PostRow } from '../posts/store.ts'
import { isOwn, textsOf } from './decide.ts'

const LISTED = 100
const REVIEWS_SHOWN = 20

const REVIEW = list(
  columns('post_reviews r', 'id', 'post_id', 'at', 'act', 'actor_id', 'actor_name', 'note', 'seen'),
  computed('member_name', 'text', sql`trim(u.first_name || ' ' || u.last_name)`),
)
type Review = RowOf<typeof REVIEW>

/**
 * The posts that wait for approval, earliest time first, whether scheduled or planned. Then the posts that were
 * returned to their authors.
 */
export async function listReviews(on: Queryable, caller: Caller): Promise<ReviewedPost[]> {
  const posts = await on.query(sql`
    select ${POST_COLUMNS} from posts where user_id = ${caller.userId} and needs_approval
      and status in ('draft', 'in_review', 'failed', 'missed') and approved_revision is distinct from revision
      and (status <> 'draft' or 'returned' = (
        select act from post_reviews where post_id = posts.id and act <> 'asked' order by id desc limit 1))
    order by status = 'draft', coalesce(scheduled_at, planned_at), created_at, id limit ${LISTED}`)
  if (posts.length === 0) return []
  const reviews = await on.query(sql`
    select ${REVIEW} from unnest(${posts.map(({ id }) => id)}::uuid[]) as listed (id)
    cross join lateral (select * from post_reviews where post_id = listed.id order by id desc limit ${REVIEWS_SHOWN}) r
    left join users u on u.id = r.actor_id order by r.id`)
  const reviewsOf = Map.groupBy(reviews, ({ post_id: id }) => id)
  return posts.map((post) => toReviewed(post, reviewsOf.get(post.id) ?? [], caller))
}

function toReviewed(post: PostRow, reviews: Review[], { member, language }: Caller): ReviewedPost {
  const askedSince = reviews.slice(reviews.findLastIndex(({ act }) => act === 'approved') + 1)
  const askers = askedSince.flatMap(({ act, actor_id: actor }) => (act === 'asked' && actor ? [actor] : []))
  const mayApprove = member !== undefined && includesRole(member.role, 'editor') && !isOwn(member, post, askers)
  return {
    post: toPost(post, language),
    state: awaitsApproval(post) ? 'waiting' : 'returned',
    now: textsOf(post),
    seen: reviews.findLast(({ seen }) => seen !== null)?.seen ?? null,
    reviews: reviews.map((review) => ({
      at: review.at.toISOString(),
      act: review.act,
      actor: review.actor_name ?? review.member_name,
      isOwn: review.actor_id !== null && review.actor_id === member?.id,
      note: review.note,
    })),
    mayDecide: mayApprove && awaitsApproval(post),
  }
}
