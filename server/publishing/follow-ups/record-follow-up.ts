import type { FailureCode, PublishFailure, StoredFailure } from '#core/publishing/failure.ts'
import { causeOf, nextStep } from '#core/publishing/next-step.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { unreachable } from '#core/unreachable.ts'
import { renewLease } from '../../accounts/leases.ts'
import { markLost } from '../../accounts/transitions.ts'
import type { Access } from '../../adapters/platforms/platform-client.ts'
import sql, { type Sql } from '../../db/sql.ts'
import { retryUntilDatabaseAnswers } from '../../db/until-database-answers.ts'
import { notifyOfPosts } from '../../events/notify-owners.ts'
import {
  changeFollowUp,
  countOf,
  noteFollowUp,
  recordFollowUpPublished,
  repeatFollowUp,
} from '../../posts/transitions/follow-ups.ts'
import { isComment, type FollowUpJob } from './follow-up-job.ts'

// Only this process knows the outcome of a request, so it keeps trying to store the outcome while the database is
// unreachable.

/**
 * The limit for late posts does not apply to further parts, because the thread's first part is public. They follow as
 * soon as possible.
 */
const NEVER_LATE = new Date(8_640_000_000_000_000)
const READ_WITHIN_MS = 5_000
/** The pauses before a comment is repeated while the network does not find the new post yet. */
const COMMENT_PAUSES_MS = [2_000, 5_000, 15_000]
/** How often Frogy deletes and repeats a part that the network published without its parent. */
const MOST_DETACHED = 1

export async function recordFollowUpSuccess(
  job: FollowUpJob,
  receipt: { remoteId: string | null; permalink: string | null },
  access?: Access,
): Promise<void> {
  const { database, clock, followUp } = job
  const isRecorded = await retryUntilDatabaseAnswers(() =>
    database.transaction((tx) => recordFollowUpPublished(tx, followUp, receipt, clock.now())),
  )
  if (isRecorded && access && receipt.remoteId !== null) await readBack(job, receipt.remoteId, access)
}

/** Reads a published part's URL, and checks that the network attached it to the previous part. */
async function readBack(job: FollowUpJob, remoteId: string, access: Access): Promise<void> {
  const { database, clock, client, followUp, replyTo } = job
  if (!client.readReply || !replyTo) return
  const read = await readSafely(job, remoteId, access)
  if (!read) return
  if (!read.isReply && countOf(followUp, 'detached') < MOST_DETACHED) {
    // Renew the lease of the account before deleting this part. Otherwise another worker could take over and attach the
    // next part to the deleted one.
    await renewLease(database, job.worker, job.account, SENDING_LEASE_MS)
    const removed = await client.remove(remoteId, access, AbortSignal.timeout(READ_WITHIN_MS))
    if (removed.ok) {
      await database.transaction((tx) => repeatFollowUp(tx, followUp, clock.now()))
      return
    }
  }
  const failure = read.isReply ? null : stored('detached', null, clock.now())
  await database.transaction((tx) => noteFollowUp(tx, followUp, { permalink: read.permalink, failure }, clock.now()))
}

async function readSafely({ client, log }: FollowUpJob, remoteId: string, access: Access) {
  try {
    return await client.readReply?.(remoteId, access, AbortSignal.timeout(READ_WITHIN_MS))
  } catch (error) {
    log.warn({ err: error }, 'a part of a thread could not be read back')
    return undefined
  }
}

/**
 * Decides what follows a failed request, by the same rules as for a post. A failure of a follow-up never changes its
 * post's status.
 */
