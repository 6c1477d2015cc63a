import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase, type Database } from '#server/db/database.ts'
import sql, { columns, computed, raw } from '#server/db/sql.ts'
import { SERVER_URL, testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { testClock, type TestClock } from '#tests/support/test-clock.ts'
import { hasFailedJobs, failedJobs } from './failed-jobs.ts'
import { JobFailure, type Handlers } from './job-kind.ts'
import { jobQueue, type JobQueue } from './job-queue.ts'
import { startJobs } from './start-jobs.ts'

const MINUTE_MS = 60_000

const KINDS = {
  greet: { data: z.object({ name: z.string() }), tries: 2 },
  'give-up': { tries: 1 },
  hourly: { when: { everyMs: 60 * MINUTE_MS }, tries: 1 },
  /** A job kind without due work. Its `dueAt` counts how often the schedule calls it. */
  look: { when: 'due' },
} as const
type Jobs = JobQueue<typeof KINDS>

let place: TestDatabase
let database: Database
let clock: TestClock
let opened: AsyncDisposableStack
beforeAll(async () => {
  place = await testDatabase('peopled')
  database = await openDatabase({ ...place, onError: console.error })
})
beforeEach(() => {
  opened = new AsyncDisposableStack()
  clock = testClock()
})
afterEach(async () => {
  await opened.disposeAsync()
  // Delete the jobs of the test, and what Frogy recorded about them, before the next test.
  for (const table of ['frogy_jobs.job', 'job_schedules', 'notifications', 'told_job_failures'])
    await database.query(sql`delete from ${raw(table)}`)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** A simulated Frogy process that runs jobs. */
interface Process {
  jobs: Jobs
  /** The jobs that this process has completed, in order. */
  done: string[]
  /** Makes the schedule check for due jobs again. */
  look(): Promise<void>
  stop(): Promise<void>
}

const log = { warn: () => {}, error: () => {} }

/**
 * Starts a simulated process. On a database server it has its own connections. The embedded database has only one
 * connection.
 */
async function startProcess(more: Partial<Handlers<typeof KINDS>> = {}): Promise<Process> {
  const own = new AsyncDisposableStack()
  opened.defer(() => own.disposeAsync())
  const base = SERVER_URL ? own.use(await openDatabase({ ...place, onError: console.error })) : database
  const done: string[] = []
  let checks = 0
  const jobs = jobQueue({ database: base, log, doesWork: true }, KINDS)
  const handlers: Handlers<typeof KINDS> = {
    greet: { run: async ({ name }) => void done.push(`greet ${name}`) },
    'give-up': { run: () => Promise.reject(new Error('No way')) },
    hourly: { run: async () => void done.push('hourly') },
    look: { run: async () => {}, dueAt: async () => void checks++ },
    ...more,
  }
  const running = own.use(startJobs({ database: base, clock, log }, KINDS, handlers, jobs))
  await running.started
  const look = async () => {
    const before = checks
    // The first check may have started earlier, so wait for a second one.
    await expect.poll(() => (running.wake(), checks)).toBeGreaterThan(before + 1)
  }
  return { jobs, done, look, stop: () => own.disposeAsync() }
}

const failed = async () => (await failedJobs(database, { order: 'desc', limit: 100, skip: 0 })).jobs
const failedKinds = async () => (await failed()).map(({ kind }) => kind)
const adminNotifications = () =>
  database.query(sql`select ${columns('notifications', 'read_at')} from notifications where kind = 'jobs'`)

describe('a job', () => {
  test('runs a job after its transaction commits, and never after a rollback', async () => {
    const { jobs, done } = await startProcess()
    const rolledBack = database.transaction(async (tx) => {
      await jobs.add(tx, 'greet', { name: 'nobody' })
      throw new Error('No, after all')
    })
    await expect(rolledBack).rejects.toThrow('No, after all')
    await database.transaction(async (tx) => {
      for (const name of ['Layla', 'Omar', 'Salma']) await jobs.add(tx, 'greet', { name })
    })
    await expect
      .poll(() => done.filter((one) => one !== 'hourly'))
      .toEqual(['greet Layla', 'greet Omar', 'greet Salma'])
  })

  test('runs a job that a web process added before the worker started', async () => {
    const web = jobQueue({ database, log, doesWork: false }, KINDS)
    await web.open()
    await web.add(database, 'greet', { name: 'Layla' })
    await web[Symbol.asyncDispose]()
    const { done } = await startProcess()
    await expect.poll(() => done).toContain('greet Layla')
  })

  test('runs a job that was added before the queue was open', async () => {
    await using jobs = jobQueue({ database, log, doesWork: false }, KINDS)
    await database.transaction((tx) => jobs.add(tx, 'greet', { name: 'Layla' }))
    // On the embedded database the transaction holds the only connection, so the job waits in `held_jobs`.
    expect(await waiting('greet')).toHaveLength(SERVER_URL ? 1 : 0)
    const { done } = await startProcess()
    await expect.poll(() => done).toContain('greet Layla')
  })

  test("stores a job in the caller's transaction while the queue fails", async () => {
    const { jobs, done, look } = await startProcess()
    await database.query(sql`alter table frogy_jobs.queue rename to queue_away`)
    await database.query(sql`alter table frogy_jobs.job rename to job_away`)
    const add = (name: string, isLast = false) =>
      database.transaction(async (tx) => {
        await jobs.add(tx, 'greet', { name })
        if (isLast) throw new Error('No, after all')
        // The caller's transaction can continue after the failure of the queue.
        await tx.query(sql`select 1`)
      })
    try {
      for (const name of ['Layla', 'Omar']) await add(name)
      await expect(add('nobody', true)).rejects.toThrow('No, after all')
      await jobs.add(database, 'greet', { name: 'Salma' })
      expect(done.filter((one) => one !== 'hourly')).toEqual([])
    } finally {
      await database.query(sql`alter table frogy_jobs.queue_away rename to queue`)
      await database.query(sql`alter table frogy_jobs.job_away rename to job`)
    }
    await look()
    await expect
      .poll(() => done.filter((one) => one !== 'hourly'))
      .toEqual(['greet Layla', 'greet Omar', 'greet Salma'])
  })

  test('retries a failed job and reports no failure when the retry succeeds', async () => {
    let tries = 0
    const { jobs } = await startProcess({
      greet: { run: () => (++tries === 1 ? Promise.reject(new Error('Not now')) : Promise.resolve()) },
    })
    await jobs.add(database, 'greet', { name: 'Layla' })
    await expect.poll(() => tries).toBe(1)
    await retriesAreDue()
    // The new job makes the process poll the queue, where it first finds the retry of the first job.
    await jobs.add(database, 'greet', { name: 'Omar' })
    await expect.poll(() => tries).toBe(3)
    expect(await failedKinds()).toEqual([])
  })

  test('keeps a job whose last attempt failed for administrators, with its error but without secrets', async () => {
    const secret = randomUUID().replaceAll('-', '')
    const { jobs } = await startProcess({
      'give-up': { run: () => Promise.reject(new Error(`No answer of smtp://frogy:${secret}@mail.example`)) },
    })
    await jobs.add(database, 'give-up')
    await expect.poll(failedKinds).toEqual(['give-up'])
    expect((await failed())[0]?.error).toBe('No answer of smtp://…@mail.example')
    expect(JSON.stringify(await database.query(sql`select * from frogy_jobs.job`))).not.toContain(secret)
  })

  test('marks a job with invalid data as failed immediately, without a retry', async () => {
    const { jobs, done } = await startProcess()
    await jobs.add(database, 'greet', { name: 7 } as never)
    await expect.poll(failedKinds).toEqual(['greet'])
    expect(done).not.toContain('greet 7')
  })

  test("retries a failed job with its data at an administrator's request", async () => {
    let isMended = false
    const greeted: string[] = []
    const { jobs } = await startProcess({
      greet: {
        run: ({ name }) =>
          isMended ? Promise.resolve(void greeted.push(name)) : Promise.reject(new JobFailure('Broken')),
      },
    })
    await jobs.add(database, 'greet', { name: 'Layla' })
    await expect.poll(failedKinds).toEqual(['greet'])
    isMended = true
    const [job] = await failed()
    expect(await jobs.retry(job?.id ?? '')).toBe(true)
    await expect.poll(() => greeted).toEqual(['Layla'])
    expect(await failedKinds()).toEqual([])
    expect(await jobs.retry(job?.id ?? '')).toBe(false)
  })

  test('records a failure that a running job reports, and lets an administrator retry it', async () => {
    const { jobs, done } = await startProcess()
    const rolledBack = database.transaction(async (tx) => {
      await jobs.addFailed(tx, 'greet', new Error('Gone'), { name: 'nobody' })
      throw new Error('No, after all')
    })
    await expect(rolledBack).rejects.toThrow('No, after all')
    await database.transaction((tx) => jobs.addFailed(tx, 'greet', new Error('Gone'), { name: 'Layla' }))
    expect(await failed()).toMatchObject([{ kind: 'greet', error: 'Gone' }])
    await jobs.retry((await failed())[0]?.id ?? '')
    await expect.poll(() => done).toContain('greet Layla')
  })
})

describe('administrators', () => {
  test('notifies administrators once of many failed jobs, and again of new failures after they have read the notification', async () => {
    const { jobs } = await startProcess()
    expect(await hasFailedJobs(database)).toBe(false)
    for (let count = 0; count < 3; count++) await jobs.add(database, 'give-up')
    await expect.poll(failedKinds).toHaveLength(3)
    clock.advance(MINUTE_MS)
    await expect.poll(adminNotifications).toHaveLength(1)
    expect(await hasFailedJobs(database)).toBe(true)
    await database.query(sql`update notifications set read_at = ${clock.now()}`)
    await jobs.add(database, 'give-up')
    await expect.poll(failedKinds).toHaveLength(4)
    clock.advance(MINUTE_MS)
    await expect.poll(adminNotifications).toHaveLength(2)
  })

  test('notifies administrators once of a failing recurring job until it succeeds again', async () => {
    let isBroken = true
    let runs = 0
    await startProcess({
      hourly: { run: () => (runs++, isBroken ? Promise.reject(new Error('Broken')) : Promise.resolve()) },
    })
    const another = async () => {
      const before = runs
      await expect.poll(() => (clock.advance(60 * MINUTE_MS), runs)).toBeGreaterThan(before)
    }
    await expect.poll(() => runs).toBe(1)
    await expect.poll(failedKinds).toEqual(['hourly'])
    await expect.poll(adminNotifications).toHaveLength(1)
    await database.query(sql`update notifications set read_at = ${clock.now()}`)
    await another()
    await another()
    await expect.poll(failedKinds).toEqual(['hourly'])
    expect(await adminNotifications()).toHaveLength(1)
    isBroken = false
    await another()
    await expect.poll(failedKinds).toEqual([])
    // After a success, the next check of the schedule forgets that administrators were notified. A new failure then
    // notifies them again.
    await expect.poll(() => database.query(sql`select from told_job_failures`)).toEqual([])
    isBroken = true
    await another()
    await expect.poll(adminNotifications).toHaveLength(2)
  })
})

describe('scheduled jobs', () => {
  test('runs a scheduled job at start and at each interval, in only one of several processes', async () => {
    const processes = await Promise.all(Array.from({ length: 5 }, () => startProcess()))
    const runs = () => processes.flatMap(({ done }) => done).length
    for (let expected = 1; expected <= 4; expected++) {
      await expect.poll(runs).toBe(expected)
      await Promise.all(processes.map(({ look }) => look()))
      await expect.poll(() => waiting('hourly')).toEqual([])
      expect(runs()).toBe(expected)
      clock.advance(60 * MINUTE_MS)
    }
  })

  test('does not repeat a scheduled job when a process starts within its interval', async () => {
    const first = await startProcess()
    await expect.poll(() => first.done).toEqual(['hourly'])
    await first.stop()
    const second = await startProcess()
    await second.look()
    expect(await waiting('hourly')).toEqual([])
    expect(second.done).toEqual([])
  })

  test('never runs a scheduled job twice at the same time, even if it takes longer than its interval', async () => {
    let [underWay, most, runs] = [0, 0, 0]
    let gate = Promise.withResolvers<void>()
    const hourly = {
      async run() {
        most = Math.max(most, ++underWay)
        runs++
        await gate.promise
        underWay--
      },
    }
    const processes = await Promise.all([1, 2, 3].map(() => startProcess({ hourly })))
    await expect.poll(() => runs).toBe(1)
    for (let hours = 0; hours < 3; hours++) {
      clock.advance(60 * MINUTE_MS)
      await Promise.all(processes.map(({ look }) => look()))
      expect(await waiting('hourly')).toEqual([{ name: 'hourly', state: 'active' }])
    }
    expect({ runs, most }).toEqual({ runs: 1, most: 1 })
    const before = gate
    gate = Promise.withResolvers()
    before.resolve()
    await expect.poll(() => waiting('hourly')).toEqual([])
    clock.advance(60 * MINUTE_MS)
    await expect.poll(() => runs).toBe(2)
    gate.resolve()
    expect(most).toBe(1)
  })

  test('adds no scheduled job while the clock may be wrong', async () => {
    let [isReliable, asked] = [false, 0]
    clock = { ...clock, waitUntilReliable: async () => (asked++, isReliable) }
    const { done } = await startProcess()
    await expect.poll(() => asked).toBe(1)
    clock.advance(MINUTE_MS)
    await expect.poll(() => asked).toBe(2)
    expect(await database.query(sql`select from job_schedules`)).toEqual([])
    isReliable = true
    clock.advance(MINUTE_MS)
    await expect.poll(() => done).toEqual(['hourly'])
  })

  test('runs a due job even if the clock changes during the check', async () => {
    const slept: Date[] = []
    const { until } = clock
    clock = { ...clock, until: (time, signal) => (slept.push(time), until(time, signal)) }
    const due = new Date(clock.now().getTime() + 10_000)
    const dueAt = async () => {
      clock.advanceTo(due)
      return due
    }
    await startProcess({ look: { run: async () => {}, dueAt } })
    await expect.poll(() => slept.length).toBeGreaterThan(0)
    expect(slept[0]?.getTime()).toBeLessThanOrEqual(due.getTime())
  })

  test('repeats a scheduled job even after the clock was set back by a day', async () => {
    await database.query(
      sql`insert into job_schedules (kind, asked_at) values ('hourly', ${new Date(clock.now().getTime() + 24 * 60 * MINUTE_MS)})`,
    )
    const { done } = await startProcess()
    await expect.poll(() => done).toEqual(['hourly'])
  })
})

describe('shutdown', () => {
  test('aborts the signal of a running job at shutdown, and lets the job finish', async () => {
    const begun = Promise.withResolvers<void>()
    const { jobs, stop } = await startProcess({
      greet: {
        async run(_, signal) {
          begun.resolve()
          await new Promise((aborted) => signal.addEventListener('abort', aborted))
        },
      },
    })
    await jobs.add(database, 'greet', { name: 'Layla' })
    await begun.promise
    await stop()
    expect(await waiting('greet')).toEqual([])
  })

  test('lets another process run a job that was interrupted', async () => {
    const begun = Promise.withResolvers<void>()
    const first = await startProcess({
      greet: {
        async run(_, signal) {
          begun.resolve()
          await new Promise((aborted) => signal.addEventListener('abort', aborted))
          throw new Error('Broken off')
        },
      },
    })
    await first.jobs.add(database, 'greet', { name: 'Layla' })
    await begun.promise
    await first.stop()
    expect(await waiting('greet')).toEqual([{ name: 'greet', state: 'retry' }])
    await retriesAreDue()
    const second = await startProcess()
    await expect.poll(() => second.done).toContain('greet Layla')
  })
})

test("creates the queue's tables in the version that the pg-boss package expects", async () => {
  const { PgBoss, fromPglite } = await import('pg-boss')
  const access = database.forQueue
  const boss = new PgBoss({
    ...('lite' in access ? { db: fromPglite(access.lite), backend: 'pglite' } : access),
    schema: 'frogy_jobs',
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true, missing: [], extraIndexes: [] })
  await boss.stop()
})

/** Makes retries due immediately, without the pause between attempts. */
async function retriesAreDue(): Promise<void> {
  await expect.poll(() => waiting('greet')).toEqual([{ name: 'greet', state: 'retry' }])
  await database.query(sql`update frogy_jobs.job set start_after = now() where state = 'retry'`)
}

const waiting = (name: string) =>
  database.query(
    sql`select ${computed('name', 'text', sql`name`)}, ${computed('state', 'text', sql`state`)} from frogy_jobs.job where name = ${name} and state in ('created', 'retry', 'active')`,
  )
