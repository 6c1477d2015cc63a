import { publishedText } from '#core/posts/published-text.ts'
import { renewLease } from '../../accounts/leases.ts'
import type { AccountRow } from '../../accounts/store.ts'
import type { OutgoingPost, Outcome, PlatformClient, ReplyTo } from '../../adapters/platforms/platform-client.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { POST_COLUMNS, type PostRow } from '../../posts/store.ts'
import { FOLLOW_UP_COLUMNS, IS_NEXT, type FollowUp } from '../../posts/transitions/follow-ups.ts'
import { findSentOptions } from '../send/attempts.ts'
import { buildOutgoingPost } from '../send/outgoing-post.ts'
import type { PublishParts, WorkerTools } from '../send/publish-job.ts'

/** A thread part or first comment to send or to look up, while no other worker may use its account. */
export interface FollowUpJob extends PublishParts, WorkerTools {
  worker: string
  account: AccountRow
  client: PlatformClient
  post: PostRow
  followUp: FollowUp
  /** The part of the thread that this one replies to. Undefined if Frogy knows no id of the thread at the network. */
  replyTo: ReplyTo | undefined
  /** Aborts when the worker stops. A request that has begun continues. */
  signal: AbortSignal
}

/** Whether the follow-up is sent as a comment. Networks with threads get a first comment as a reply. */
export const isComment = ({ followUp, client }: Pick<FollowUpJob, 'followUp' | 'client'>): boolean =>
  followUp.kind === 'comment' && client.comment !== undefined

const DAY_MS = 24 * 3_600_000
const SUSPENDED_MS = 600_000

/**
 * Reads a due follow-up with everything that its request needs.
 * @returns undefined if another transaction changed it, or if its author may not publish now
 * @throws LeaseLost
 */
export async function claimFollowUp(
  tx: Queryable,
  worker: string,
  leased: AccountRow,
  id: string,
  now: Date,
): Promise<Pick<FollowUpJob, 'account' | 'post' | 'followUp' | 'replyTo'> | undefined> {
  const account = await renewLease(tx, worker, leased)
  const [followUp] = await tx.query(sql`
    select ${FOLLOW_UP_COLUMNS} from follow_ups f join posts p on p.id = f.post_id
    where f.id = ${id} and f.next_step_at <= ${now} and p.account_id = ${account.id} and ${IS_NEXT} for update of f skip locked`)
  if (!followUp) return undefined
  const [post] = await tx.query(sql`select ${POST_COLUMNS} from posts where id = ${followUp.post_id}`)
  const [author] = await tx.query(sql`
    select ${columns('users', 'suspended_at', 'deletion_due_at')} from users where id = ${post?.user_id ?? null}`)
  if (!post || !author) return undefined
  if (author.deletion_due_at || (author.suspended_at && followUp.state === 'waiting')) {
    // Publish nothing for a user who is suspended or deletes their account.
    const until = author.deletion_due_at
      ? Math.max(author.deletion_due_at.getTime(), now.getTime()) + DAY_MS
      : now.getTime() + SUSPENDED_MS
    await tx.query(sql`update follow_ups set next_step_at = ${new Date(until)} where id = ${followUp.id}`)
    return undefined
  }
  return { account, post, followUp, replyTo: await replyToOf(tx, post, followUp) }
}

/** Finds the nearest earlier part with a known id. A part that only its author confirmed has none. */
async function replyToOf(on: Queryable, post: PostRow, { position }: FollowUp): Promise<ReplyTo | undefined> {
  const earlier = await on.query(sql`
    select ${columns('follow_ups', 'remote_id')} from follow_ups
    where post_id = ${post.id} and position < ${position} and remote_id is not null order by position desc limit 1`)
  const parentId = earlier[0]?.remote_id ?? post.remote_id
  return parentId === null ? undefined : { parentId, rootId: post.remote_id }
}

export async function outgoingFollowUp(job: FollowUpJob): Promise<Outcome<OutgoingPost>> {
  const { post, followUp, replyTo } = job
  const built = await buildOutgoingPost(job, { ...post, images: followUp.images }, publishedText(followUp))
  if (!built.ok) return built
  // Use the options of the sent post, because the account's default visibility may have changed since.
  const options = (await findSentOptions(job.database, post.id)) ?? built.value.options
  return { ok: true, value: { ...built.value, options, replyTo } }
}
