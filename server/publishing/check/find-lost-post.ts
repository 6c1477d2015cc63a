import { afterLook, ASK_AUTHOR_AFTER_MS, type LookResult } from '#core/publishing/next-step.ts'
import { REQUEST_TIMEOUT_MS } from '#core/publishing/sending-times.ts'
import { unreachable } from '#core/unreachable.ts'
import { LeaseLost } from '../../accounts/leases.ts'
import { isDatabaseUnavailable } from '../../db/database.ts'
import { publishedAt } from '../../posts/resolve-post.ts'
import { forgetToAsk } from '../../posts/transitions/ask-first.ts'
import { setNextStep } from '../../posts/transitions/send.ts'
import { closeAttempt, findEarlierLostAttempt, knownRemoteIds, recordStep } from '../send/attempts.ts'
import { buildOutgoingPost } from '../send/outgoing-post.ts'
import type { PublishJob } from '../send/publish-job.ts'
import { recordAbsence, recordFinalFailure, recordSuccess } from '../send/record-outcome.ts'
import { findWithAccess } from './find-with-access.ts'
import { mayBeEdited } from './may-be-edited.ts'

export async function findLostPost(job: PublishJob): Promise<void> {
  const { database, clock, post, attempt, signal } = job
  const lookedAt = clock.now()
  const isRestored = attempt.steps.some((step) => step.what === 'restored')
  const refusal = attempt.steps.find((step) => step.what === 'called_duplicate')
  const earlier = refusal && (await findEarlierLostAttempt(database, post, attempt))
  const requestedAt = attempt.sent_at ?? lookedAt
  // No request of this installation explains the duplicate, so another installation may have sent the post.
  const unexplainedSince = refusal && new Date(requestedAt.getTime() - DUPLICATE_SINCE_MS)
  const isFromElsewhere = isRestored || (refusal !== undefined && !earlier)
  const sentAt = earlier?.since ?? unexplainedSince ?? requestedAt
  const latest = lookedAt.getTime() + REQUEST_TIMEOUT_MS
  let lostAt = attempt.finished_at ?? lookedAt
  // The worker that sent the post died, or the clock was set back since. Correct the time when the response was lost.
  if (attempt.state === 'sending' || lostAt.getTime() > latest) {
    // Take the latest possible time, because the request may have been in progress until its timeout.
    lostAt = new Date(Math.min(latest, Math.max(lookedAt.getTime(), sentAt.getTime() + REQUEST_TIMEOUT_MS)))
    await closeAttempt(database, attempt, 'unknown', null, lostAt)
  }

  const looked = await lookUpSafely(job, sentAt, isRestored || refusal !== undefined)
  if (signal.aborted && looked.found === 'no-answer') return

  if (looked.found === 'no-answer') await job.pauses.watchOutage(job.account)
  const due = post.scheduled_at ?? requestedAt
  // A look-up that finds an unknown post is remembered, because the author may delete that post before the next
  // look-up.
  const needsAuthor =
    attempt.steps.some((step) => step.what === 'looked_up' && step.needsAuthor) ||
    (isRestored && (await mayBeEdited(database, looked, post, due)))
  const next = afterLook(looked, lostAt, lookedAt, sendAgainAt(job, lostAt), refusal !== undefined || needsAuthor)
  // If the network has no look-up, record that only once: right before the author is asked.
  if (looked.found !== 'cannot-ask' || next.do !== 'look-again')
    await recordStep(database, attempt, {
      what: 'looked_up',
      at: lookedAt.toISOString(),
      found: looked.found,
      ...(needsAuthor && { needsAuthor }),
    })
  switch (next.do) {
    case 'record':
      // The post is live, so the network works, and only its response was lost.
      await job.pauses.report(job.account, { ok: true, value: null })
      return await recordSuccess(job, next, isFromElsewhere ? publishedAt(post, sentAt, lookedAt) : sentAt)
    case 'look-again':
      return await setNextStep(database, post, next.at, clock.now())
    case 'ask-owner':
      if (refusal && earlier?.isDenied && (looked.found === 'nothing' || looked.found === 'cannot-ask')) {
        // The author has already answered that the duplicate is another post, so this post fails.
        return await recordFinalFailure(job, 'refused', 'duplicate', refusal.detail, 'rejected')
      }
      if (post.status === 'unconfirmed') return await setNextStep(database, post, next.lookAt, clock.now())
      return await recordFinalFailure(
        job,
        'outcome-unknowable',
        isRestored ? 'restored' : 'unconfirmed',
        null,
        'unknown',
        next.lookAt,
      )
    case 'send-again':
      // The network has proven that the post is missing, so treat the request as never sent.
      return await recordAbsence(job, isRestored ? 'missed' : 'not_reached')
    default:
      return unreachable(next)
  }
}

