import { afterLook, ASK_AUTHOR_AFTER_MS, type LookResult } from '#core/publishing/next-step.ts'
import { REQUEST_TIMEOUT_MS } from '#core/publishing/sending-times.ts'
import { unreachable } from '#core/unreachable.ts'
import { LeaseLost } from '../../accounts/leases.ts'
import { UNANSWERED } from '../../adapters/platforms/platform-client.ts'
import { isDatabaseUnavailable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { findWithAccess } from '../check/find-with-access.ts'
import { mayPartBeEdited } from '../check/may-be-edited.ts'
import { knownRemoteIds } from '../send/attempts.ts'
import { outgoingFollowUp, type FollowUpJob } from './follow-up-job.ts'
import { askAuthor, changeNow, recordFollowUpFailure, recordFollowUpSuccess } from './record-follow-up.ts'

/** How soon to look up a public part again that the network does not list yet. The next part needs its id. */
const LIST_AGAIN_MS = 2_000
const LIST_WITHIN_MS = 60_000

/** Looks up a follow-up whose response was lost. It is never sent again while the network may have it. */
export async function findLostFollowUp(job: FollowUpJob): Promise<void> {
  const { clock, followUp, signal } = job
  const lookedAt = clock.now()
  const isCalledDuplicate = followUp.failure?.code === 'duplicate'
  const isRestored = followUp.failure?.code === 'restored'
  // Whether the author was asked before this installation had sent any request for the follow-up.
  const isUnsent = followUp.state === 'unconfirmed' && followUp.lost_at === null
  const sentAt = followUp.sent_at ?? (isUnsent ? job.post.published_at : null) ?? lookedAt
  const latest = lookedAt.getTime() + REQUEST_TIMEOUT_MS
  const askedAt = isUnsent && followUp.failure ? new Date(followUp.failure.at) : lookedAt
  let lostAt = followUp.lost_at ?? askedAt
  // The worker that sent the follow-up died, or the clock was set back since. Correct the time when the response was
  // lost.
  if (followUp.state === 'sending' || lostAt.getTime() > latest) {
    // Take the latest possible time, because the request may have reached the network at any time until its timeout.
    lostAt = new Date(Math.min(latest, Math.max(lookedAt.getTime(), sentAt.getTime() + REQUEST_TIMEOUT_MS)))
    await changeNow(job, sql`state = 'unknown', lost_at = ${lostAt}`)
  }
  const looked = await lookUpSafely(job, sentAt, isCalledDuplicate || isRestored)
  if (signal.aborted && looked.found === 'no-answer') return
  if (looked.found === 'no-answer') await job.pauses.watchOutage(job.account)
  const resendAt = new Date(
    Math.min(sentAt.getTime(), lostAt.getTime()) + job.client.sendAgainAfterMs(followUp.prepared ?? {}),
  )
  // A look-up that finds an unknown reply is remembered, because the author may delete that reply before the next
  // look-up.
  const needsAuthor =
    followUp.failure?.needsAuthor === true ||
    isUnsent ||
    isCalledDuplicate ||
    (isRestored && (await mayPartBeEdited(job.database, looked, job.post, followUp)))
  if (needsAuthor && !followUp.failure?.needsAuthor) await changeNow(job, ONLY_AUTHOR_CONTINUES)
  const next = afterLook(looked, lostAt, lookedAt, resendAt, needsAuthor)
  switch (next.do) {
    case 'record': {
      const mayList = next.remoteId === null && lookedAt.getTime() - lostAt.getTime() < LIST_WITHIN_MS
      if (mayList) return await lookAgain(job, new Date(lookedAt.getTime() + LIST_AGAIN_MS))
      await job.pauses.report(job.account, { ok: true, value: null })
      return await recordFollowUpSuccess(job, next)
    }
    case 'look-again':
      return await lookAgain(job, next.at)
    case 'ask-owner':
      if (followUp.state === 'unconfirmed') return await lookAgain(job, next.lookAt)
      return await askAuthor(job, isRestored ? 'restored' : 'unconfirmed', next.lookAt, needsAuthor)
    case 'send-again':
      // The network has proven that the follow-up is missing, so send it again.
      return await changeNow(
        job,
        sql`state = 'waiting', next_step_at = ${clock.now()}, failure = null,
          prepared = coalesce(prepared, '{}') || ${JSON.stringify({ [UNANSWERED]: 'yes' })}::jsonb`,
      )
    default:
      return unreachable(next)
  }
}

/**
 * Asks the network before the first request, if another installation may have sent it.
 * @returns whether it may be sent now
 */
export async function askFollowUpFirst(job: FollowUpJob): Promise<boolean> {
  const { clock, followUp } = job
  const since = followUp.ask_since
  if (!since) return true
  const looked = await lookUpSafely(job, since, true)
  const now = clock.now()
  switch (looked.found) {
    case 'post':
      await recordFollowUpSuccess(job, looked)
      return false
    case 'nothing':
      if (await mayPartBeEdited(job.database, looked, job.post, followUp)) {
        await askAuthor(job, 'restored', null, true)
        return false
      }
      await changeNow(job, sql`ask_since = null`)
      followUp.ask_since = null
      return true
    case 'no-answer':
      if (!job.signal.aborted) await job.pauses.watchOutage(job.account)
      await changeNow(job, sql`next_step_at = ${new Date(now.getTime() + ASK_AUTHOR_AFTER_MS / 12)}`)
      return false
    case 'no-access':
      await recordFollowUpFailure(job, { kind: 'reconnect', detail: null })
      return false
    case 'cannot-ask':
      await askAuthor(job, 'restored', null)
      return false
    default:
      return unreachable(looked)
  }
}

const ONLY_AUTHOR_CONTINUES = sql`failure = failure || '{"needsAuthor": true}'`

const lookAgain = (job: FollowUpJob, at: Date | null): Promise<void> => changeNow(job, sql`next_step_at = ${at}`)

/** An unexpected error counts as "no answer": in the end the author is asked. */
async function lookUpSafely(job: FollowUpJob, sentAt: Date, isFromElsewhere: boolean): Promise<LookResult> {
  try {
    return await lookUp(job, sentAt, isFromElsewhere)
  } catch (error) {
    if (error instanceof LeaseLost || isDatabaseUnavailable(error)) throw error
    job.log.error({ err: error, postId: job.post.id }, 'a follow-up could not be looked up')
    return { found: 'no-answer' }
  }
}

async function lookUp(job: FollowUpJob, sentAt: Date, isFromElsewhere: boolean): Promise<LookResult> {
  const { database, client, post, followUp, signal } = job
  const lost = { sentAt, known: await knownRemoteIds(database, post, sentAt, true), isFromElsewhere }
  const built = await outgoingFollowUp(job)
  const text = publishedText(followUp)
  return await findWithAccess(job, async (access) => {
    if (followUp.kind === 'comment' && client.comment) {
      if (!client.findComment) return { found: 'cannot-ask' }
      return await client.findComment(post.remote_id ?? '', text, access, lost, signal)
    }
    const content = built.ok ? built.value : { text, images: [], replyTo: job.replyTo }
    return await client.find(content, followUp.prepared ?? {}, access, lost, signal)
  })
}
