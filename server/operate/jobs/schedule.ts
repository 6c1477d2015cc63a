import type { FastifyBaseLogger } from 'fastify'
import type { ProcessClock } from '../../clock/clock.ts'
import { isDatabaseUnavailable, type Database, type Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { notifyOfFailedJobs } from './failed-jobs.ts'

/** A stored time more than this many intervals in the future comes from a wrong clock, so it delays no job. */
const MAX_INTERVALS_AHEAD = 2

/** The longest pause between two checks, in case a notification is missed. */
const LONGEST_SLEEP_MS = 15_000

export type Plan = { everyMs: number } | { dueAt(now: Date): Promise<Date | undefined> }

interface ScheduleParts {
  database: Database
  clock: ProcessClock
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  plans: ReadonlyMap<string, Plan>
  recurring: string[]
  add(tx: Queryable, name: string): Promise<void>
  releaseHeld(): Promise<void>
}

export interface Schedule extends AsyncDisposable {
  wake(): void
}

/** Starts a loop that adds due and recurring jobs, in every process that runs jobs. */
export function startSchedule({ database, clock, log, plans, recurring, add, releaseHeld }: ScheduleParts): Schedule {
  const stopping = new AbortController()
  let waking = new AbortController()
  const running = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      waking = new AbortController()
      let [now, sleepMs] = [clock.now(), LONGEST_SLEEP_MS]
      try {
        await releaseHeld()
        await notifyOfFailedJobs(database, recurring, now)
        // Start no job while the clock may be wrong.
        if (await clock.waitUntilReliable()) {
          now = clock.now()
          sleepMs = Math.min(sleepMs, await addDueJobs())
        }
      } catch (error) {
        log[isDatabaseUnavailable(error) ? 'warn' : 'error']({ err: error }, 'jobs could not be asked for')
      }
      // Sleep from the time of the check, so that a clock change during the check does not extend the pause.
      await clock.until(new Date(now.getTime() + sleepMs), AbortSignal.any([waking.signal, stopping.signal]))
    }
  }

  async function addDueJobs(): Promise<number> {
    const rows = await database.query(sql`select ${columns('job_schedules', 'kind', 'asked_at')} from job_schedules`)
    // Read the clock after the rows. Otherwise a time that another process has just stored could seem to be in the
    // future.
    const now = clock.now()
    const askedAt = new Map(rows.map(({ kind, asked_at }) => [kind, asked_at]))
    const waits: number[] = []
    for (const [name, plan] of plans) {
      const waitMs =
        'everyMs' in plan ? msUntilInterval(plan.everyMs, askedAt.get(name), now) : await msUntilRows(plan, now)
      if (waitMs > 0) waits.push(waitMs)
      else if ('everyMs' in plan) waits.push(await addInTurn(name, plan.everyMs, now))
      else await add(database, name)
    }
    return Math.min(...waits)
  }

  async function msUntilRows(plan: Extract<Plan, { dueAt: unknown }>, now: Date): Promise<number> {
    const dueAt = await plan.dueAt(now)
    return dueAt ? dueAt.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  }

  /**
   * Adds a recurring job once per interval, although all processes try. One transaction adds the job and stores the
   * time.
   */
  async function addInTurn(name: string, everyMs: number, now: Date): Promise<number> {
    const [expired, fromFuture] = [
      new Date(now.getTime() - everyMs),
      new Date(now.getTime() + MAX_INTERVALS_AHEAD * everyMs),
    ]
    await database.transaction(async (tx) => {
      const [turn] = await tx.query(sql`
        insert into job_schedules as s (kind, asked_at) values (${name}, ${now})
        on conflict (kind) do update set asked_at = excluded.asked_at
          where s.asked_at <= ${expired} or s.asked_at > ${fromFuture}
        returning ${columns('job_schedules s', 'kind')}`)
      if (turn) await add(tx, name)
    })
    return everyMs
  }

  return {
    wake: () => waking.abort(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}

/** The time until a job's next interval. A clock that was set back does not extend this time. */
function msUntilInterval(everyMs: number, askedAt: Date | undefined, now: Date): number {
  const leftMs = askedAt ? askedAt.getTime() + everyMs - now.getTime() : 0
  return leftMs > (MAX_INTERVALS_AHEAD + 1) * everyMs ? 0 : leftMs
}
