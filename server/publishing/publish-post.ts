import type { FastifyBaseLogger } from 'fastify'
import sql from 'sql-template-tag'
import { afterEvent, type PostEvent } from '#core/posts/lifecycle.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { FailureCode, PublishFailure, StoredFailure } from '#core/publishing/failure.ts'
import { lateAt } from '#core/publishing/late-rule.ts'
import { afterLook, nextStep } from '#core/publishing/next-step.ts'
import { unreachable } from '#core/unreachable.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { Access, Outcome, PlatformClient, Prepared, Receipt } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import { POST_COLUMNS, type PostRow } from '../posts/store.ts'
import type { Secrets } from '../secrets.ts'
import {
  beginAttempt,
  closeAttempt,
  hadLostAttempt,
  keepPrepared,
  knownRemoteIds,
  openAttempt,
  raiseFence,
  recordPublished,
  type Attempt,
} from './attempts.ts'
import { keepLease } from './leases.ts'
import { markNeedsReconnect, usableAccess } from './usable-access.ts'

export interface PublishParts {
  database: Database
  clock: Clock
  secrets: Secrets
  log: FastifyBaseLogger
  /** Told of each post that will not go out by itself any more. */
  onTrouble: (postId: string) => void
}

/** Longer than this between the fence and the request, and the request is not made: others may believe us dead by then. */
const FENCE_TO_REQUEST_MS = 5_000

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
  if (taken.kind === 'missed') {
    parts.onTrouble(taken.post.id)
    return true
  }

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
  const account = await keepLease(tx, worker, accountId, now)
  const [post] = await tx.query<PostRow>(sql`
    select ${POST_COLUMNS} from posts where account_id = ${account.id} and next_step_at <= ${now} order by next_step_at, created_at, id limit 1 for update`)
  if (!post) return undefined
  const [owner] = await tx.query<{ late_after_minutes: number }>(
    sql`select late_after_minutes from users where id = ${post.user_id}`,
  )
  const until = lateAt(post.scheduled_at ?? post.created_at, owner?.late_after_minutes ?? 60)

  const open = await openAttempt(tx, post.id)
  if (!open && now > until) {
    await decide(tx, post, 'too-late', { code: 'missed', detail: null, at: now.toISOString() }, now)
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
  signal: AbortSignal
}

/** prepare → fence → publish → record */
async function send(job: Job): Promise<void> {
  const { database, clock, worker, account, client, post, attempt } = job
  const access = await accessOf(job)
  if (!access.ok) return await recordNotOut(job, access.failure)
  const prepared = await prepare(job, access.value)
  if (!prepared.ok) return await recordNotOut(job, prepared.failure)

  await keepLease(database, worker, account.id, clock.now())
  const fencingSince = performance.now()
  if (!(await raiseFence(database, attempt, clock.now()))) return
  // A process that was frozen here may have been taken for dead: its post is now somebody else's to ask about.
  if (performance.now() - fencingSince > FENCE_TO_REQUEST_MS) return

  // No signal but its own time-out: a request that has begun is not cut short by a shutdown.
  const outcome = await client.publish(
    { text: attempt.text },
    prepared.value,
    access.value,
    new AbortController().signal,
  )
  if (outcome.ok) return await recordOut(job, outcome.value)
  const { failure } = outcome
  if (failure.kind === 'refused' && failure.existingId && (await hadLostAttempt(database, post.id))) {
    // The network names the post that the lost request made.
    return await recordOut(job, { remoteId: failure.existingId, permalink: client.permalink(failure.existingId) })
  }
  await recordNotOut(job, failure)
}

