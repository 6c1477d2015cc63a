import type { PublishFailure } from '#core/publishing/failure.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { Access, OutgoingPost, Outcome, PlatformClient } from '../adapters/platforms/platform-client.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { isTakenBack, markReady } from './attempts.ts'
import { claimPost } from './claim-due-post.ts'
import { takenUpAt } from './due-posts.ts'
import { LeaseLost } from '../accounts/leases.ts'
import { lookForPost } from './look-for-post.ts'
import { outgoingPost } from './outgoing-post.ts'
import { addPrepared, preparePost } from './prepare-post.ts'
import { accessOf, NOT_SENT, renewingAccess, type Job, type PublishParts, type WorkerTools } from './publish-job.ts'
import { recordNotOut, recordOut, recordRefusal, recordTrouble } from './record-outcome.ts'
import { sendingOf } from './sending.ts'
import { retryUntilDatabaseAnswers } from '../db/until-database-answers.ts'

/**
 * Takes the account's post that is due longest, or will be in a moment, one step further: sends it at its time, or, where
 * an earlier request got no answer, asks the network about it. Called by the holder of the account's lease only.
 * @returns whether there was one
 * @throws LeaseLost
 */
export async function publishNext(
  parts: PublishParts & WorkerTools,
  worker: string,
  leased: AccountRow,
  client: PlatformClient,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock, statements, pauses } = parts
  await pauses.holdUp(leased)
  const next = await statements.readNext(leased)
  if (next === null) throw new LeaseLost()
  if (!next) return false
  const now = clock.now()
  const claimed =
    next.claimed ??
    (await database.transaction((tx) => claimPost(tx, worker, leased, client, next.post.id, takenUpAt(now), now)))
  if (claimed?.kind !== 'attempt') return true

  const job = { ...parts, ...claimed, worker, client, signal }
  if (claimed.attempt.state === 'prepared') await sendGuarded(job)
  else await lookForPost(job)
  return true
}

/** A fault of our own with one post is written down as that post's, so that those behind it go out. */
async function sendGuarded(job: Job): Promise<void> {
  try {
    await send(job)
  } catch (error) {
    if (error instanceof LeaseLost || isDatabaseUnavailable(error)) throw error
    job.log.error({ err: error, postId: job.post.id }, 'a post could not be sent')
    if (isAhead(job)) return await untilDue(job)
    const isSent = job.attempt.state !== 'prepared'
    await recordNotOut(job, isSent ? { kind: 'answer-lost', detail: null } : { ...NOT_SENT, because: 'own_fault' })
  }
}

/** make ready → wait for its time → fence → publish → record */
async function send(job: Job): Promise<void> {
  const { database, clock, account, client, post, attempt, pauses, signal } = job
  // What its time finds paused waits there, in its order.
  if (pauses.isHolding(account, post)) return await untilDue(job)
  const ready = await makeReady(job)
  // Cut by our own stopping: the attempt stays as it is, for whoever comes next.
  if (!ready.ok && signal.aborted) return
  if (isAhead(job)) {
    if (ready.ok && !attempt.ready_at) await markReady(database, attempt, clock.now())
    await untilDue(job)
    // Whatever woke us before, or kept it from being ready: it is looked at anew.
    if (!ready.ok || isAhead(job)) return
  }
  if (!ready.ok) {
    await recordRefusal(job, ready.failure)
    if (isOfNetwork(ready.failure)) await pauses.learn(account, ready)
    return
  }
  if (pauses.isHolding(account, post)) return
  const { access, outgoing } = ready.value

  // The clock was set meanwhile: whether the post is due, or too late, has to be seen anew.
  if (!clock.isReliable()) return
  // Making it ready may have taken longer than its owner wants to wait.
  if (clock.now() > job.lateAt) return await recordTrouble(job, 'too-late', 'missed', null, 'rejected')
  const sending = sendingOf(job)
  if (!(await job.statements.raiseFence({ attempt, account }))) return await discardTakenBack(job, access)
  attempt.state = 'sending'
  const isAwaited = post.status === 'publishing'
  post.status = 'publishing'

  let isFirst = true
  const outcome = await renewingAccess(job, access, async () => {
    // A refused token proves that nothing went out: with another one it is sent once more, under the same fence.
    if (!isFirst && !(await sending.mayBeginAgain())) return { ok: false, failure: NOT_SENT }
    isFirst = false
    return await client.publish(outgoing, attempt.prepared ?? {}, access, sending)
  })
  if (!outcome.ok && outcome.learnt) {
    const { learnt } = outcome
    await retryUntilDatabaseAnswers(() => addPrepared(database, attempt, learnt))
  }
  if (!outcome.ok) {
    await recordRefusal(job, outcome.failure)
    return await pauses.learn(account, outcome)
  }
  const { remoteId } = outcome.value
  const permalink = outcome.value.permalink ?? (isAwaited ? await askPermalink(job, remoteId, access) : null)
  await recordOut(job, { remoteId, permalink })
  // Nobody waits for where a timed post can be seen, but the account's next post would.
  if (permalink === null) job.findPermalink(job, remoteId, access)
  await pauses.learn(account, outcome)
}

