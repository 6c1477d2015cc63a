import type { FastifyBaseLogger } from 'fastify'
import type { Db, JobResult, PgBoss, QueueOptions, QueueResult } from 'pg-boss'
import type { Database, Queryable } from '../../db/database.ts'
import { QUEUE_SCHEMA } from '../../db/queue-schema.ts'
import sql, { type Statement } from '../../db/sql.ts'
import { errorText } from './error-text.ts'
import { FAILED, takeFailedJob } from './failed-jobs.ts'
import { JobFailure, type Handlers, type JobData, type JobKind, type JobKinds, type JobName } from './job-kind.ts'

/** How often a job is tried unless its kind says something else: over a quarter of an hour. */
const TRIES = 10
/** A job whose process has not said for so long that it is alive goes to another one … */
const HEARTBEAT_S = 15
/** … which is looked for this often. */
const SUPERVISE_S = 15
/** New jobs are told of; this finds those that wait for their next try, and those of which the word was missed. */
const POLL_S = 15
/** A job should come to an end after this long, and is taken for dead after the other. */
const TURN_MS = 10 * 60_000
const LONGEST_S = 15 * 60
/** Administrators may be away for a while. */
const KEEP_FAILED_S = 30 * 86_400
/** How long a job that does not heed its signal is waited for at a stop; then it is given back. */
const STOP_MS = 10_000

/** The jobs of an installation. Nothing of it is loaded or connected before it is opened. */
export interface JobQueue<Kinds extends JobKinds> extends AsyncDisposable {
  /** Has to have been done before jobs are added to the embedded database, whose one connection a transaction holds. */
  open(): Promise<void>
  /** Adds a job in the caller's own transaction, so that there is one if and only if that is committed. */
  add<Name extends JobName<Kinds>>(tx: Queryable, name: Name, ...data: DataOf<Kinds[Name]>): Promise<void>
  /** Notes a job that failed for good beside one that goes on, for administrators to see and to try again. */
  addFailed<Name extends JobName<Kinds>>(
    tx: Queryable,
    name: Name,
    error: unknown,
    ...data: DataOf<Kinds[Name]>
  ): Promise<void>
  /**
   * Tries one that failed once more.
   * @param also what is done in the same transaction
   * @returns whether there was one
   */
  retry(id: string, also?: (tx: Queryable, kind: string) => Promise<void>): Promise<boolean>
  /** Does jobs of these kinds, one of each at a time, until it is closed. @param onDone called after each of them */
  work(handlers: Partial<Handlers<Kinds>>, onDone: () => void): Promise<void>
}

type DataOf<Kind extends JobKind> = Kind extends { data: object } ? [data: JobData<Kind>] : []

/** @param doesWork whether this process does jobs, or only adds some */
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
  const opened = async (): Promise<PgBoss> => {
    if (boss) return boss
    if (database.kind === 'embedded') throw new Error('The job queue has to be opened before jobs are added')
    return await open()
  }

  async function settle(name: string, handlers: Partial<Handlers<Kinds>>, job: Taken): Promise<JobResult> {
    const kind = kinds[name]
    const parsed = kind?.data?.safeParse(job.data)
    if (parsed && !parsed.success) return { id: job.id, status: 'deadletter', output: said(parsed.error) }
    const signal = AbortSignal.any([job.signal, stopping.signal, AbortSignal.timeout(TURN_MS)])
    try {
      await handlers[name]?.run((parsed?.data ?? {}) as never, signal)
      // Whatever failed before has been done by this one.
      if (kind?.when) await forgetFailures(database, name)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const isLast = error instanceof JobFailure || job.retryCount + 1 >= (kind?.tries ?? TRIES)
      log[isLast ? 'error' : 'warn']({ err: error, kind: name, tries: job.retryCount + 1 }, 'a job failed')
      return { id: job.id, status: isLast ? 'deadletter' : 'failed', output: said(error) }
    }
  }

  return {
    open: async () => void (await open()),
    async add(tx, name, ...[data]: unknown[]) {
      const queue = await opened()
      await queue.send(name, data ?? null, { db: through(tx) })
    },
    async addFailed(tx, name, error, ...[data]: unknown[]) {
      const queue = await opened()
      await queue.send(
        FAILED,
        { ...(data as object | undefined), kind: name, error: errorText(error) },
        { db: through(tx) },
      )
    },
    async retry(id, also) {
      const queue = await open()
      return await database.transaction(async (tx) => {
        const failed = await takeFailedJob(tx, id)
        // A kind that there is no more has nobody who could do it.
        if (failed && failed.kind in kinds) await queue.send(failed.kind, failed.data, { db: through(tx) })
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
            const results = await Promise.all(jobs.map((job) => settle(name, handlers, job)))
            // It looks for the next one at once, not when it next polls.
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

interface Taken {
  id: string
  data: unknown
  retryCount: number
  signal: AbortSignal
}

const ONE_AT_A_TIME = {
  perJobResults: true,
  pollingIntervalSeconds: POLL_S,
  notifyPollingIntervalSeconds: POLL_S,
} as const

/** What is kept of an error: nothing else of it, since an error of a driver or a vendor may hold anything. */
const said = (error: unknown) => ({ message: errorText(error) })

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
  boss.on('warning', (warning) => log.warn(warning, 'the job queue warns'))
  try {
    await boss.start()
    await makeQueues(boss, kinds)
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

/** Makes the queues that are missing, and gives those that are there what their kinds say today. */
async function makeQueues(boss: PgBoss, kinds: JobKinds): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const wanted = [
    [FAILED, FAILED_QUEUE] as const,
    ...Object.entries(kinds).map(([name, kind]) => [name, queueOf(kind)] as const),
  ]
  for (const [name, { policy, ...options }] of wanted) {
    const queue = there.get(name)
    if (!queue) await boss.createQueue(name, { policy, ...options })
    else if (differs(queue, options)) await boss.updateQueue(name, options)
  }
  // Known from here on, so that adding a job inside a transaction asks nothing outside it.
  for (const [name] of wanted) await boss.findJobs(name, { id: NOBODY })
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

type Wanted = QueueOptions & { policy: string; notify: boolean; deadLetter?: string }

const FAILED_QUEUE: Wanted = { policy: 'standard', notify: false, retentionSeconds: KEEP_FAILED_S }

function queueOf({ when, tries = TRIES }: JobKind): Wanted {
  return {
    policy: when === 'due' ? 'short' : when ? 'exclusive' : 'standard',
    notify: true,
    deadLetter: FAILED,
    retryLimit: tries - 1,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: LONGEST_S,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: 3_600,
  }
}

const differs = (queue: QueueResult, options: object): boolean =>
  Object.entries(options).some(([name, value]) => queue[name as keyof QueueResult] !== value)

/** The queue's statements, run in the caller's transaction. */
function through(tx: Queryable): Db {
  return {
    executeSql: async (text, values = []) => ({
      rows: await tx.query({ text, values } as unknown as Statement<object>),
    }),
  }
}

async function forgetFailures(on: Queryable, kind: string): Promise<void> {
  await on.query(sql`delete from frogy_jobs.job where name = ${FAILED} and source_name = ${kind}`)
}