/**
 * Before the first request after a restore, asks the network whether the post was already sent in the period that the
 * restored data lacks.
 * @returns whether the post may be sent now
 */
export async function askFirst(job: PublishJob): Promise<boolean> {
  const { database, clock, post, attempt } = job
  const since = post.ask_since
  if (!since || attempt.state !== 'prepared' || job.pauses.isPaused(job.account, post)) return true
  const looked = await lookUpSafely(job, since, true)
  const now = clock.now()
  if (looked.found === 'no-answer') {
    if (job.signal.aborted) return false
    await job.pauses.watchOutage(job.account)
    const due = post.scheduled_at ?? post.created_at
    if (now.getTime() - due.getTime() < ASK_AUTHOR_AFTER_MS) {
      if (due <= now) await setNextStep(database, post, new Date(now.getTime() + ASK_AGAIN_MS), now)
      return false
    }
  }
  await recordStep(database, attempt, { what: 'looked_up', at: now.toISOString(), found: looked.found })
  if (looked.found === 'post') {
    await recordSuccess(job, looked, publishedAt(post, since, now))
    return false
  }
  // The post is missing, or the network cannot tell, so send it like any other post.
  await forgetToAsk(database, post)
  post.ask_since = null
  return true
}

/** The time for which networks refuse a repeated text. */
const DUPLICATE_SINCE_MS = 24 * 3_600_000

const ASK_AGAIN_MS = 5_000

/** The earliest time at which the post may be sent again if the network still does not have it. */
function sendAgainAt({ client, attempt }: PublishJob, lostAt: Date): Date {
  // Take the earlier time, because our clock may have been set back since the request.
  const sentAt = Math.min(attempt.sent_at?.getTime() ?? Number.POSITIVE_INFINITY, lostAt.getTime())
  return new Date(sentAt + client.sendAgainAfterMs(attempt.prepared ?? {}))
}

/**
 * Looks up the post. An unexpected error counts as "no answer", so that it delays no other post. In the end, the author
 * is asked.
 */
async function lookUpSafely(job: PublishJob, sentAt: Date, isFromElsewhere: boolean): Promise<LookResult> {
  try {
    const looked = await lookUp(job, sentAt, isFromElsewhere)
    job.meters.lookup(job.account.platform, looked.found)
    return looked
  } catch (error) {
    if (error instanceof LeaseLost || isDatabaseUnavailable(error)) throw error
    job.log.error({ err: error, postId: job.post.id }, 'a post could not be looked up')
    job.meters.lookup(job.account.platform, 'no-answer')
    return { found: 'no-answer' }
  }
}

async function lookUp(job: PublishJob, sentAt: Date, isFromElsewhere: boolean): Promise<LookResult> {
  const { database, client, post, attempt } = job
  const lost = { sentAt, known: await knownRemoteIds(database, post, sentAt), isFromElsewhere }
  const sent = await buildOutgoingPost(job, post, attempt.text)
  // An unconfirmed post also waits for its author. Limit the look-up, because a hanging network must not delay due
  // posts.
  const signal =
    post.status === 'unconfirmed' ? AbortSignal.any([job.signal, AbortSignal.timeout(TIMEOUT_MS)]) : job.signal
  const content = sent.ok ? sent.value : { text: attempt.text, images: [] }
  return await findWithAccess(job, (access) => client.find(content, attempt.prepared ?? {}, access, lost, signal))
}

const TIMEOUT_MS = 5_000
