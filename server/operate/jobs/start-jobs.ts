import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ProcessClock } from '../../clock/clock.ts'
import { isDatabaseUnavailable, type Database } from '../../db/database.ts'
import type { Handlers, JobKinds } from './job-kind.ts'
import type { JobQueue } from './job-queue.ts'
import { startSchedule, type Plan, type Schedule } from './schedule.ts'

const REOPEN_MS = 5_000

export interface RunningJobs extends AsyncDisposable {
  readonly started: Promise<void>
  /** Whether the queue cannot be opened although the database responds. Frogy keeps trying. */
  isStuck(): boolean
  wake(): void
}

/**
 * Opens the queue and starts its jobs in the background, so that requests are served meanwhile. Waits for an
 * unreachable database.
 */
export function startJobs<Kinds extends JobKinds>(
  parts: { database: Database; clock: ProcessClock; log: Pick<FastifyBaseLogger, 'warn' | 'error'> },
  kinds: Kinds,
  handlers: Partial<Handlers<Kinds>>,
  queue: JobQueue<Kinds>,
): RunningJobs {
  const stopping = new AbortController()
  let schedule: Schedule | undefined
  let isStuck = false
  const started = start()

  async function start(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await queue.work(handlers, wake)
        isStuck = false
        const add = queue.add as (...job: unknown[]) => Promise<void>
        const plans = plansFor(kinds, handlers)
        const recurring = Object.keys(kinds).filter((name) => kinds[name]?.when)
        if (!stopping.signal.aborted)
          schedule = startSchedule({ ...parts, plans, recurring, add, releaseHeld: queue.releaseHeld })
        return
      } catch (error) {
        isStuck = !isDatabaseUnavailable(error)
        parts.log[isStuck ? 'error' : 'warn']({ err: error }, 'the job queue could not be opened')
        await pause(REOPEN_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  function wake(): void {
    schedule?.wake()
  }

  return {
    started,
    isStuck: () => isStuck,
    wake,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await started
      await schedule?.[Symbol.asyncDispose]()
      await queue[Symbol.asyncDispose]()
    },
  }
}

function plansFor<Kinds extends JobKinds>(kinds: Kinds, handlers: Partial<Handlers<Kinds>>): Map<string, Plan> {
  const plans = new Map<string, Plan>()
  for (const [name, { when }] of Object.entries(kinds)) {
    if (!handlers[name]) continue
    if (when === 'due') plans.set(name, handlers[name] as unknown as Extract<Plan, { dueAt: unknown }>)
    else if (when) plans.set(name, when)
  }
  return plans
}
