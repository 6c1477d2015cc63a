import type { FastifyBaseLogger } from 'fastify'
import sql from 'sql-template-tag'
import { afterEvent, type PostEvent } from '#core/posts/lifecycle.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { FailureCode, PublishFailure, StoredFailure } from '#core/publishing/failure.ts'
import { lateAt } from '#core/publishing/late-rule.ts'
import { afterLook, nextStep, SETTLE_MS } from '#core/publishing/next-step.ts'
import { unreachable } from '#core/unreachable.ts'
import type { AccountRow } from '../accounts/store.ts'
import { REQUEST_TIMEOUT_MS } from '../adapters/platforms/exchange.ts'
import type {
  Access,
  Look,
  OutgoingPost,
  Outcome,
  PlatformClient,
  Preparation,
} from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import { POST_COLUMNS, type PostRow } from '../posts/store.ts'
import type { Secrets } from '../secrets.ts'
import {
  beginAttempt,
  closeAttempt,
  hadLostAttempt,
  keepPrepared,
  keepStep,
  knownRemoteIds,
  openAttempt,
  raiseFence,
  recordPublished,
  triesOfRevision,
  type Attempt,
} from './attempts.ts'
import { keepLease } from './leases.ts'
import { outgoingPost, type PictureParts } from './outgoing-post.ts'
import { untilDatabaseAnswers } from './until-database-answers.ts'
import { markNeedsReconnect, renewedAccess, usableAccess } from './usable-access.ts'

export interface PublishParts extends PictureParts {
  database: Database
  clock: Clock
  secrets: Secrets
  log: FastifyBaseLogger
}

/** Longer than this between the lease and the request, and the request is not made: others may believe us dead by then. */
const LEASE_TO_REQUEST_MS = 5_000

/**
 * Takes the account's post that is due longest one step further: sends it, or, where an earlier request got no answer,
 * asks the network about it. Called by the holder of the account's lease only.
 * @returns whether there was one
 * @throws LeaseLost
 */
export async function publishNext(
  parts: PublishParts,
  worker: string,
  accountId: string,
  client: PlatformClient,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = parts
  const taken = await database.transaction((tx) => takeUp(tx, worker, accountId, clock.now()))
  if (!taken) return false
  if (taken.kind === 'missed') return true

  const job = { ...parts, ...taken, worker, client, signal }
  if (taken.attempt.state === 'prepared') await send(job)
  else await look(job)
  return true
}

type Taken =
  | { kind: 'missed'; post: PostRow }
  | { kind: 'attempt'; account: AccountRow; post: PostRow; attempt: Attempt; lateAt: Date }

/** Claims the post that is due longest. Its row is locked, so whatever its owner changed before this is what goes out. */
async function takeUp(tx: Queryable, worker: string, accountId: string, now: Date): Promise<Taken | undefined> {
  const account = await keepLease(tx, worker, accountId)
  const [post] = await tx.query<PostRow>(sql`
    select ${POST_COLUMNS} from posts where account_id = ${account.id} and next_step_at <= ${now} order by next_step_at, created_at, id limit 1 for update`)
  if (!post) return undefined
  const [owner] = await tx.query<{ late_after_minutes: number }>(
    sql`select late_after_minutes from users where id = ${post.user_id}`,
  )
  const until = lateAt(post.scheduled_at ?? post.created_at, owner?.late_after_minutes ?? 60)

  const open = await openAttempt(tx, post.id)
  // What was only prepared has not gone out either: whoever began it died before its fence.
  if (now > until && (!open || open.state === 'prepared')) {
    if (open) await closeAttempt(tx, open, 'rejected', { code: 'missed', detail: null, at: now.toISOString() }, now)
    await changePost(tx, post, 'too-late', { code: 'missed', detail: null, at: now.toISOString() }, null, now)
    return { kind: 'missed', post }
  }
  await tx.query(
    sql`update posts set status = ${statusAfter(post, 'begin')}, updated_at = ${now} where id = ${post.id}`,
  )
  const attempt = open ?? (await beginAttempt(tx, post, publishedText(post), worker, now))
  return { kind: 'attempt', account, post: { ...post, status: 'publishing' }, attempt, lateAt: until }
}

