import { rulesOf } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import type { FailureCode, PublishFailure, Refusal, StoredFailure } from '#core/publishing/failure.ts'
import { causeOf, nextStep } from '#core/publishing/next-step.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { unreachable } from '#core/unreachable.ts'
import { endOwnTextLimit, markLost } from '../../accounts/transitions.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { retryUntilDatabaseAnswers } from '../../db/until-database-answers.ts'
import type { PostRow } from '../../posts/store.ts'
import { recordSetback, type Setback } from '../../posts/transitions/fail.ts'
import { lockPost } from '../../posts/transitions/lock.ts'
import { beginPublishing, setNextStep } from '../../posts/transitions/send.ts'
import { applyWish } from '../../posts/transitions/withdraw.ts'
import {
  belongsToAnotherPost,
  closeAttempt,
  countFailures,
  findEarlierLostAttempt,
  hasPublishedTwin,
  type Attempt,
} from './attempts.ts'
import { accessFor, type PublishJob } from './publish-job.ts'
import type { Success } from './record-success.ts'

// Only this process knows the outcome of a request, so it keeps trying to store the outcome while the database is
// unreachable.

/** Records that a post is published. @param since when the post was published, if earlier than now */
export async function recordSuccess(
  job: PublishJob,
  receipt: Success['receipt'],
  since = job.clock.now(),
): Promise<void> {
  await retryUntilDatabaseAnswers(() =>
    job.statements.recordSuccess({ post: job.post, attempt: job.attempt, receipt, since }),
  )
}

/**
 * Records a failed request. If the network calls the post a duplicate, an earlier request may have published it,
 * without a response or after a backup. Frogy then looks the post up, unless it knows the other post.
 */
export async function recordRefusal(job: PublishJob, failure: PublishFailure): Promise<void> {
  const { database, clock, client, post, attempt } = job
  const isDuplicate = failure.kind === 'refused' && failure.reason === 'duplicate'
  if (!isDuplicate) return await recordFailure(job, failure)
  const lost = await findEarlierLostAttempt(database, post, attempt)

  const { existingId, detail } = failure
  if (!lost && existingId === undefined && (await hasPublishedTwin(database, post, attempt)))
    return await recordFailure(job, failure)
  if (existingId === undefined) {
    const now = clock.now()
    const stored = { code: 'duplicate', detail, at: now.toISOString() } as const
    await closeAsDuplicate(job, stored, now)
    return await setNextStep(database, post, now, now)
  }
  if (await belongsToAnotherPost(database, post, existingId)) return await recordFailure(job, failure)
  // Look the post up, because networks sometimes name posts that are deleted or never existed.
  const exists = await askWhetherExists(job, existingId)
  if (exists)
    return await recordSuccess(job, { remoteId: existingId, permalink: client.permalink(existingId) }, lost?.since)
  if (exists === false || (lost?.isDenied && lost.wasCalledDuplicate)) return await recordFailure(job, failure)
  const stored = { code: 'duplicate', detail, at: clock.now().toISOString() } as const
  await closeAsDuplicate(job, stored, clock.now())
  await recordFinalFailure(job, 'outcome-unknowable', 'unconfirmed', detail, 'unknown')
}

/**
 * Some networks refuse a post as a duplicate while it is being prepared. From then on, treat the post as possibly
 * public, like one that was sent.
 */
async function closeAsDuplicate({ database, post, attempt }: PublishJob, failure: StoredFailure, now: Date) {
  await retryUntilDatabaseAnswers(() =>
    database.transaction(async (tx) => {
      await lockPost(tx, post)
      if (await closeAttempt(tx, attempt, 'unknown', failure, now)) await beginPublishing(tx, [post.id], now)
    }),
  )
  if (post.status === 'scheduled') post.status = 'publishing'
}

async function askWhetherExists(job: PublishJob, remoteId: string): Promise<boolean | undefined> {
  const access = await accessFor(job)
  if (!access.ok || !job.client.exists) return undefined
  return await job.client.exists(remoteId, access.value, AbortSignal.timeout(TIMEOUT_MS))
}

const TIMEOUT_MS = 5_000

