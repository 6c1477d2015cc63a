import type { FastifyBaseLogger } from 'fastify'
import sql from 'sql-template-tag'
import { afterEvent, type PostEvent } from '#core/posts/lifecycle.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { FailureCode, PublishFailure, StoredFailure } from '#core/publishing/failure.ts'
import { lateAt } from '#core/publishing/late-rule.ts'
import { afterLook, nextStep, SETTLE_MS, type LookResult } from '#core/publishing/next-step.ts'
import { unreachable } from '#core/unreachable.ts'
import type { AccountRow } from '../accounts/store.ts'
import { REQUEST_TIMEOUT_MS } from '../adapters/platforms/exchange.ts'
import type { Access, Outcome, PlatformClient, Published } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock.ts'
import { isDatabaseAway, type Database, type Queryable } from '../db/database.ts'
import { POST_COLUMNS, type PostRow } from '../posts/store.ts'
import type { Secrets } from '../secrets.ts'
import {
  beginAttempt,
  closeAttempt,
  isAnotherPosts,
  isStillSending,
  keepStep,
  knownRemoteIds,
  lostBefore,
  openAttempt,
  raiseFence,
  recordPublished,
  triesOfRevision,
  type Attempt,
} from './attempts.ts'
import { keepLease, LeaseLost, SENDING_LEASE_MS } from './leases.ts'
import { outgoingPost, type PictureParts } from './outgoing-post.ts'
import { keepMade, preparePost } from './prepare-post.ts'
import { untilDatabaseAnswers } from './until-database-answers.ts'
import { markNeedsReconnect, renewedAccess, usableAccess, type AccessParts } from './usable-access.ts'

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
  leased: AccountRow,
  client: PlatformClient,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = parts
  const taken = await database.transaction((tx) => takeUp(tx, worker, leased, clock.now()))
  if (!taken) return false
  if (taken.kind === 'decided') return true

  const job = { ...parts, ...taken, worker, client, signal }
  if (taken.attempt.state === 'prepared') await sendGuarded(job)
  else await look(job)
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
    await recordNotOut(job, isSent ? { kind: 'answer-lost', detail: null } : { ...NOT_SENT, isOurs: true })
  }
}

type Taken =
  | { kind: 'decided'; post: PostRow }
  | { kind: 'attempt'; account: AccountRow; post: PostRow; attempt: Attempt; lateAt: Date }

/** Claims the post that is due longest. Its row is locked, so whatever its owner changed before this is what goes out. */
async function takeUp(tx: Queryable, worker: string, leased: AccountRow, now: Date): Promise<Taken | undefined> {
  const account = await keepLease(tx, worker, leased)
  const [post] = await tx.query<PostRow>(sql`
    select ${POST_COLUMNS} from posts where account_id = ${account.id} and next_step_at <= ${now}
    -- Whoever is asked about already waits behind those that are due.
    order by status = 'unconfirmed', next_step_at, created_at, id limit 1 for update`)
  if (!post) return undefined
  const [owner] = await tx.query<{ late_after_minutes: number }>(
    sql`select late_after_minutes from users where id = ${post.user_id}`,
  )
  const until = lateAt(post.scheduled_at ?? post.created_at, owner?.late_after_minutes ?? 60)

  const open = await openAttempt(tx, post.id)
  if (post.status === 'unconfirmed') {
    // Only whom it was sent from can be asked about it.
    if (open && open.account_id === account.id) return { kind: 'attempt', account, post, attempt: open, lateAt: until }
    await tx.query(sql`update posts set next_step_at = null where id = ${post.id}`)
    return { kind: 'decided', post }
  }
  // What was only prepared has not gone out either: whoever began it died before its fence.
  if (now > until && (!open || open.state === 'prepared')) {
    if (open) await closeAttempt(tx, open, 'rejected', { code: 'missed', detail: null, at: now.toISOString() }, now)
    await changePost(tx, post, 'too-late', { code: 'missed', detail: null, at: now.toISOString() }, null, now)
    return { kind: 'decided', post }
  }
  await tx.query(
    sql`update posts set status = ${statusAfter(post, 'begin')}, updated_at = ${now} where id = ${post.id}`,
  )
  const attempt = open ?? (await beginAttempt(tx, post, publishedText(post), worker, now))
  return { kind: 'attempt', account, post: { ...post, status: 'publishing' }, attempt, lateAt: until }
}

