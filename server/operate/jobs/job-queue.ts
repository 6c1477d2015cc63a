import type { FastifyBaseLogger } from 'fastify'
import type { JobResult, PgBoss, QueueOptions, QueueResult } from 'pg-boss'
import { isInTransaction, type Database, type Queryable } from '../../db/database.ts'
import { AppError } from '#core/errors.ts'
import { QUEUE_SCHEMA } from '../../db/queue-schema.ts'
import sql from '../../db/sql.ts'
import { errorText } from './error-text.ts'
import { holdJob, releaseHeldJobs } from './held-jobs.ts'
import { inTransaction } from './queue-transaction.ts'
import { FAILED, removeFailedJob } from './failed-jobs.ts'
import { JobFailure, type Handlers, type JobData, type JobKind, type JobKinds, type JobName } from './job-kind.ts'

const TRIES = 10
/** A running job without a heartbeat for this long is given to another process. */
const HEARTBEAT_S = 15
/** How often the queue looks for jobs without a heartbeat. */
const SUPERVISE_S = 15
/** A new job wakes a process by a database notification. Polling finds retries and missed notifications. */
const POLL_S = 15
/** How long a call waits for the queue to open. After a failure, calls do not try again during `REOPEN_PAUSE_MS`. */
const OPEN_WAIT_MS = 3_000
const REOPEN_PAUSE_MS = 5_000
/** A job's signal aborts after this time. A job that still runs five minutes after that is considered dead. */
const JOB_TIMEOUT_MS = 10 * 60_000
const STOPPING_S = 5 * 60
const KEEP_FAILED_S = 30 * 86_400
/** How long a shutdown waits for a running job before it returns the job to the queue. */
const STOP_MS = 10_000

/** The queue of background jobs, in the database. It loads and connects nothing before `open`. */
export interface JobQueue<Kinds extends JobKinds> extends AsyncDisposable {
  /**
   * Opens the queue for a transaction that will add jobs. On the embedded database this must happen first, because the
   * transaction holds the only connection. Never throws: while the queue cannot be opened, jobs wait in `held_jobs`.
   */
  open(): Promise<void>
  /**
   * Adds a job in the caller's transaction, so that both commit or neither. While the queue fails, the job waits in
   * `held_jobs`. Recurring jobs are dropped instead, because the schedule adds them again.
   */
  add<Name extends JobName<Kinds>>(tx: Queryable, name: Name, ...data: DataOf<Kinds[Name]>): Promise<void>
  /** Adds a failed job for an error that a running job reports. Administrators can see and retry the failed job. */
  addFailed<Name extends JobName<Kinds>>(
    tx: Queryable,
    name: Name,
    error: unknown,
    ...data: DataOf<Kinds[Name]>
  ): Promise<void>
  /** Moves jobs from `held_jobs` into the queue. */
  releaseHeld(): Promise<void>
  /** Retries a failed job and returns whether it existed. `also` runs in the same transaction. @throws AppError busy */
  retry(id: string, also?: (tx: Queryable, kind: string) => Promise<void>): Promise<boolean>
  /** Runs jobs until the queue is closed, at most one job of each kind at a time. Calls `onDone` after each job. */
  work(handlers: Partial<Handlers<Kinds>>, onDone: () => void): Promise<void>
}

type DataOf<Kind extends JobKind> = Kind extends { data: object } ? [data: JobData<Kind>] : []