export async function recordFailure(job: PublishJob, failure: PublishFailure): Promise<void> {
  const { database, clock, account, post, attempt } = job
  const now = clock.now()
  const earlier = await retryUntilDatabaseAnswers(() => countFailures(database, attempt, post, causeOf(failure)))
  const next = nextStep(failure, earlier + 1, now, job.lateAt)
  if (failure.kind === 'reconnect') await retryUntilDatabaseAnswers(() => markLost(database, account, now))
  if (isAboutOwnLimit(job, failure)) await retryUntilDatabaseAnswers(() => endOwnTextLimit(database, account, now))
  switch (next.do) {
    case 'retry': {
      const stored = { code: next.because, detail: failure.detail, at: now.toISOString(), until: next.at.toISOString() }
      const postpone = (tx: Queryable, locked: PostRow) => recordSetback(tx, locked, 'postponed', stored, next.at, now)
      return await closeWithFailure(job, 'rejected', postpone, stored)
    }
    case 'give-up':
      return await recordFinalFailure(job, 'refused', next.because, failure.detail, 'rejected')
    case 'look-first': {
      const stored: StoredFailure = { code: 'not_reached', detail: failure.detail, at: now.toISOString() }
      await retryUntilDatabaseAnswers(() => closeAttempt(database, attempt, 'unknown', stored, now))
      return await setNextStep(database, post, next.at, now)
    }
    default:
      return unreachable(next)
  }
}

/**
 * Whether the account may have lost its longer limit, such as a subscription on X: the network has refused a text above
 * its usual limit.
 */
function isAboutOwnLimit({ account, attempt }: PublishJob, failure: PublishFailure): boolean {
  if (account.text_limit === null || failure.kind !== 'refused' || !LENGTH_REASONS.has(failure.reason)) return false
  return countFor(account.platform, attempt.text) > rulesOf(account.platform).limits.textLimit
}

/**
 * Reasons of a refusal that may mean a too long text. X reports "not permitted" for a text that is too long for this
 * account.
 */
const LENGTH_REASONS: ReadonlySet<Refusal> = new Set(['text', 'policy'])

/**
 * Records that the network does not have the post. The post is due again immediately, by the usual rules, and so before
 * later posts of its account.
 */
export async function recordAbsence(job: PublishJob, code: 'missed' | 'not_reached'): Promise<void> {
  const now = job.clock.now()
  const failure = { code, detail: null, at: now.toISOString(), until: now.toISOString() }
  const requeue = (tx: Queryable, post: PostRow) => recordSetback(tx, post, 'postponed', failure, now, now)
  await closeWithFailure(job, 'rejected', requeue, failure)
}

/** Records a failure that the worker does not retry, because the author must decide. */
export async function recordFinalFailure(
  job: PublishJob,
  event: Setback,
  code: FailureCode,
  detail: string | null,
  state: 'rejected' | 'unknown',
  nextStepAt: Date | null = null,
): Promise<void> {
  const now = job.clock.now()
  const failure = { code, detail, at: now.toISOString() }
  await closeWithFailure(job, state, (tx, post) => recordSetback(tx, post, event, failure, nextStepAt, now), failure)
}

/**
 * From when on the author's wish may be carried out: to delete the post, or to make it a draft. From then on, no
 * request that was sent earlier can arrive at the network. Undefined without a wish.
 */
async function wishAppliesAt(tx: Queryable, { id }: Pick<Attempt, 'id'>): Promise<Date | undefined> {
  const [row] = await tx.query(sql`
    select ${columns('publish_attempts a', 'sent_at')} from publish_attempts a join posts p on p.id = a.post_id
    where a.id = ${id} and p.wish is not null`)
  return row && new Date((row.sent_at?.getTime() ?? 0) + SEND_AGAIN_AFTER_MS)
}

async function discardPrepared(job: PublishJob): Promise<void> {
  const { client, attempt } = job
  if (!client.discard || !attempt.prepared) return
  const access = await accessFor(job)
  if (access.ok) await client.discard(attempt.prepared, access.value, AbortSignal.timeout(TIMEOUT_MS))
}

/**
 * Records that an attempt to publish failed. Changes the post only if the attempt had no result yet, so that a late
 * worker does not overwrite a newer result. A post edited in the meantime keeps its state. An author's wish applies if
 * the post is not public.
 */
async function closeWithFailure(
  job: PublishJob,
  state: 'rejected' | 'unknown',
  change: (tx: Queryable, post: PostRow) => Promise<unknown>,
  failure: StoredFailure,
): Promise<void> {
  const { database, clock, attempt, post } = job
  const isEnded = await retryUntilDatabaseAnswers(() =>
    database.transaction(async (tx) => {
      const locked = await lockPost(tx, post)
      const now = clock.now()
      const appliesAt = state === 'rejected' ? await wishAppliesAt(tx, attempt) : undefined
      // Wait for requests that may still arrive, because a deleted post is never looked up.
      if (appliesAt && appliesAt > now) {
        await setNextStep(tx, post, appliesAt, now)
        return false
      }
      if (!(await closeAttempt(tx, attempt, state, failure, now))) return false
      if (appliesAt && (await applyWish(tx, post, now))) return true
      if (locked?.revision === post.revision) await change(tx, { ...post, ...locked })
      return false
    }),
  )
  if (isEnded) await discardPrepared(job)
}