/** Measures by both of the machine's clocks: one stands still while it sleeps, the other may be set. */
function stopwatch(): () => number {
  const [steady, wall] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - steady, Date.now() - wall)
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
  const prepared = await renewingAccess(job, access.value, () =>
    preparePost(job, client, attempt, outgoing.value, access.value, signal),
  )
  // Cut by our own stopping: the attempt stays as it is, for whoever comes next.
  if (!prepared.ok && signal.aborted) return
  if (!prepared.ok) return await recordRefusal(job, prepared.failure)

  const elapsedMs = stopwatch()
  const account = await keepLease(database, worker, job.account, SENDING_LEASE_MS)
  if (!account.is_active) return await recordNotOut(job, INACTIVE)
  // Making it ready may have taken longer than its owner wants to wait.
  if (clock.now() > job.lateAt) return await recordTrouble(job, 'too-late', 'missed', null, 'rejected')
  if (!(await raiseFence(database, attempt, clock.now()))) return
  attempt.state = 'sending'
  // A process that was frozen here may have been taken for dead: its post is now somebody else's to ask about.
  if (elapsedMs() > LEASE_TO_REQUEST_MS) return await recordNotOut(job, NOT_SENT)

  let isFirst = true
  const outcome = await renewingAccess(job, access.value, async () => {
    // A refused token proves that nothing went out: with another one it is sent once more, under the same fence.
    if (!isFirst && !(await maySendAgain(job))) return { ok: false, failure: NOT_SENT }
    isFirst = false
    const uncut = new AbortController().signal
    return await client.publish(outgoing.value, attempt.prepared ?? {}, access.value, uncut, () => maySendAgain(job))
  })
  if (!outcome.ok && outcome.learnt) {
    const { learnt } = outcome
    await untilDatabaseAnswers(() => keepMade(database, attempt, learnt))
  }
  await (outcome.ok ? recordOut(job, outcome.value) : recordRefusal(job, outcome.failure))
}

const NOT_SENT = { kind: 'not-sent', detail: null } as const

/**
 * Whether a request that the network has surely refused may be made again under its fence: the account is still ours,
 * and nobody has looked after the post in the meantime. To be asked right before that request.
 */
async function maySendAgain({ database, worker, account, attempt }: Job): Promise<boolean> {
  const elapsedMs = stopwatch()
  try {
    await keepLease(database, worker, account, SENDING_LEASE_MS)
  } catch (error) {
    // What is known by then, that nothing is out, is still told.
    if (error instanceof LeaseLost) return false
    throw error
  }
  return (await isStillSending(database, attempt)) && elapsedMs() <= LEASE_TO_REQUEST_MS
}

/** What a network that says no may mean: that it has the post already, from an earlier request whose answer was lost. */
async function recordRefusal(job: Job, failure: PublishFailure): Promise<void> {
  const { database, clock, client, post, attempt } = job
  const isDuplicate = failure.kind === 'refused' && failure.reason === 'duplicate'
  const lost = isDuplicate && (await lostBefore(database, post, attempt))
  if (!lost) return await recordNotOut(job, failure)

  // Perhaps it is our own: the network names it, or is asked for it.
  const { existingId, detail } = failure
  if (existingId === undefined) {
    const now = clock.now()
    const stored = { code: 'duplicate', detail, at: now.toISOString() } as const
    await untilDatabaseAnswers(() => closeAttempt(database, attempt, 'unknown', stored, now))
    return await lookAgainAt(job, now)
  }
  if (await isAnotherPosts(database, post, existingId)) return await recordNotOut(job, failure)
  await recordOut(job, { remoteId: existingId, permalink: client.permalink(existingId) }, lost.since)
}

/** Asks the network what became of a request that got no answer. */
async function look(job: Job): Promise<void> {
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

  await keepStep(database, attempt, { what: 'looked_up', at: lookedAt.toISOString(), found: looked.found })
  const next = afterLook(looked, lostAt, lookedAt, refusal !== undefined)
  switch (next.do) {
    case 'record':
      return await recordOut(job, next, sentAt)
    case 'look-again':
      return await lookAgainAt(job, next.at)
    case 'ask-owner':
      if (refusal && before?.isDenied && (looked.found === 'nothing' || looked.found === 'cannot-ask')) {
        // Its owner has been asked already, and says that it is another one.
        return await recordTrouble(job, 'refused', 'duplicate', refusal.detail, 'rejected')
      }
      if (post.status === 'unconfirmed') return await lookAgainAt(job, next.lookAt)
      return await recordTrouble(job, 'outcome-unknowable', 'unconfirmed', null, 'unknown', next.lookAt)
    case 'send-again':
      // The network proved that it has nothing, which makes this the same as a request that never left.
      return await recordNotOut(job, { kind: 'not-sent', detail: null })
    default:
      return unreachable(next)
  }
}

