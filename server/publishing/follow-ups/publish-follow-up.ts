import { LeaseLost } from '../../accounts/leases.ts'
import type { AccountRow } from '../../accounts/store.ts'
import {
  DENIED,
  UNANSWERED,
  type Access,
  type OutgoingPost,
  type Outcome,
  type PlatformClient,
  type Prepared,
  type Published,
  type SendWindow,
} from '../../adapters/platforms/platform-client.ts'
import { isDatabaseUnavailable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import { retryUntilDatabaseAnswers } from '../../db/until-database-answers.ts'
import {
  accessFor,
  NOT_SENT,
  retryWithRenewedAccess,
  type PublishParts,
  type WorkerTools,
} from '../send/publish-job.ts'
import { openSendWindow } from '../send/send-window.ts'
import { claimFollowUp, isComment, outgoingFollowUp, type FollowUpJob } from './follow-up-job.ts'
import { renewFollowUpFence } from './fence.ts'
import { askFollowUpFirst, findLostFollowUp } from './find-lost-follow-up.ts'
import { failFollowUp, recordFollowUpFailure, recordFollowUpSuccess, waitUntil } from './record-follow-up.ts'

const PAUSED_MS = 15_000
/** After this time, Frogy uploads again, because Meta deletes uploads of unpublished posts after a day. */
const PREPARED_LIFE_MS = 20 * 3_600_000
const MADE_AT = 'madeAt'

/**
 * Publishes the account's first due follow-up, or looks it up if an earlier response was lost. Returns whether another
 * one may be due. @throws LeaseLost
 */
export async function publishDueFollowUp(
  parts: PublishParts & WorkerTools,
  worker: string,
  leased: AccountRow,
  client: PlatformClient,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = parts
  const id = await parts.statements.findDueFollowUp(leased)
  if (!id) return false
  const claimed = await database.transaction((tx) => claimFollowUp(tx, worker, leased, id, clock.now()))
  if (!claimed) return false
  const job: FollowUpJob = { ...parts, ...claimed, worker, client, signal }
  const { attempt, state } = job.followUp
  try {
    if (state !== 'waiting') await findLostFollowUp(job)
    else await send(job)
  } catch (error) {
    if (error instanceof LeaseLost || isDatabaseUnavailable(error)) throw error
    job.log.error({ err: error, postId: job.post.id }, 'a follow-up could not be sent')
    const isSent = job.followUp.state !== 'waiting'
    await recordFollowUpFailure(job, isSent ? { kind: 'answer-lost', detail: null } : OWN_FAULT)
  }
  // If no request was sent, leave further follow-ups to the worker's next round.
  return state !== 'waiting' || job.followUp.attempt > attempt
}

const OWN_FAULT = { ...NOT_SENT, because: 'own_fault' } as const

/** Sends a follow-up in the same steps as a post: prepare → mark as being sent (fence) → publish → record. */
async function send(job: FollowUpJob): Promise<void> {
  const { database, clock, account, client, post, followUp, pauses, signal } = job
  if (pauses.isPaused(account, post)) return await waitUntil(job, PAUSED_MS)
  if (!(await askFollowUpFirst(job))) return
  const isReply = !isComment(job)
  if (isReply ? !job.replyTo : post.remote_id === null) return await failFollowUp(job, 'parent_missing')
  const access = await accessFor(job)
  if (!access.ok) return await recordFollowUpFailure(job, access.failure)
  const outgoing = await outgoingFollowUp(job)
  if (!outgoing.ok) return await recordFollowUpFailure(job, outgoing.failure)

  const prepared = await retryWithRenewedAccess(job, access.value, () =>
    isReply ? prepare(outgoing.value, access.value) : Promise.resolve({ ok: true as const, value: null }),
  )
  if (!prepared.ok && signal.aborted) return
  if (!prepared.ok) {
    await recordFollowUpFailure(job, prepared.failure)
    return await pauses.report(account, prepared)
  }
  if (!clock.isReliable()) return
  const sendWindow = openSendWindow(job, () => renewFollowUpFence(job, clock.now()))
  if (!(await job.statements.raiseFollowUpFence(job))) return

  let isFirst = true
  const outcome = await retryWithRenewedAccess<{ remoteId: string; permalink: string | null }>(
    job,
    access.value,
    async () => {
      // A refused token proves that nothing was published, so the request may be sent again.
      if (!isFirst && !(await sendWindow.reopen())) return { ok: false, failure: NOT_SENT }
      isFirst = false
      return await job.tracer.during(
        post.id,
        { name: 'send part', kind: 'client', attributes: { 'frogy.platform': account.platform } },
        () => request(job, outgoing.value, access.value, sendWindow),
      )
    },
  )
  job.meters.attempt(account.platform, outcome.ok ? undefined : outcome.failure.kind)
  if (outcome.ok) await recordFollowUpSuccess(job, outcome.value, access.value)
  else {
    if (outcome.learnt) await save(outcome.learnt)
    await recordFollowUpFailure(job, outcome.failure)
  }
  await pauses.report(account, outcome)

  async function save(made: Prepared): Promise<void> {
    followUp.prepared = { ...followUp.prepared, ...made }
    const { id, attempt } = followUp
    const rows = await retryUntilDatabaseAnswers(() =>
      database.query(sql`
        update follow_ups set prepared = ${JSON.stringify(followUp.prepared)}
        where id = ${id} and attempt = ${attempt} and state <> 'published' returning id`),
    )
    if (rows.length === 0) throw new LeaseLost()
  }

  async function prepare(content: OutgoingPost, usable: Access): Promise<Outcome<null>> {
    if (!client.prepare) return { ok: true, value: null }
    const madeAt = Date.parse(followUp.prepared?.[MADE_AT] ?? '')
    // Keep an upload of any age if its publish request got no response, because it may be public.
    const mayBePublic = followUp.prepared?.[UNANSWERED] || (client.publishesPrepared && followUp.prepared?.[DENIED])
    const isOld = !mayBePublic && !(clock.now().getTime() - madeAt < PREPARED_LIFE_MS)
    if (isOld) followUp.prepared = { [MADE_AT]: clock.now().toISOString() }
    const preparation = {
      get done() {
        return followUp.prepared ?? {}
      },
      save,
    }
    const made = await client.prepare(content, usable, preparation, signal)
    // Preparing makes nothing public, so a retry is safe even after a lost response.
    return !made.ok && made.failure.kind === 'answer-lost'
      ? { ok: false, failure: { kind: 'not-sent', detail: made.failure.detail } }
      : made
  }
}

async function request(
  { client, post, followUp }: FollowUpJob,
  outgoing: OutgoingPost,
  access: Access,
  sending: SendWindow,
): Promise<Published> {
  if (followUp.kind === 'comment' && client.comment)
    return await client.comment(post.remote_id ?? '', outgoing.text, access, sending)
  return await client.publish(outgoing, followUp.prepared ?? {}, access, sending)
}
