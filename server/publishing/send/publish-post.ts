import type { PublishFailure } from '#core/publishing/failure.ts'
import { LeaseLost } from '../../accounts/leases.ts'
import type { Access, Outcome } from '../../adapters/platforms/platform-client.ts'
import { isDatabaseUnavailable } from '../../db/database.ts'
import { retryUntilDatabaseAnswers } from '../../db/until-database-answers.ts'
import { markReady, renewFence } from './attempts.ts'
import { addPrepared, discardWithdrawn, dueInMs, preparePost } from './prepare-post.ts'
import { NOT_SENT, retryWithRenewedAccess, type PublishJob } from './publish-job.ts'
import { recordFailure, recordFinalFailure, recordRefusal, recordSuccess } from './record-outcome.ts'
import { traced } from './traced.ts'
import { openSendWindow } from './send-window.ts'

/**
 * Publishes a post. An unexpected error becomes that post's failure, so that the account's next posts are still
 * published.
 */
export async function publishPost(job: PublishJob): Promise<void> {
  try {
    await send(job)
  } catch (error) {
    if (error instanceof LeaseLost || isDatabaseUnavailable(error)) throw error
    job.log.error({ err: error, postId: job.post.id }, 'a post could not be sent')
    if (isEarly(job)) return await waitUntilDue(job)
    const isSent = job.attempt.state !== 'prepared'
    await recordFailure(job, isSent ? { kind: 'answer-lost', detail: null } : { ...NOT_SENT, because: 'own_fault' })
  }
}

/** Sends a post in these steps: prepare → wait until due → mark as being sent (fence) → publish → record. */
async function send(job: PublishJob): Promise<void> {
  const { database, clock, account, client, post, attempt, pauses, signal } = job
  // While the network is paused, wait until the post is due. Then the worker postpones the account's due posts in
  // order.
  if (pauses.isPaused(account, post)) return await waitUntilDue(job)
  const prepared = await traced(job, 'prepare', () => preparePost(job), outcomeOf)
  // The worker is stopping, so leave the attempt to the next worker.
  if (!prepared.ok && signal.aborted) return
  if (isEarly(job)) {
    if (prepared.ok && !attempt.ready_at) await markReady(database, attempt, clock.now())
    await waitUntilDue(job)
    // The wait for the due time ended early, or the post is not prepared. The worker's next round reads the post again.
    if (!prepared.ok || isEarly(job)) return
  }
  if (!prepared.ok) {
    job.meters.attempt(account.platform, prepared.failure.kind)
    await recordRefusal(job, prepared.failure)
    if (isFromNetwork(prepared.failure)) await pauses.report(account, prepared)
    return
  }
  if (pauses.isPaused(account, post)) return
  const { access, outgoing } = prepared.value

  // The clock is no longer reliable. A later round decides again whether the post is due or late.
  if (!clock.isReliable()) return
  // The author's limit for late posts may have passed while the post was being prepared, so check it again.
  if (clock.now() > job.lateAt) return await recordFinalFailure(job, 'too-late', 'missed', null, 'rejected')
  const sendWindow = openSendWindow(job, () => renewFence(database, attempt, clock.now()))
  if (
    !(await traced(job, 'fence', () =>
      job.statements.raiseFence({ attempt, account, options: outgoing.options ?? {} }),
    ))
  )
    return await discardWithdrawn(job, access)
  attempt.state = 'sending'
  // Measure the delay of first attempts only. Later attempts are late because of the network.
  if (attempt.number === 1 && post.scheduled_at)
    job.meters.late(account.platform, clock.now().getTime() - post.scheduled_at.getTime())
  const isAwaited = post.status === 'publishing'
  post.status = 'publishing'

  let isFirst = true
  const outcome = await retryWithRenewedAccess(job, access, async () => {
    // A refused token proves that nothing was published, so the request may be sent again.
    if (!isFirst && !(await sendWindow.reopen())) return { ok: false, failure: NOT_SENT }
    isFirst = false
    const request = () => client.publish(outgoing, attempt.prepared ?? {}, access, sendWindow)
    return await traced(job, 'send', request, outcomeOf, 'client')
  })
  job.meters.attempt(account.platform, outcome.ok ? undefined : outcome.failure.kind)
  if (!outcome.ok && outcome.learnt) {
    const { learnt } = outcome
    await retryUntilDatabaseAnswers(() => addPrepared(database, attempt, learnt))
  }
  if (!outcome.ok) {
    await recordRefusal(job, outcome.failure)
    return await pauses.report(account, outcome)
  }
  const { remoteId } = outcome.value
  const permalink = outcome.value.permalink ?? (isAwaited ? await askPermalink(job, remoteId, access) : null)
  await traced(job, 'record', () => recordSuccess(job, { remoteId, permalink }))
  // Look up the permalink later, because the account's next post is more urgent.
  if (permalink === null) job.findPermalink(job, remoteId, access)
  await pauses.report(account, outcome)
}

const outcomeOf = (outcome: Outcome<unknown>) => ({ 'frogy.outcome': outcome.ok ? 'ok' : outcome.failure.kind })

/**
 * Whether the network itself may have caused the failure. A lost permission, an inactive account or an unusable picture
 * concerns one post or account.
 */
const isFromNetwork = (failure: PublishFailure): boolean =>
  failure.kind !== 'reconnect' &&
  !(failure.kind === 'refused' && (failure.reason === 'account_inactive' || failure.reason === 'media'))

const askPermalink = async (job: PublishJob, remoteId: string, access: Access): Promise<string | null> =>
  (await job.client.findPermalink?.(remoteId, access, new AbortController().signal)) ?? null

const isEarly = (job: PublishJob): boolean => dueInMs(job) > 0

async function waitUntilDue(job: PublishJob): Promise<void> {
  if (job.post.next_step_at) await job.waitUntilDue(job.account, job.post.next_step_at)
}