/** Asks the network what became of a request that got no answer. */
async function look(job: Job): Promise<void> {
  const { database, clock, client, post, attempt, signal } = job
  const sentAt = attempt.sent_at ?? clock.now()
  if (attempt.state === 'sending') await closeAttempt(database, attempt, 'unknown', null, clock.now())

  const access = await accessOf(job)
  const lost = { sentAt, known: await knownRemoteIds(database, post) }
  const result = access.ok
    ? await client.find({ text: attempt.text }, attempt.prepared ?? {}, access.value, lost, signal)
    : ({ found: access.failure.kind === 'not-sent' ? 'no-answer' : 'cannot-ask' } as const)

  const next = afterLook(result, sentAt, clock.now())
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

async function accessOf({ database, secrets, client, clock, account, signal }: Job): Promise<Outcome<Access>> {
  if (!account.is_active) return { ok: false, failure: { kind: 'refused', reason: 'account_inactive', detail: null } }
  return await usableAccess({ on: database, secrets, client, now: clock.now() }, account, signal)
}

async function prepare({ database, client, attempt, signal }: Job, access: Access): Promise<Outcome<Prepared>> {
  if (!client.prepare) return { ok: true, value: {} }
  if (attempt.prepared) return { ok: true, value: attempt.prepared }
  const made = await client.prepare({ text: attempt.text }, access, signal)
  // Nothing of this can be seen by anybody, so a lost answer only means doing it again.
  if (!made.ok)
    return made.failure.kind === 'answer-lost'
      ? { ok: false, failure: { kind: 'not-sent', detail: made.failure.detail } }
      : made
  await keepPrepared(database, attempt, made.value)
  attempt.prepared = made.value
  return made
}

async function recordOut({ database, clock, attempt, post }: Job, receipt: Receipt): Promise<void> {
  await database.transaction(async (tx) => {
    await closeAttempt(tx, attempt, 'accepted', null, clock.now())
    await recordPublished(tx, post, receipt, clock.now())
  })
}

/** Records a request that failed, and when it is tried or asked about again. */
async function recordNotOut(job: Job, failure: PublishFailure): Promise<void> {
  const { database, clock, account, post, attempt } = job
  const now = clock.now()
  if (failure.kind === 'reconnect') await markNeedsReconnect(database, account.id)
  const next = nextStep(failure, attempt.number, now, job.lateAt)
  switch (next.do) {
    case 'retry': {
      const stored = { code: next.because, detail: failure.detail, at: now.toISOString() }
      await database.transaction(async (tx) => {
        await closeAttempt(tx, attempt, 'rejected', stored, now)
        await tx.query(sql`
          update posts set status = ${statusAfter(post, 'postponed')}, next_step_at = ${next.at}, failure = ${JSON.stringify(stored)}, updated_at = ${now}
          where id = ${post.id} and status = 'publishing'`)
      })
      return
    }
    case 'give-up':
      return await recordTrouble(job, 'refused', next.because, failure.detail, 'rejected')
    case 'look-first':
      await closeAttempt(
        database,
        attempt,
        'unknown',
        { code: 'not_reached', detail: failure.detail, at: now.toISOString() },
        now,
      )
      return await lookAgainAt(job, next.at)
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
  const { database, clock, attempt, post, onTrouble } = job
  const failure = { code, detail, at: clock.now().toISOString() }
  await database.transaction(async (tx) => {
    await closeAttempt(tx, attempt, state, failure, clock.now())
    await decide(tx, post, event, failure, clock.now())
  })
  onTrouble(post.id)
}

async function lookAgainAt({ database, post }: Job, at: Date): Promise<void> {
  await database.query(sql`update posts set next_step_at = ${at} where id = ${post.id} and status = 'publishing'`)
}

/** Ends a post's way without its being out, for the reason given. */
async function decide(
  on: Queryable,
  post: PostRow,
  event: PostEvent,
  failure: StoredFailure,
  now: Date,
): Promise<void> {
  await on.query(sql`
    update posts set status = ${statusAfter(post, event)}, next_step_at = null, failure = ${JSON.stringify(failure)}, updated_at = ${now}
    where id = ${post.id} and status = ${post.status}`)
}

function statusAfter(post: PostRow, event: PostEvent): string {
  const status = afterEvent(post.status, event)
  if (!status) throw new Error(`A post that is ${post.status} cannot be ${event}`)
  return status
}