/** One attempt at one post, in the hands of one worker. */
interface Job extends PublishParts {
  worker: string
  account: AccountRow
  client: PlatformClient
  post: PostRow
  attempt: Attempt
  /** Until when its owner still wants it out. */
  lateAt: Date
  /** Aborts when the worker is to stop. What has begun to be sent is not cut short. */
  signal: AbortSignal
}

/** prepare → fence → publish → record */
async function send(job: Job): Promise<void> {
  const { database, clock, worker, client, post, attempt, signal } = job
  const access = await accessOf(job)
  if (!access.ok) return await recordNotOut(job, access.failure)
  const outgoing = await outgoingPost(job, post, attempt.text)
  if (!outgoing.ok) return await recordNotOut(job, outgoing.failure)
  const prepared = await prepare(job, outgoing.value, access.value)
  // Cut by our own stopping: the attempt stays as it is, for whoever comes next.
  if (!prepared.ok && signal.aborted) return
  if (!prepared.ok) return await recordRefusal(job, prepared.failure)

  const since = performance.now()
  const account = await keepLease(database, worker, job.account.id)
  if (!account.is_active) return await recordNotOut(job, INACTIVE)
  if (!(await raiseFence(database, attempt, clock.now()))) return
  // A process that was frozen here may have been taken for dead: its post is now somebody else's to ask about.
  if (performance.now() - since > LEASE_TO_REQUEST_MS) return

  const publish = () =>
    client.publish(outgoing.value, attempt.prepared ?? {}, access.value, new AbortController().signal)
  let outcome = await publish()
  if (!outcome.ok && outcome.failure.kind === 'reconnect') {
    // A proof that nothing went out. With a renewed token it is sent once more, under the same fence.
    const renewed = await renewAccess(job, access.value)
    if (renewed.ok) {
      const again = performance.now()
      await keepLease(database, worker, job.account.id)
      if (performance.now() - again > LEASE_TO_REQUEST_MS) return
      outcome = await publish()
    } else if (renewed.failure.kind !== 'reconnect') outcome = renewed
  }
  await (outcome.ok ? recordOut(job, outcome.value) : recordRefusal(job, outcome.failure))
}

/** What a network that says no may mean: that it has the post already, from an earlier request whose answer was lost. */
async function recordRefusal(job: Job, failure: PublishFailure): Promise<void> {
  const { database, client, post } = job
  if (failure.kind === 'refused' && failure.reason === 'duplicate' && (await hadLostAttempt(database, post.id))) {
    // Perhaps it is our own: the network names it, or is asked for it.
    if (failure.existingId) {
      return await recordOut(job, { remoteId: failure.existingId, permalink: client.permalink(failure.existingId) })
    }
    return await recordNotOut(job, { kind: 'answer-lost', detail: failure.detail })
  }
  await recordNotOut(job, failure)
}

/** Asks the network what became of a request that got no answer. */
async function look(job: Job): Promise<void> {
  const { database, clock, client, post, attempt, signal } = job
  const lookedAt = clock.now()
  const sentAt = attempt.sent_at ?? lookedAt
  let lostAt = attempt.finished_at ?? lookedAt
  if (attempt.state === 'sending') {
    // Its sender is gone. What it sent may have been on its way for as long as a request may take.
    lostAt = new Date(Math.max(lookedAt.getTime(), sentAt.getTime() + REQUEST_TIMEOUT_MS))
    await closeAttempt(database, attempt, 'unknown', null, lostAt)
  }

  const access = await accessOf(job)
  const lost = { sentAt, known: await knownRemoteIds(database, post, sentAt) }
  const sent = await outgoingPost(job, post, attempt.text)
  const find = async (usable: Outcome<Access>): Promise<Look> =>
    usable.ok
      ? await client.find(
          sent.ok ? sent.value : { text: attempt.text, images: [] },
          attempt.prepared ?? {},
          usable.value,
          lost,
          signal,
        )
      : { found: PASSING.has(usable.failure.kind) ? 'no-answer' : 'cannot-ask' }
  let looked = await find(access)
  if (looked.found === 'access-refused' && access.ok) looked = await find(await renewAccess(job, access.value))
  if (looked.found === 'access-refused' || (!access.ok && access.failure.kind === 'reconnect')) {
    await untilDatabaseAnswers(() => markNeedsReconnect(database, job.account))
  }
  const result = looked.found === 'access-refused' ? ({ found: 'cannot-ask' } as const) : looked
  if (signal.aborted && result.found === 'no-answer') return

  await keepStep(database, attempt, { what: 'looked_up', at: lookedAt.toISOString(), found: result.found })
  const next = afterLook(result, lostAt, lookedAt)
  switch (next.do) {
    case 'record':
      return await recordOut(job, next)
    case 'look-again':
      return await lookAgainAt(job, next.at)
    case 'ask-owner':
      return await recordTrouble(job, 'outcome-unknowable', 'unconfirmed', null, 'unknown')
    case 'send-again':
      // The network proved that it has nothing, which makes this the same as a request that never left.
      return await recordNotOut(job, { kind: 'not-sent', detail: null })
    default:
      return unreachable(next)
  }
}