export function jobQueue<const Kinds extends JobKinds>(
  {
    database,
    log,
    doesWork,
  }: { database: Database; log: Pick<FastifyBaseLogger, 'warn' | 'error'>; doesWork: boolean },
  kinds: Kinds,
): JobQueue<Kinds> {
  const stopping = new AbortController()
  let opening: Promise<PgBoss> | undefined
  let boss: PgBoss | undefined

  const open = async (): Promise<PgBoss> => {
    opening ??= openBoss(database, kinds, log, doesWork)
    try {
      return (boss = await opening)
    } catch (error) {
      opening = undefined
      throw error
    }
  }
  let pausedUntil = 0
  /**
   * Opens the queue; undefined while that fails. Waits at most `OPEN_WAIT_MS`, and not at all soon after a failure,
   * because callers hold locks.
   */
  const openSoon = async (): Promise<PgBoss | undefined> => {
    if (boss) return boss
    if (performance.now() < pausedUntil) return undefined
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, OPEN_WAIT_MS, undefined)
    const opened = await Promise.race([open().catch((error: unknown) => onHeld(error)), late])
    clearTimeout(timer)
    if (!opened) pausedUntil = performance.now() + REOPEN_PAUSE_MS
    return opened ?? undefined
  }
  const onHeld = (error: unknown) => log.warn({ err: error }, 'the job queue cannot take jobs, so they are held')

  async function send(tx: Queryable, name: string, data: object | null): Promise<void> {
    if (kinds[name]?.when) return await sendTo(await open(), tx, name, data)
    // Do not open the queue within a transaction of the embedded database: it holds the only connection, which opening
    // needs.
    const queue = database.kind === 'embedded' && isInTransaction() ? boss : await openSoon()
    if (!queue) return await holdJob(tx, name, data)
    try {
      await withSavepoint(tx, () => sendTo(queue, tx, name, data))
    } catch (error) {
      onHeld(error)
      await holdJob(tx, name, data)
    }
  }

  async function runJob(name: string, handlers: Partial<Handlers<Kinds>>, job: ClaimedJob): Promise<JobResult> {
    const kind = kinds[name]
    const parsed = kind?.data?.safeParse(job.data)
    if (parsed && !parsed.success) return { id: job.id, status: 'deadletter', output: errorOutput(parsed.error) }
    const signal = AbortSignal.any([
      job.signal,
      stopping.signal,
      AbortSignal.timeout(kind?.timeoutMs ?? JOB_TIMEOUT_MS),
    ])
    try {
      await handlers[name]?.run((parsed?.data ?? {}) as never, signal)
      // A recurring job that succeeds has resolved its earlier failures.
      if (kind?.when) await deleteFailures(database, name)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const isLast = error instanceof JobFailure || job.retryCount + 1 >= (kind?.tries ?? TRIES)
      log[isLast ? 'error' : 'warn']({ err: error, kind: name, tries: job.retryCount + 1 }, 'a job failed')
      return { id: job.id, status: isLast ? 'deadletter' : 'failed', output: errorOutput(error) }
    }
  }

  return {
    open: async () => void (await openSoon()),
    async add(tx, name, ...[data]: unknown[]) {
      await send(tx, name, (data as object | undefined) ?? null)
    },
    async addFailed(tx, name, error, ...[data]: unknown[]) {
      const failed = { ...(data as object | undefined), kind: name, error: errorText(error) }
      await send(tx, FAILED, failed)
    },
    async releaseHeld() {
      if (boss) await releaseHeldJobs(database, boss)
    },
    async retry(id, also) {
      const queue = await open().catch((cause: unknown) => {
        throw new AppError('busy', { cause })
      })
      return await database.transaction(async (tx) => {
        const failed = await removeFailedJob(tx, id)
        // Skip a job whose kind this version no longer has.
        if (failed && failed.kind in kinds) await queue.send(failed.kind, failed.data, { db: inTransaction(tx) })
        if (failed) await also?.(tx, failed.kind)
        return failed !== undefined
      })
    },
    async work(handlers, onDone) {
      const queue = await open()
      for (const name of Object.keys(handlers)) {
        const worker: string = await queue.work<object, unknown, typeof ONE_AT_A_TIME>(
          name,
          ONE_AT_A_TIME,
          async (jobs) => {
            const results = await Promise.all(jobs.map((job) => runJob(name, handlers, job)))
            // Start the next job now instead of at the next poll.
            queue.notifyWorker(worker)
            setImmediate(onDone)
            return results
          },
        )
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const queue = await opening?.catch(() => undefined)
      if (!queue) return
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, STOP_MS)
      await Promise.race([late, Promise.all(Object.keys(kinds).map((name) => queue.offWork(name, { wait: true })))])
      clearTimeout(timer)
      await queue.stop({ graceful: false })
    },
  }
}

