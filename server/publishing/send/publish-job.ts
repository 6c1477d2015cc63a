import type { FastifyBaseLogger } from 'fastify'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { renewLease } from '../../accounts/leases.ts'
import type { AccountRow } from '../../accounts/store.ts'
import { renewedAccess, usableAccess, type AccessParts } from '../../accounts/usable-access.ts'
import type { Access, Outcome, PlatformClient, Published } from '../../adapters/platforms/platform-client.ts'
import type { ProcessClock } from '../../clock/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Meters } from '../../monitoring/meters.ts'
import type { PostRow } from '../../posts/store.ts'
import type { Secrets } from '../../secrets.ts'
import type { Tracer } from '../../tracing/tracer.ts'
import type { BatchedStatements } from '../batched-statements.ts'
import type { Pauses } from '../pauses.ts'
import type { Attempt } from './attempts.ts'
import type { PictureParts } from './outgoing-post.ts'

export interface PublishParts extends PictureParts {
  database: Database
  clock: ProcessClock
  secrets: Secrets
  log: FastifyBaseLogger
  meters: Meters
  tracer: Tracer
}

export interface WorkerTools {
  statements: BatchedStatements
  pauses: Pauses
  /** Resolves at `time`, or earlier if the user's data changes or the worker stops. */
  waitUntilDue(account: AccountRow, time: Date): Promise<void>
  findPermalink(job: PublishJob, remoteId: string, access: Access): void
}

export interface PublishJob extends PublishParts, WorkerTools {
  worker: string
  account: AccountRow
  client: PlatformClient
  post: PostRow
  attempt: Attempt
  /** After this time the post is too late by its author's limit for late posts. */
  lateAt: Date
  /** Aborts when the worker stops. A request that has begun continues. */
  signal: AbortSignal
}

export const NOT_SENT = { kind: 'not-sent', detail: null } as const

const INACTIVE: PublishFailure = { kind: 'refused', reason: 'account_inactive', detail: null }

/** Everything that a request with the account's token needs. */
export type AccessJob = Pick<PublishJob, 'database' | 'worker' | 'secrets' | 'client' | 'clock' | 'account'>

export async function accessFor(job: AccessJob): Promise<Outcome<Access>> {
  if (!job.account.is_active) return { ok: false, failure: INACTIVE }
  return await usableAccess(accessParts(job), job.account)
}

const accessParts = ({ database, worker, secrets, client, clock, account }: AccessJob): AccessParts => ({
  database,
  secrets,
  client,
  now: clock.now(),
  hold: () => renewLease(database, worker, account, SENDING_LEASE_MS),
})

/** Renews a token that the network refuses before its expiry, and changes `access` in place. */
export async function renewAccess(job: AccessJob, access: Access): Promise<Outcome<Access>> {
  const renewed = await renewedAccess(accessParts(job), job.account)
  if (!renewed.ok) return renewed
  return { ok: true, value: Object.assign(access, renewed.value) }
}

type Failed = Extract<Published, { ok: false }>

/** Runs `work`. If the network refuses the token, renews it and runs `work` once more. */
export async function retryWithRenewedAccess<T>(
  job: AccessJob,
  access: Access,
  work: () => Promise<{ ok: true; value: T } | Failed>,
): Promise<{ ok: true; value: T } | Failed> {
  const done = await work()
  if (done.ok || done.failure.kind !== 'reconnect') return done
  const renewed = await renewAccess(job, access)
  if (renewed.ok) return await work()
  return renewed.failure.kind === 'reconnect' ? done : renewed
}