const INACTIVE: PublishFailure = { kind: 'refused', reason: 'account_inactive', detail: null }

async function accessOf({ database, secrets, client, clock, account }: Job): Promise<Outcome<Access>> {
  if (!account.is_active) return { ok: false, failure: INACTIVE }
  return await usableAccess({ on: database, secrets, client, now: clock.now() }, account)
}

/** What access failed with that may be otherwise in a moment. */
const PASSING = new Set<PublishFailure['kind']>(['not-sent', 'rate-limited'])

/** Puts a renewed token in the place of one that the network refuses before its time. */
async function renewAccess(
  { database, secrets, client, clock, account }: Job,
  access: Access,
): Promise<Outcome<Access>> {
  const renewed = await renewedAccess({ on: database, secrets, client, now: clock.now() }, account)
  if (!renewed.ok) return renewed
  return { ok: true, value: Object.assign(access, renewed.value) }
}

/** Goes on where an earlier try of this revision stopped. */
async function prepare(job: Job, outgoing: OutgoingPost, access: Access): Promise<Outcome<null>> {
  const { database, client, attempt, signal } = job
  if (!client.prepare) return { ok: true, value: null }
  const preparation: Preparation = {
    get done() {
      return attempt.prepared ?? {}
    },
    async keep(made) {
      attempt.prepared = { ...attempt.prepared, ...made }
      await keepPrepared(database, attempt, attempt.prepared)
    },
  }
  let made = await client.prepare(outgoing, access, preparation, signal)
  if (!made.ok && made.failure.kind === 'reconnect') {
    const renewed = await renewAccess(job, access)
    if (renewed.ok) made = await client.prepare(outgoing, access, preparation, signal)
    else if (renewed.failure.kind !== 'reconnect') made = renewed
  }
  // Nothing of this can be seen by anybody, so a lost answer only means doing it again.
  return !made.ok && made.failure.kind === 'answer-lost'
    ? { ok: false, failure: { kind: 'not-sent', detail: made.failure.detail } }
    : made
}

async function recordOut(
  { database, clock, attempt, post }: Job,
  receipt: { remoteId: string | null; permalink: string | null },
): Promise<void> {
  await untilDatabaseAnswers(() =>
    database.transaction(async (tx) => {
      await closeAttempt(tx, attempt, 'accepted', null, clock.now())
      await recordPublished(tx, post, receipt, clock.now())
    }),
  )
}

/** Records a request that failed, and when it is tried or asked about again. */
async function recordNotOut(job: Job, failure: PublishFailure): Promise<void> {
  const { database, clock, account, post, attempt } = job
  const now = clock.now()
  const next = nextStep(failure, await untilDatabaseAnswers(() => triesOfRevision(database, post)), now, job.lateAt)
  if (failure.kind === 'reconnect') await untilDatabaseAnswers(() => markNeedsReconnect(database, account))
  switch (next.do) {
    case 'retry': {
      const stored = {
        code: next.because,
        detail: failure.detail,
        at: now.toISOString(),
        until: next.at.toISOString(),
      }
      return await finish(job, 'rejected', (tx) => changePost(tx, post, 'postponed', stored, next.at, now), stored)
    }
    case 'give-up':
      return await recordTrouble(job, 'refused', next.because, failure.detail, 'rejected')
    case 'look-first': {
      const stored: StoredFailure = { code: 'not_reached', detail: failure.detail, at: now.toISOString() }
      await untilDatabaseAnswers(() => closeAttempt(database, attempt, 'unknown', stored, now))
      return await lookAgainAt(job, next.at)
    }
    default:
      return unreachable(next)
  }
}