const sendTo = async (queue: PgBoss, tx: Queryable, name: string, data: object | null) =>
  void (await queue.send(name, data, { db: inTransaction(tx) }))

/** Rolls back only the failed statement, so that the caller's transaction can continue. */
async function withSavepoint(tx: Queryable, work: () => Promise<void>): Promise<void> {
  if (!isInTransaction()) return await work()
  await tx.query(sql`savepoint add_job`)
  try {
    await work()
  } catch (error) {
    await tx.query(sql`rollback to savepoint add_job`)
    throw error
  }
  await tx.query(sql`release savepoint add_job`)
}

type ClaimedJob = { id: string; data: unknown; retryCount: number; signal: AbortSignal }

const ONE_AT_A_TIME = {
  perJobResults: true,
  pollingIntervalSeconds: POLL_S,
  notifyPollingIntervalSeconds: POLL_S,
} as const

/** The part of an error that the queue stores, without the secrets that errors of drivers and networks may contain. */
const errorOutput = (error: unknown) => ({ message: errorText(error) })

async function openBoss(
  database: Database,
  kinds: JobKinds,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  doesWork: boolean,
): Promise<PgBoss> {
  const { PgBoss, fromPglite } = await import('pg-boss')
  const access = database.forQueue
  const boss = new PgBoss({
    ...('lite' in access
      ? { db: fromPglite(access.lite), backend: 'pglite' }
      : {
          connectionString: access.connectionString,
          max: access.connections,
          options: '-c timezone=UTC -c statement_timeout=20000',
        }),
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: false,
    supervise: doesWork,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    maintenanceIntervalSeconds: 3_600,
    flowIntervalSeconds: 3_600,
    useListenNotify: doesWork,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue stumbled'))
  boss.on('warning', (warning) => log.warn({ err: warning }, 'the job queue warns'))
  try {
    await boss.start()
    await createQueues(boss, kinds)
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

async function createQueues(boss: PgBoss, kinds: JobKinds): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const settings = [
    [FAILED, FAILED_QUEUE] as const,
    ...Object.entries(kinds).map(([name, kind]) => [name, queueOf(kind)] as const),
  ]
  for (const [name, { policy, ...options }] of settings) {
    const queue = existing.get(name)
    if (!queue) await boss.createQueue(name, { policy, ...options })
    else if (differs(queue, options)) await boss.updateQueue(name, options)
  }
  // Fill pg-boss's cache of job kinds. Otherwise adding the first job of a kind in a transaction would need a second
  // connection.
  for (const [name] of settings) await boss.findJobs(name, { id: NO_ID })
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

type QueueSettings = QueueOptions & { policy: string; notify: boolean; deadLetter?: string }

const FAILED_QUEUE: QueueSettings = { policy: 'standard', notify: false, retentionSeconds: KEEP_FAILED_S }

function queueOf({ when, tries = TRIES, timeoutMs = JOB_TIMEOUT_MS }: JobKind): QueueSettings {
  return {
    policy: when === 'due' ? 'short' : when ? 'exclusive' : 'standard',
    notify: true,
    deadLetter: FAILED,
    retryLimit: tries - 1,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: Math.round(timeoutMs / 1000) + STOPPING_S,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: 3_600,
  }
}

const differs = (queue: QueueResult, options: object): boolean =>
  Object.entries(options).some(([name, value]) => queue[name as keyof QueueResult] !== value)

async function deleteFailures(on: Queryable, kind: string): Promise<void> {
  await on.query(sql`delete from frogy_jobs.job where name = ${FAILED} and source_name = ${kind}`)
}