/** A fault of our own with one look is like a network that does not answer: it holds up nobody, and ends with its owner. */
async function lookGuarded(job: Job, sentAt: Date): Promise<LookResult> {
  try {
    return await lookFor(job, sentAt)
  } catch (error) {
    if (error instanceof LeaseLost || isDatabaseAway(error)) throw error
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
    await untilDatabaseAnswers(() => markNeedsReconnect(database, job.account))
  }
  return looked
}

const PATIENCE_MS = 5_000

const INACTIVE: PublishFailure = { kind: 'refused', reason: 'account_inactive', detail: null }

async function accessOf(job: Job): Promise<Outcome<Access>> {
  if (!job.account.is_active) return { ok: false, failure: INACTIVE }
  return await usableAccess(accessParts(job), job.account)
}

const accessParts = ({ database, worker, secrets, client, clock, account }: Job): AccessParts => ({
  on: database,
  secrets,
  client,
  now: clock.now(),
  hold: () => keepLease(database, worker, account, SENDING_LEASE_MS),
})

/** What access failed with that may be otherwise in a moment. */
const PASSING = new Set<PublishFailure['kind']>(['not-sent', 'rate-limited'])

/** Puts a renewed token in the place of one that the network refuses before its time. */
async function renewAccess(job: Job, access: Access): Promise<Outcome<Access>> {
  const renewed = await renewedAccess(accessParts(job), job.account)
  if (!renewed.ok) return renewed
  return { ok: true, value: Object.assign(access, renewed.value) }
}

type Failed = Extract<Published, { ok: false }>

/** Does something with a token and, where the network refuses that before its time, once more with a renewed one. */
async function renewingAccess<T>(
  job: Job,
  access: Access,
  work: () => Promise<{ ok: true; value: T } | Failed>,
): Promise<{ ok: true; value: T } | Failed> {
  const done = await work()
  if (done.ok || done.failure.kind !== 'reconnect') return done
  const renewed = await renewAccess(job, access)
  if (renewed.ok) return await work()
  return renewed.failure.kind === 'reconnect' ? done : renewed
}

/** @param since when it went out, where that was before now */
async function recordOut(
  { database, clock, attempt, post }: Job,
  receipt: { remoteId: string | null; permalink: string | null },
  since = clock.now(),
): Promise<void> {
  await untilDatabaseAnswers(() =>
    database.transaction(async (tx) => {
      await lockPost(tx, post)
      await closeAttempt(tx, attempt, 'accepted', null, clock.now())
      await recordPublished(tx, post, receipt, since, clock.now())
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
  nextStepAt: Date | null = null,
): Promise<void> {
  const now = job.clock.now()
  const failure = { code, detail, at: now.toISOString() }
  await finish(job, state, (tx) => changePost(tx, job.post, event, failure, nextStepAt, now), failure)
}

/** Closes the attempt and, only if it was still open, changes its post: what a late worker believes is not the truth. */
async function finish(
  { database, clock, attempt, post }: Job,
  state: 'rejected' | 'unknown',
  change: (tx: Queryable) => Promise<void>,
  failure: StoredFailure,
): Promise<void> {
  await untilDatabaseAnswers(() =>
    database.transaction(async (tx) => {
      await lockPost(tx, post)
      if (await closeAttempt(tx, attempt, state, failure, clock.now())) await change(tx)
    }),
  )
}

async function lookAgainAt({ database, post }: Job, at: Date | null): Promise<void> {
  await database.query(sql`
    update posts set next_step_at = ${at} where id = ${post.id} and status = ${post.status} and next_step_at is not null`)
}

/** Posts are locked before their attempts, by everybody, so that nobody waits for each other. */
async function lockPost(tx: Queryable, { id }: Pick<PostRow, 'id'>): Promise<void> {
  await tx.query(sql`select from posts where id = ${id} for update`)
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
        select ${POST_COLUMNS} from posts where id = ${id} and account_id is null and next_step_at <= ${now} for update skip locked`)
      if (!post) return
      if (post.status === 'unconfirmed') {
        await tx.query(sql`update posts set next_step_at = null where id = ${post.id}`)
        return
      }
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
    where id = ${post.id} and status in ('scheduled', 'publishing', 'unconfirmed')`)
}

function statusAfter(post: PostRow, event: PostEvent): string {
  const status = afterEvent(post.status, event)
  if (!status) throw new Error(`A post that is ${post.status} cannot be ${event}`)
  return status
}
