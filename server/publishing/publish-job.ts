import type { FastifyBaseLogger } from 'fastify'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { Access, Outcome, PlatformClient, Published } from '../adapters/platforms/platform-client.ts'
import type { ProcessClock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import type { PostRow } from '../posts/store.ts'
import type { Secrets } from '../secrets.ts'
import type { Attempt } from './attempts.ts'
import type { GatheredStatements } from './gathered-statements.ts'
import { renewLease } from '../accounts/leases.ts'
import type { PictureParts } from './outgoing-post.ts'
import { renewedAccess, usableAccess, type AccessParts } from '../accounts/usable-access.ts'
import type { Pauses } from './pauses.ts'

export interface PublishParts extends PictureParts {
  database: Database
  clock: ProcessClock
  secrets: Secrets
  log: FastifyBaseLogger
}

/** What a worker shares among all accounts that it serves. */
export interface WorkerTools {
  statements: GatheredStatements
  pauses: Pauses
  /** Resolves when `time` has come, or before, when something of this account's owner has changed or the worker is to stop. */
  untilDue(account: AccountRow, time: Date): Promise<void>
  /** Asks a network where a post can be seen, while the next one goes out. */
  findPermalink(job: Job, remoteId: string, access: Access): void
}

/** One attempt at one post, in the hands of one worker. */
export interface Job extends PublishParts, WorkerTools {
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

export const NOT_SENT = { kind: 'not-sent', detail: null } as const

export const INACTIVE: PublishFailure = { kind: 'refused', reason: 'account_inactive', detail: null }

/** What the account is entered with, renewed ahead of its end. */
export async function accessOf(job: Job): Promise<Outcome<Access>> {
  if (!job.account.is_active) return { ok: false, failure: INACTIVE }
  return await usableAccess(accessParts(job), job.account)
}

const accessParts = ({ database, worker, secrets, client, clock, account }: Job): AccessParts => ({
  database,
  secrets,
  client,
  now: clock.now(),
  hold: () => renewLease(database, worker, account, SENDING_LEASE_MS),
})

/** Puts a renewed token in the place of one that the network refuses before its time. */
export async function renewAccess(job: Job, access: Access): Promise<Outcome<Access>> {
  const renewed = await renewedAccess(accessParts(job), job.account)
  if (!renewed.ok) return renewed
  return { ok: true, value: Object.assign(access, renewed.value) }
}

type Failed = Extract<Published, { ok: false }>

/** Does something with a token and, where the network refuses that before its time, once more with a renewed one. */
export async function renewingAccess<T>(
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