export async function recordFollowUpFailure(job: FollowUpJob, failure: PublishFailure): Promise<void> {
  const { database, clock, account, followUp } = job
  const now = clock.now()
  if (failure.kind === 'refused' && failure.reason === 'duplicate' && mayBePublic(job))
    // Look the part up, because the duplicate may be this part, from a request whose response was lost.
    return await changeNow(
      job,
      sql`state = 'unknown', sent_at = coalesce(sent_at, ${now}), lost_at = coalesce(lost_at, ${now}), next_step_at = ${now},
        failure = ${JSON.stringify(stored('duplicate', failure.detail, now))}::jsonb`,
    )
  const cause = causeOf(failure)
  const earlier = countOf(followUp, cause)
  const next = nextStep(failure, earlier + 1, now, NEVER_LATE)
  if (failure.kind === 'reconnect') {
    await retryUntilDatabaseAnswers(() => markLost(database, account, now))
    // The follow-up waits until its account is connected again.
    return await setState(job, 'waiting', null, cause, stored('reconnect', failure.detail, now))
  }
  if (failure.kind === 'not-ready' && isComment(job)) {
    const pauseMs = COMMENT_PAUSES_MS[earlier]
    const at = pauseMs === undefined ? null : new Date(now.getTime() + pauseMs)
    return await setState(job, at ? 'waiting' : 'failed', at, cause, stored('other', failure.detail, now))
  }
  switch (next.do) {
    case 'retry':
      return await setState(
        job,
        'waiting',
        next.at,
        cause,
        stored(next.because, failure.detail, now),
        dropsUploads(failure),
      )
    case 'give-up':
      return await setState(
        job,
        'failed',
        null,
        cause,
        stored(next.because, failure.detail, now),
        dropsUploads(failure),
      )
    case 'look-first':
      return await changeNow(job, sql`state = 'unknown', lost_at = ${now}, next_step_at = ${next.at}, failure = null`)
    default:
      return unreachable(next)
  }
}

/** Records a failure that only the author can resolve. */
export async function failFollowUp(job: FollowUpJob, code: FailureCode): Promise<void> {
  await setState(job, 'failed', null, code, stored(code, null, job.clock.now()))
}

/**
 * Whether an earlier request may have published the follow-up, because its response was lost or it published the same
 * upload.
 */
const mayBePublic = ({ followUp, client }: FollowUpJob): boolean =>
  followUp.lost_at !== null || client.publishesPrepared

/** Stops the thread until its author answers whether this part is live. */
export async function askAuthor(
  job: FollowUpJob,
  code: 'unconfirmed' | 'restored',
  lookAt: Date | null,
  needsAuthor = false,
): Promise<void> {
  const failure = { ...stored(code, null, job.clock.now()), ...(needsAuthor && { needsAuthor }) }
  await changeNow(
    job,
    sql`state = 'unconfirmed', next_step_at = ${lookAt}, ask_since = null, failure = ${JSON.stringify(failure)}::jsonb`,
    true,
  )
}

/** Postpones the follow-up without recording a failure, because the network is paused. */
export async function waitUntil(job: FollowUpJob, forMs: number): Promise<void> {
  const at = new Date(job.clock.now().getTime() + forMs)
  await job.database.query(sql`
    update follow_ups set next_step_at = ${at} where id = ${job.followUp.id} and state = 'waiting'`)
}

/** Changes the follow-up, unless another worker has changed it since this job marked it as being sent. */
export async function changeNow(job: FollowUpJob, set: Sql, isStopped = false): Promise<void> {
  const { database, clock, post, followUp } = job
  await retryUntilDatabaseAnswers(() =>
    database.transaction(async (tx) => {
      const isChanged = await changeFollowUp(tx, followUp, set, clock.now())
      if (isChanged && isStopped) await notifyOfPosts(tx, [post], { trouble: 'incomplete', reason: null }, clock.now())
    }),
  )
}

async function setState(
  job: FollowUpJob,
  state: 'waiting' | 'failed',
  at: Date | null,
  cause: FailureCode,
  failure: StoredFailure,
  isWithoutUploads = false,
): Promise<void> {
  const counts = { ...job.followUp.failure_counts, [cause]: countOf(job.followUp, cause) + 1 }
  const kept = isWithoutUploads ? sql`null` : sql`prepared`
  await changeNow(
    job,
    sql`state = ${state}, next_step_at = ${at}, failure_counts = ${JSON.stringify(counts)}, failure = ${JSON.stringify(failure)}::jsonb, prepared = ${kept}`,
    state === 'failed',
  )
}

const stored = (code: FailureCode, detail: string | null, now: Date): StoredFailure => ({
  code,
  detail,
  at: now.toISOString(),
})

/** Whether the network refused the uploads themselves, so that the next attempt makes new ones. */
const dropsUploads = (failure: PublishFailure): boolean =>
  (failure.kind === 'refused' && failure.reason === 'media') ||
  (failure.kind === 'not-sent' && failure.because === 'media_unreachable')