/** Whether the network said it just now, or kept silent: that a post lacks its account or a picture was known before. */
const isOfNetwork = (failure: PublishFailure): boolean =>
  failure.kind !== 'reconnect' &&
  !(failure.kind === 'refused' && (failure.reason === 'account_inactive' || failure.reason === 'media'))

const askPermalink = async (job: Job, remoteId: string, access: Access): Promise<string | null> =>
  (await job.client.findPermalink?.(remoteId, access, new AbortController().signal)) ?? null

interface Ready {
  access: Access
  outgoing: OutgoingPost
}

/** Everything that can be done before the post is due: a permission, and what its network wants. */
async function makeReady(job: Job): Promise<Outcome<Ready>> {
  const access = await accessOf(job)
  if (!access.ok) return access
  return await renewingAccess(job, access.value, () => makeReadyWith(job, access.value))
}

/** The same with a permission. What was done already is not done again. */
export async function makeReadyWith(job: Job, access: Access): Promise<Outcome<Ready>> {
  const { client, post, attempt, signal } = job
  const outgoing = await outgoingPost(job, post, attempt.text, aheadMs(job))
  if (!outgoing.ok) return outgoing
  try {
    const prepared = await preparePost(job, client, attempt, outgoing.value, access, signal)
    return prepared.ok ? { ok: true, value: { access, outgoing: outgoing.value } } : prepared
  } catch (error) {
    if (!(error instanceof LeaseLost) || !(await isTakenBack(job.database, attempt))) throw error
    // What was made in the meantime could not be kept with an attempt that is closed, or gone.
    await discardTakenBack(job, access)
    // The network has done nothing wrong: the account's other posts do not wait for it.
    return { ok: false, failure: { ...NOT_SENT, because: 'own_fault' } }
  }
}

/** How long it is until a post is due. */
const aheadMs = ({ clock, post }: Job): number => (post.next_step_at?.getTime() ?? 0) - clock.now().getTime()

const isAhead = (job: Job): boolean => aheadMs(job) > 0

async function untilDue(job: Job): Promise<void> {
  if (job.post.next_step_at) await job.untilDue(job.account, job.post.next_step_at)
}

/** Takes off the network what was made there for a post that its owner has taken back in the meantime. */
async function discardTakenBack({ database, client, attempt }: Job, access: Access): Promise<void> {
  if (!attempt.prepared || !(await isTakenBack(database, attempt))) return
  await client.discard?.(attempt.prepared, access, AbortSignal.timeout(DISCARD_WITHIN_MS))
}

const DISCARD_WITHIN_MS = 5_000
