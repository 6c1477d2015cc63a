import type { FailureCode, PublishFailure, StoredFailure } from '#core/publishing/failure.ts'
import { nextStep } from '#core/publishing/next-step.ts'
import { unreachable } from '#core/unreachable.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { markLost } from '../accounts/transitions.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { PostRow } from '../posts/store.ts'
import { recordSetback, type Setback } from '../posts/transitions/fail.ts'
import { lockPost } from '../posts/transitions/lock.ts'
import { setNextStep } from '../posts/transitions/send.ts'
import { applyWish } from '../posts/transitions/withdraw.ts'
import { closeAttempt, isAnotherPosts, lostBefore, triesOfRevision, type Attempt } from './attempts.ts'
import { accessOf, type Job } from './publish-job.ts'
import type { Out } from './record-out.ts'
import { retryUntilDatabaseAnswers } from '../db/until-database-answers.ts'

// What a request came to is written down even when the database is away for a while: nobody else knows it.

/**
 * Records that the network has it.
 * @param since when it went out, where that was before now
 */
export async function recordOut(job: Job, receipt: Out['receipt'], since = job.clock.now()): Promise<void> {
  await retryUntilDatabaseAnswers(() =>
    job.statements.recordOut({ post: job.post, attempt: job.attempt, receipt, since }),
  )
}

/** What a network that says no may mean: that it has the post already, from an earlier request whose answer was lost. */
export async function recordRefusal(job: Job, failure: PublishFailure): Promise<void> {
  const { database, clock, client, post, attempt } = job
  const isDuplicate = failure.kind === 'refused' && failure.reason === 'duplicate'
  const lost = isDuplicate && (await lostBefore(database, post, attempt))
  if (!lost) return await recordNotOut(job, failure)

  // Perhaps it is our own: the network names it, or is asked for it.
  const { existingId, detail } = failure
  if (existingId === undefined) {
    const now = clock.now()
    const stored = { code: 'duplicate', detail, at: now.toISOString() } as const
    await retryUntilDatabaseAnswers(() => closeAttempt(database, attempt, 'unknown', stored, now))
    return await setNextStep(database, post, now, now)
  }
  if (await isAnotherPosts(database, post, existingId)) return await recordNotOut(job, failure)
  // It has been seen to name posts that were gone, or never there.
  const isThere = await askWhetherThere(job, existingId)
  if (isThere) {
    return await recordOut(job, { remoteId: existingId, permalink: client.permalink(existingId) }, lost.since)
  }
  if (isThere === false || (lost.isDenied && lost.wasNamed)) return await recordNotOut(job, failure)
  const stored = { code: 'duplicate', detail, at: clock.now().toISOString() } as const
  await retryUntilDatabaseAnswers(() => closeAttempt(database, attempt, 'unknown', stored, clock.now()))
  await recordTrouble(job, 'outcome-unknowable', 'unconfirmed', detail, 'unknown')
}

/** Whether the network shows what it named; undefined where it does not let itself be asked, or does not answer. */
async function askWhetherThere(job: Job, remoteId: string): Promise<boolean | undefined> {
  const access = await accessOf(job)
  if (!access.ok || !job.client.isThere) return undefined
  return await job.client.isThere(remoteId, access.value, AbortSignal.timeout(PATIENCE_MS))
}

const PATIENCE_MS = 5_000

/** Records a request that failed, and when it is tried or asked about again. */
export async function recordNotOut(job: Job, failure: PublishFailure): Promise<void> {
  const { database, clock, account, post, attempt } = job
  const now = clock.now()
  const next = nextStep(
    failure,
    await retryUntilDatabaseAnswers(() => triesOfRevision(database, post)),
    now,
    job.lateAt,
  )
  if (failure.kind === 'reconnect') await retryUntilDatabaseAnswers(() => markLost(database, account, now))
  switch (next.do) {
    case 'retry': {
      const stored = {
        code: next.because,
        detail: failure.detail,
        at: now.toISOString(),
        until: next.at.toISOString(),
      }
      return await finish(
        job,
        'rejected',
        (tx, locked) => recordSetback(tx, locked, 'postponed', stored, next.at, now),
        stored,
      )
    }
    case 'give-up':
      return await recordTrouble(job, 'refused', next.because, failure.detail, 'rejected')
    case 'look-first': {
      const stored: StoredFailure = { code: 'not_reached', detail: failure.detail, at: now.toISOString() }
      await retryUntilDatabaseAnswers(() => closeAttempt(database, attempt, 'unknown', stored, now))
      return await setNextStep(database, post, next.at, now)
    }
    default:
      return unreachable(next)
  }
}

/** Records what ends the way of a post, or hands it to its owner. */
export async function recordTrouble(
  job: Job,
  event: Setback,
  code: FailureCode,
  detail: string | null,
  state: 'rejected' | 'unknown',
  nextStepAt: Date | null = null,
): Promise<void> {
  const now = job.clock.now()
  const failure = { code, detail, at: now.toISOString() }
  await finish(job, state, (tx, post) => recordSetback(tx, post, event, failure, nextStepAt, now), failure)
}

/** When a post may end as its owner wished: no request for it can arrive any more. Undefined where there is no wish. */
async function wishEndsAt(tx: Queryable, { id }: Pick<Attempt, 'id'>): Promise<Date | undefined> {
  const [row] = await tx.query(sql`
    select ${columns('publish_attempts a', 'sent_at')} from publish_attempts a join posts p on p.id = a.post_id
    where a.id = ${id} and p.wish is not null`)
  return row && new Date((row.sent_at?.getTime() ?? 0) + SEND_AGAIN_AFTER_MS)
}

/** Takes off the network what was made there for a post that does not go out any more. */
async function discardPrepared(job: Job): Promise<void> {
  const { client, attempt } = job
  if (!client.discard || !attempt.prepared) return
  const access = await accessOf(job)
  if (access.ok) await client.discard(attempt.prepared, access.value, AbortSignal.timeout(PATIENCE_MS))
}

/**
 * Closes the attempt and, only if it was still open, changes its post: what a late worker believes is not the truth. What
 * came of a post that its owner has changed since says nothing of that; what is not out ends as they wished meanwhile.
 */
async function finish(
  job: Job,
  state: 'rejected' | 'unknown',
  change: (tx: Queryable, post: PostRow) => Promise<unknown>,
  failure: StoredFailure,
): Promise<void> {
  const { database, clock, attempt, post } = job
  const isEnded = await retryUntilDatabaseAnswers(() =>
    database.transaction(async (tx) => {
      const locked = await lockPost(tx, post)
      const now = clock.now()
      const endsAt = state === 'rejected' ? await wishEndsAt(tx, attempt) : undefined
      // Nobody looks for it once it is gone: what may still arrive is waited for.
      if (endsAt && endsAt > now) {
        await setNextStep(tx, post, endsAt, now)
        return false
      }
      if (!(await closeAttempt(tx, attempt, state, failure, now))) return false
      if (endsAt && (await applyWish(tx, post, now))) return true
      if (locked?.revision === post.revision) await change(tx, { ...post, ...locked })
      return false
    }),
  )
  if (isEnded) await discardPrepared(job)
}
