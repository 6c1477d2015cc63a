import { publishedText } from '#core/posts/published-text.ts'
import type { FailureCode, StoredFailure } from '#core/publishing/failure.ts'
import { lateAt } from '#core/publishing/late-rule.ts'
import { REQUEST_TIMEOUT_MS, SETTLE_MS } from '#core/publishing/sending-times.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, type Sql } from '../db/sql.ts'
import { POST_COLUMNS, type PostRow } from '../posts/store.ts'
import { recordSetback } from '../posts/transitions/fail.ts'
import { setNextStep } from '../posts/transitions/send.ts'
import {
  beginAnew,
  beginAttempt,
  closeAttempt,
  deniedAttempt,
  isOf,
  openAttempt,
  isSentFrom,
  type Attempt,
} from './attempts.ts'
import { renewLease } from '../accounts/leases.ts'
import type { Claimed } from './next-post.ts'
import type { PublishParts } from './publish-job.ts'

/**
 * Claims a post of an account that is leased to us: begins an attempt at it, or finds the one that is open. Its row is
 * locked, so that the attempt's text is what its owner made of it last. They can still change it until it is sent.
 * @param which it must be one of
 * @throws LeaseLost
 */
export async function claimPost(
  tx: Queryable,
  worker: string,
  leased: AccountRow,
  client: PlatformClient,
  postId: string,
  which: Sql,
  now: Date,
): Promise<Claimed | undefined> {
  const account = await renewLease(tx, worker, leased)
  const [post] = await tx.query(sql`
    select ${POST_COLUMNS} from posts where id = ${postId} and account_id = ${account.id} and ${which} for update`)
  if (!post) return undefined
  const [owner] = await tx.query(
    sql`select ${columns('users', 'late_after_minutes', 'suspended_at', 'deletion_due_at')} from users where id = ${post.user_id}`,
  )
  if (owner?.deletion_due_at) {
    // Whatever brought it up: nothing goes out for who wants to be gone.
    await setNextStep(tx, post, new Date(Math.max(owner.deletion_due_at.getTime(), now.getTime()) + DAY_MS), now)
    return { kind: 'decided', post }
  }
  const until = lateAt(post.scheduled_at ?? post.created_at, owner?.late_after_minutes ?? 60)

  const open = await openAttempt(tx, post.id)
  if (post.status === 'unconfirmed') {
    // Only whom it was sent from can be asked about it.
    if (open && isSentFrom(open, account)) return { kind: 'attempt', account, post, attempt: open, lateAt: until }
    await setNextStep(tx, post, null, now)
    return { kind: 'decided', post }
  }
  if (open && open.state !== 'prepared' && !isSentFrom(open, account)) {
    await endWithoutAccount(tx, post, open, now)
    return { kind: 'decided', post }
  }
  // What was only prepared has not gone out either.
  if (now > until && (!open || open.state === 'prepared')) {
    const why = { code: whyMissed(post), detail: post.failure?.detail ?? null, at: now.toISOString() }
    if (open) await closeAttempt(tx, open, 'rejected', why, now)
    await recordSetback(tx, post, 'too-late', why, null, now)
    return { kind: 'decided', post }
  }
  if (owner?.suspended_at && (!open || open.state === 'prepared')) {
    const failure = { code: 'suspended', detail: null, at: now.toISOString() } as const
    await recordSetback(tx, post, 'postponed', failure, new Date(until.getTime() + 1_000), now)
    return { kind: 'decided', post }
  }
  const isBegun = open && isOf(open, post)
  const deniedUntil = isBegun ? undefined : await mayArriveUntil(tx, post, client)
  if (deniedUntil && deniedUntil > now && deniedUntil > (post.next_step_at ?? now)) {
    await setNextStep(tx, post, deniedUntil, now)
    return { kind: 'decided', post }
  }
  const text = publishedText(post)
  const attempt = !open
    ? await beginAttempt(tx, post, text, worker, now)
    : isBegun
      ? open
      : await beginAnew(tx, open, post, text, worker, now)
  return { kind: 'attempt', account, post, attempt, lateAt: until }
}

/**
 * Ends the way of the due posts that have no account any more: it was taken away, and their network has no other. What
 * was sent from it without an answer is for the owner to look up.
 */
export async function failWithoutAccount({ database, clock }: Pick<PublishParts, 'database' | 'clock'>): Promise<void> {
  const due = await database.query(
    sql`select ${columns('posts', 'id')} from posts where account_id is null and next_step_at <= ${clock.now()} limit 100`,
  )
  for (const { id } of due) {
    await database.transaction(async (tx) => {
      const now = clock.now()
      const [post] = await tx.query(sql`
        select ${POST_COLUMNS} from posts where id = ${id} and account_id is null and next_step_at <= ${now} for update skip locked`)
      if (!post) return
      if (post.status === 'unconfirmed') {
        await setNextStep(tx, post, null, now)
        return
      }
      await endWithoutAccount(tx, post, await openAttempt(tx, post.id), now)
    })
  }
}

/** Leaves a post whose account is not there to its owner. */
async function endWithoutAccount(tx: Queryable, post: PostRow, attempt: Attempt | undefined, now: Date): Promise<void> {
  // What is under way may still arrive, and its answer, too: nobody is asked about it before.
  const settledAt = attempt?.state === 'sending' ? settledAfter(attempt.sent_at ?? now) : now
  if (settledAt > now) return await setNextStep(tx, post, settledAt, now)
  const wasSent = attempt !== undefined && attempt.state !== 'prepared'
  const failure: StoredFailure = {
    code: wasSent ? 'unconfirmed' : 'account_not_connected',
    detail: null,
    at: now.toISOString(),
  }
  if (attempt) await closeAttempt(tx, attempt, wasSent ? 'unknown' : 'rejected', failure, now)
  await recordSetback(tx, post, wasSent ? 'outcome-unknowable' : 'refused', failure, null, now)
}

const WAITED_FOR = new Set<FailureCode>(['not_reached', 'rate_limited', 'suspended'])
const DAY_MS = 24 * 3_600_000

/** What it waited for until it was too late; nobody was there where it waited for nothing. */
function whyMissed({ failure }: PostRow): FailureCode {
  return failure && WAITED_FOR.has(failure.code) ? failure.code : 'missed'
}

/** Until when what its owner says is not live may still arrive: they look sooner than a frozen sender wakes. */
async function mayArriveUntil(tx: Queryable, post: PostRow, client: PlatformClient): Promise<Date | undefined> {
  // Handed over by its owner: whatever else is sent again was looked for first.
  if (post.status !== 'publishing') return undefined
  const denied = await deniedAttempt(tx, post.id)
  if (!denied?.sent_at) return undefined
  return new Date(denied.sent_at.getTime() + client.sendAgainAfterMs(denied.prepared ?? {}))
}

/** When a request that was sent then has been answered or given up, and the network shows what it made of it. */
const settledAfter = (sentAt: Date): Date => new Date(sentAt.getTime() + REQUEST_TIMEOUT_MS + SETTLE_MS)
