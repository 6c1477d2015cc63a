import type { PublishFailure } from '#core/publishing/failure.ts'
import { afterLook, type LookResult } from '#core/publishing/next-step.ts'
import { unreachable } from '#core/unreachable.ts'
import { REQUEST_TIMEOUT_MS } from '#core/publishing/sending-times.ts'
import { markLost } from '../accounts/transitions.ts'
import type { Access, Outcome } from '../adapters/platforms/platform-client.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { setNextStep } from '../posts/transitions/send.ts'
import { closeAttempt, recordStep, knownRemoteIds, lostBefore } from './attempts.ts'
import { LeaseLost } from '../accounts/leases.ts'
import { outgoingPost } from './outgoing-post.ts'
import { accessOf, NOT_SENT, renewAccess, type Job } from './publish-job.ts'
import { recordNotOut, recordOut, recordTrouble } from './record-outcome.ts'
import { retryUntilDatabaseAnswers } from '../db/until-database-answers.ts'

/** Asks the network what became of a request that got no answer. */
export async function lookForPost(job: Job): Promise<void> {
  const { database, clock, post, attempt, signal } = job
  const lookedAt = clock.now()
  const refusal = attempt.steps.find((step) => step.what === 'called_duplicate')
  const before = refusal && (await lostBefore(database, post, attempt))
  const sentAt = before?.since ?? attempt.sent_at ?? lookedAt
  const latest = lookedAt.getTime() + REQUEST_TIMEOUT_MS
  let lostAt = attempt.finished_at ?? lookedAt
  // Its sender is gone, or our clock was set back since it noted when it gave up.
  if (attempt.state === 'sending' || lostAt.getTime() > latest) {
    // What was sent may have been on its way for as long as a request may take.
    lostAt = new Date(Math.min(latest, Math.max(lookedAt.getTime(), sentAt.getTime() + REQUEST_TIMEOUT_MS)))
    await closeAttempt(database, attempt, 'unknown', null, lostAt)
  }

  const looked = await lookGuarded(job, sentAt)
  if (signal.aborted && looked.found === 'no-answer') return

  if (looked.found === 'no-answer') await job.pauses.watch(job.account)
  const next = afterLook(looked, lostAt, lookedAt, sendAgainAt(job, lostAt), refusal !== undefined)
  // That a network tells nothing is told once: right before its owner is asked.
  if (looked.found !== 'cannot-ask' || next.do !== 'look-again') {
    await recordStep(database, attempt, { what: 'looked_up', at: lookedAt.toISOString(), found: looked.found })
  }
  switch (next.do) {
    case 'record':
      // It took the post: only its answer was lost.
      await job.pauses.learn(job.account, { ok: true, value: null })
      return await recordOut(job, next, sentAt)
    case 'look-again':
      return await setNextStep(database, post, next.at, clock.now())
    case 'ask-owner':
      if (refusal && before?.isDenied && (looked.found === 'nothing' || looked.found === 'cannot-ask')) {
        // Its owner has been asked already, and says that it is another one.
        return await recordTrouble(job, 'refused', 'duplicate', refusal.detail, 'rejected')
      }
      if (post.status === 'unconfirmed') return await setNextStep(database, post, next.lookAt, clock.now())
      return await recordTrouble(job, 'outcome-unknowable', 'unconfirmed', null, 'unknown', next.lookAt)
    case 'send-again':
      // The network proved that it has nothing, which makes this the same as a request that never left.
      return await recordNotOut(job, NOT_SENT)
    default:
      return unreachable(next)
  }
}

/** From when on the post may be sent again, if it is nowhere to be seen. */
function sendAgainAt({ client, attempt }: Job, lostAt: Date): Date {
  // Our clock may have been set back since it was sent.
  const sentAt = Math.min(attempt.sent_at?.getTime() ?? Number.POSITIVE_INFINITY, lostAt.getTime())
  return new Date(sentAt + client.sendAgainAfterMs(attempt.prepared ?? {}))
}

/** A fault of our own with one look is like a network that does not answer: it holds up nobody, and ends with its owner. */
async function lookGuarded(job: Job, sentAt: Date): Promise<LookResult> {
  try {
    return await lookFor(job, sentAt)
  } catch (error) {
    if (error instanceof LeaseLost || isDatabaseUnavailable(error)) throw error
    job.log.error({ err: error, postId: job.post.id }, 'a post could not be looked for')
    return { found: 'no-answer' }
  }
}

/** Asks the network for what was sent at `sentAt` or later, where need be with a renewed token. */
async function lookFor(job: Job, sentAt: Date): Promise<LookResult> {
  const { database, client, post, attempt } = job
  const lost = { sentAt, known: await knownRemoteIds(database, post, sentAt) }
  const sent = await outgoingPost(job, post, attempt.text)
  // Where its owner is asked as well, a network that hangs holds up what is due.
  const signal =
    post.status === 'unconfirmed' ? AbortSignal.any([job.signal, AbortSignal.timeout(PATIENCE_MS)]) : job.signal
  const find = async (usable: Outcome<Access>): Promise<LookResult> => {
    if (!usable.ok) return { found: PASSING.has(usable.failure.kind) ? 'no-answer' : 'no-access' }
    const content = sent.ok ? sent.value : { text: attempt.text, images: [] }
    return await client.find(content, attempt.prepared ?? {}, usable.value, lost, signal)
  }
  let access = await accessOf(job)
  let looked = await find(access)
  if (looked.found === 'no-access' && access.ok) {
    access = await renewAccess(job, access.value)
    looked = await find(access)
  }
  if (looked.found === 'no-access' && (access.ok || access.failure.kind === 'reconnect')) {
    await retryUntilDatabaseAnswers(() => markLost(database, job.account, job.clock.now()))
  }
  return looked
}

const PATIENCE_MS = 5_000

/** What access failed with that may be otherwise in a moment. */
const PASSING = new Set<PublishFailure['kind']>(['not-sent', 'rate-limited'])