async function recordTrouble(
  job: Job,
  event: PostEvent,
  code: FailureCode,
  detail: string | null,
  state: 'rejected' | 'unknown',
): Promise<void> {
  const now = job.clock.now()
  const failure = { code, detail, at: now.toISOString() }
  await finish(job, state, (tx) => changePost(tx, job.post, event, failure, null, now), failure)
}

/** Closes the attempt and, only if it was still open, changes its post: what a late worker believes is not the truth. */
async function finish(
  { database, clock, attempt }: Job,
  state: 'rejected' | 'unknown',
  change: (tx: Queryable) => Promise<void>,
  failure: StoredFailure,
): Promise<void> {
  await untilDatabaseAnswers(() =>
    database.transaction(async (tx) => {
      if (await closeAttempt(tx, attempt, state, failure, clock.now())) await change(tx)
    }),
  )
}

async function lookAgainAt({ database, post }: Job, at: Date): Promise<void> {
  await database.query(sql`update posts set next_step_at = ${at} where id = ${post.id} and status = 'publishing'`)
}

/** When a request that was sent then has been answered or given up, and the network shows what it made of it. */
const settledAfter = (sentAt: Date): Date => new Date(sentAt.getTime() + REQUEST_TIMEOUT_MS + SETTLE_MS)

/**
 * Ends the way of the due posts that have no account any more: it was taken away, and their network has no other. What
 * was sent from it without an answer is for the owner to look up.
 */
export async function failWithoutAccount({ database, clock }: PublishParts): Promise<void> {
  const due = await database.query<{ id: string }>(
    sql`select id from posts where account_id is null and next_step_at <= ${clock.now()} limit 100`,
  )
  for (const { id } of due) {
    await database.transaction(async (tx) => {
      const now = clock.now()
      const [post] = await tx.query<PostRow>(sql`
        select ${POST_COLUMNS} from posts where id = ${id} and account_id is null and next_step_at <= ${now} for update`)
      if (!post) return
      const attempt = await openAttempt(tx, post.id)
      // What is under way may still arrive, and its answer, too: nobody is asked about it before.
      const settledAt = attempt?.state === 'sending' ? settledAfter(attempt.sent_at ?? now) : now
      if (settledAt > now) {
        await tx.query(sql`update posts set next_step_at = ${settledAt} where id = ${post.id}`)
        return
      }
      const wasSent = attempt !== undefined && attempt.state !== 'prepared'
      const failure: StoredFailure = {
        code: wasSent ? 'unconfirmed' : 'account_not_connected',
        detail: null,
        at: now.toISOString(),
      }
      if (attempt) await closeAttempt(tx, attempt, wasSent ? 'unknown' : 'rejected', failure, now)
      const begun = { ...post, status: 'publishing' } as const
      await changePost(tx, begun, wasSent ? 'outcome-unknowable' : 'refused', failure, null, now)
    })
  }
}

/** What an event makes of a post that has not gone out: its status, the reason, and when it is taken up again. */
async function changePost(
  tx: Queryable,
  post: PostRow,
  event: PostEvent,
  failure: StoredFailure,
  nextStepAt: Date | null,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update posts set status = ${statusAfter(post, event)}, next_step_at = ${nextStepAt}, failure = ${JSON.stringify(failure)}, updated_at = ${now}
    where id = ${post.id} and status in ('scheduled', 'publishing')`)
}

function statusAfter(post: PostRow, event: PostEvent): string {
  const status = afterEvent(post.status, event)
  if (!status) throw new Error(`A post that is ${post.status} cannot be ${event}`)
  return status
}
