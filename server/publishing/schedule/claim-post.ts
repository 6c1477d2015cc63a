import { publishedText } from '#core/posts/published-text.ts'
import type { FailureCode, StoredFailure } from '#core/publishing/failure.ts'
import { lateAt } from '#core/publishing/late-rule.ts'
import { REQUEST_TIMEOUT_MS, SETTLE_MS } from '#core/publishing/sending-times.ts'
import { renewLease } from '../../accounts/leases.ts'
import type { AccountRow } from '../../accounts/store.ts'
import type { PlatformClient } from '../../adapters/platforms/platform-client.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, type Sql } from '../../db/sql.ts'
import { POST_COLUMNS, type PostRow } from '../../posts/store.ts'
import { recordSetback } from '../../posts/transitions/fail.ts'
import { setNextStep } from '../../posts/transitions/send.ts'
import {
  beginAttempt,
  closeAttempt,
  findDeniedAttempt,
  findOpenAttempt,
  isCurrent,
  isSentFrom,
  restartAttempt,
  type Attempt,
} from '../send/attempts.ts'
import type { PublishParts } from '../send/publish-job.ts'
import type { Claimed } from './find-due-posts.ts'

/**
 * Begins an attempt to publish the post, or continues an unfinished one, with the author's latest text. The author can
 * still change the post until it is sent.
 * @throws LeaseLost
 */
export async function claimPost(
  tx: Queryable,
  worker: string,
  leased: AccountRow,
  client: PlatformClient,
  postId: string,
  condition: Sql,
  now: Date,
): Promise<Claimed | undefined> {
  const account = await renewLease(tx, worker, leased)
  const [post] = await tx.query(sql`
    select ${POST_COLUMNS} from posts where id = ${postId} and account_id = ${account.id} and ${condition} for update`)
  if (!post) return undefined
  const [author] = await tx.query(sql`
    select ${columns('users', 'late_after_minutes', 'suspended_at', 'deletion_due_at')} from users where id = ${post.user_id}`)
  if (author?.deletion_due_at) {
    // Publish nothing for a user who is deleting their account.
    await setNextStep(tx, post, new Date(Math.max(author.deletion_due_at.getTime(), now.getTime()) + DAY_MS), now)
    return { kind: 'decided', post }
  }
  const until = lateAt(post.scheduled_at ?? post.created_at, author?.late_after_minutes ?? 60)

  const open = await findOpenAttempt(tx, post.id)
  if (post.status === 'unconfirmed') {
    // Continue the attempt only with the account that sent it, because no other account can look the post up.
    if (open && isSentFrom(open, account)) return { kind: 'attempt', account, post, attempt: open, lateAt: until }
    await setNextStep(tx, post, null, now)
    return { kind: 'decided', post }
  }
  if (open && open.state !== 'prepared' && !isSentFrom(open, account)) {
    await endPostWithoutAccount(tx, post, open, now)
    return { kind: 'decided', post }
  }
  const isUnsent = !open || open.state === 'prepared'
  if (now > until && isUnsent) {
    const failure = { code: missedReason(post), detail: post.failure?.detail ?? null, at: now.toISOString() }
    if (open) await closeAttempt(tx, open, 'rejected', failure, now)
    await recordSetback(tx, post, 'too-late', failure, null, now)
    return { kind: 'decided', post }
  }
  if (author?.suspended_at && isUnsent) {
    const failure = { code: 'suspended', detail: null, at: now.toISOString() } as const
    await recordSetback(tx, post, 'postponed', failure, new Date(until.getTime() + 1_000), now)
    return { kind: 'decided', post }
  }
  const isBegun = open && isCurrent(open, post)
  const waitUntil = isBegun ? undefined : await deniedRequestEndsAt(tx, post, client)
  if (waitUntil && waitUntil > now && waitUntil > (post.next_step_at ?? now)) {
    await setNextStep(tx, post, waitUntil, now)
    return { kind: 'decided', post }
  }
  const text = publishedText(post)
  const attempt = !open
    ? await beginAttempt(tx, post, text, worker, now)
    : isBegun
      ? open
      : await restartAttempt(tx, open, post, text, worker, now)
  return { kind: 'attempt', account, post, attempt, lateAt: until }
}

/**
 * Handles due posts whose account is gone. A post sent without a response becomes unconfirmed, and its author is asked.
 */
export async function failPostsWithoutAccount(parts: Pick<PublishParts, 'database' | 'clock'>): Promise<void> {
  const { database, clock } = parts
  const due = await database.query(sql`
    select ${columns('posts', 'id')} from posts where account_id is null and next_step_at <= ${clock.now()} limit 100`)
  for (const { id } of due) {
    await database.transaction(async (tx) => {
      const now = clock.now()
      const [post] = await tx.query(sql`
        select ${POST_COLUMNS} from posts where id = ${id} and account_id is null and next_step_at <= ${now} for update skip locked`)
      if (!post) return
      if (post.status === 'unconfirmed') return await setNextStep(tx, post, null, now)
      await endPostWithoutAccount(tx, post, await findOpenAttempt(tx, post.id), now)
    })
  }
}

async function endPostWithoutAccount(tx: Queryable, post: PostRow, attempt: Attempt | undefined, now: Date) {
  // Ask the author only when the request and its response can no longer arrive.
  const settledAt = attempt?.state === 'sending' ? settledAfter(attempt.sent_at ?? now) : now
  if (settledAt > now) return await setNextStep(tx, post, settledAt, now)
  const wasSent = attempt !== undefined && attempt.state !== 'prepared'
  const isRestored = attempt?.steps.some((step) => step.what === 'restored')
  const code = wasSent ? (isRestored ? 'restored' : 'unconfirmed') : 'account_not_connected'
  const failure: StoredFailure = { code, detail: null, at: now.toISOString() }
  if (attempt) await closeAttempt(tx, attempt, wasSent ? 'unknown' : 'rejected', failure, now)
  await recordSetback(tx, post, wasSent ? 'outcome-unknowable' : 'refused', failure, null, now)
}

const WAIT_REASONS = new Set<FailureCode>(['not_reached', 'rate_limited', 'suspended'])
const DAY_MS = 24 * 3_600_000

/** The reason for the delay. `missed` if there is no recorded reason, because no worker ran at the post's time. */
function missedReason({ failure }: PostRow): FailureCode {
  return failure && WAIT_REASONS.has(failure.code) ? failure.code : 'missed'
}

/**
 * Until when a request may still arrive although the author says "not live". A frozen worker may wake up and send the
 * request after the author looked.
 */
async function deniedRequestEndsAt(tx: Queryable, post: PostRow, client: PlatformClient): Promise<Date | undefined> {
  // Only the author's retry has status `publishing`. Every other retry looks the post up first.
  if (post.status !== 'publishing') return undefined
  const denied = await findDeniedAttempt(tx, post.id)
  if (!denied?.sent_at) return undefined
  return new Date(denied.sent_at.getTime() + client.sendAgainAfterMs(denied.prepared ?? {}))
}

/** The latest time at which the request ends and the network shows its post. */
const settledAfter = (sentAt: Date): Date => new Date(sentAt.getTime() + REQUEST_TIMEOUT_MS + SETTLE_MS)
