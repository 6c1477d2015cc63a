import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import { isDatabaseAway } from '../db/database.ts'
import { raiseFence } from './attempts.ts'
import { claimDuePost } from './claim-due-post.ts'
import { renewLease, LeaseLost } from '../accounts/leases.ts'
import { lookForPost } from './look-for-post.ts'
import { outgoingPost } from './outgoing-post.ts'
import { addPrepared, preparePost } from './prepare-post.ts'
import { accessOf, INACTIVE, NOT_SENT, renewingAccess, type Job, type PublishParts } from './publish-job.ts'
import { recordNotOut, recordOut, recordRefusal, recordTrouble } from './record-outcome.ts'
import { sendingOf } from './sending.ts'
import { untilDatabaseAnswers } from '../db/until-database-answers.ts'

/**
 * Takes the account's post that is due longest one step further: sends it, or, where an earlier request got no answer,
 * asks the network about it. Called by the holder of the account's lease only.
 * @returns whether there was one
 * @throws LeaseLost
 */
export async function publishNext(
  parts: PublishParts,
  worker: string,
  leased: AccountRow,
  client: PlatformClient,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = parts
  const claimed = await database.transaction((tx) => claimDuePost(tx, worker, leased, client, clock.now()))
  if (!claimed) return false
  if (claimed.kind === 'decided') return true

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
    if (error instanceof LeaseLost || isDatabaseAway(error)) throw error
    job.log.error({ err: error, postId: job.post.id }, 'a post could not be sent')
    const isSent = job.attempt.state !== 'prepared'
    await recordNotOut(job, isSent ? { kind: 'answer-lost', detail: null } : { ...NOT_SENT, because: 'own_fault' })
  }
}

/** prepare → fence → publish → record */
async function send(job: Job): Promise<void> {
  const { database, clock, worker, client, post, attempt, signal } = job
  const access = await accessOf(job)
  if (!access.ok) return await recordNotOut(job, access.failure)
  const outgoing = await outgoingPost(job, post, attempt.text)
  if (!outgoing.ok) return await recordNotOut(job, outgoing.failure)
  const prepared = await renewingAccess(job, access.value, () =>
    preparePost(job, client, attempt, outgoing.value, access.value, signal),
  )
  // Cut by our own stopping: the attempt stays as it is, for whoever comes next.
  if (!prepared.ok && signal.aborted) return
  if (!prepared.ok) return await recordRefusal(job, prepared.failure)

  const sending = sendingOf(job)
  const account = await renewLease(database, worker, job.account, SENDING_LEASE_MS)
  if (!account.is_active) return await recordNotOut(job, INACTIVE)
  // Making it ready may have taken longer than its owner wants to wait.
  if (clock.now() > job.lateAt) return await recordTrouble(job, 'too-late', 'missed', null, 'rejected')
  if (!(await raiseFence(database, attempt, clock.now()))) return
  attempt.state = 'sending'

  let isFirst = true
  const outcome = await renewingAccess(job, access.value, async () => {
    // A refused token proves that nothing went out: with another one it is sent once more, under the same fence.
    if (!isFirst && !(await sending.mayBeginAgain())) return { ok: false, failure: NOT_SENT }
    isFirst = false
    return await client.publish(outgoing.value, attempt.prepared ?? {}, access.value, sending)
  })
  if (!outcome.ok && outcome.learnt) {
    const { learnt } = outcome
    await untilDatabaseAnswers(() => addPrepared(database, attempt, learnt))
  }
  await (outcome.ok ? recordOut(job, outcome.value) : recordRefusal(job, outcome.failure))
}
