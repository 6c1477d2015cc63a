import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** A worker that has not gone round for this long is dead; it goes round every 5 s at least. */
const WORKER_SILENT_MS = 30_000
/** This far from the database's clock, leases and times mean different things to different processes. */
const CLOCK_APART_MS = 10_000
/** How long a jump is shown: what was due meanwhile needs a look. */
const RED_AFTER_JUMP_MS = 300_000
const DATABASE_TIMEOUT_MS = 3_000

/** The addresses that watch over a process. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

type Fault = 'database' | 'worker' | 'clock'

/** `/healthz`: this process does its work. `/readyz`: it should be sent requests. Both name what is wrong, or soon will be. */
export function healthRoutes(
  server: FastifyInstance,
  parts: {
    database: Database
    clock: Clock
    worker: { silentMs(): number } | undefined
    isStopping: () => boolean
    /** Settings that soon will not do any more, and what administrators should look at. Asked while the database answers. */
    warnings: () => Promise<string[]>
  },
): void {
  const { database, clock, worker, isStopping, warnings } = parts
  const hasJumped = jumpsOf(clock)

  async function faults(): Promise<Fault[]> {
    const found: Fault[] = []
    const databaseNow = await databaseClock(database)
    if (!databaseNow) found.push('database')
    const isApart = databaseNow && Math.abs(databaseNow.getTime() - clock.now().getTime()) > CLOCK_APART_MS
    if (isApart || hasJumped()) found.push('clock')
    if (worker && worker.silentMs() > WORKER_SILENT_MS) found.push('worker')
    return found
  }

  const told = async (found: string[]) => {
    const soon = found.includes('database') ? [] : await warnings().catch(() => [])
    return { ok: found.length === 0, faults: found, ...(soon.length > 0 && { warnings: soon }) }
  }

  server.get('/healthz', async (_request, reply) => {
    const found = await faults()
    return reply.code(found.length > 0 ? 503 : 200).send(await told(found))
  })
  server.get('/readyz', async (_request, reply) => {
    const found: string[] = isStopping() ? ['stopping'] : await faults()
    return reply.code(found.length > 0 ? 503 : 200).send(await told(found))
  })
}

/** Whether a clock was set forward or back in the last minutes, told by the time that passed meanwhile. */
function jumpsOf(clock: Clock): () => boolean {
  const aheadMs = () => clock.now().getTime() - performance.now()
  let usual = aheadMs()
  let jumpedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (Math.abs(aheadMs() - usual) > CLOCK_APART_MS) {
      usual = aheadMs()
      jumpedAt = performance.now()
    }
    return performance.now() - jumpedAt < RED_AFTER_JUMP_MS
  }
}

async function databaseClock(database: Database): Promise<Date | undefined> {
  const answer = database.query<{ now: Date }>(sql`select clock_timestamp() as now`).then(
    ([row]) => row?.now,
    () => undefined,
  )
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), DATABASE_TIMEOUT_MS)
  return await Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
