import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { ProcessClock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** A worker that has not gone round for this long is dead; it goes round every 5 s at least. */
const WORKER_SILENT_MS = 30_000
const DATABASE_TIMEOUT_MS = 3_000

/** The addresses that watch over a process. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

type Fault = 'database' | 'worker' | 'clock'

/** `/healthz`: this process does its work. `/readyz`: it should be sent requests. Both name what is wrong, or soon will be. */
export function healthRoutes(
  server: FastifyInstance,
  parts: {
    database: Database
    clock: ProcessClock
    worker: { silentMs(): number } | undefined
    isStopping: () => boolean
    /** Settings that soon will not do any more, and what administrators should look at. Asked while the database answers. */
    warnings: () => Promise<string[]>
  },
): void {
  const { database, clock, worker, isStopping, warnings } = parts

  async function faults(): Promise<Fault[]> {
    const found: Fault[] = []
    if (!(await answers(database))) found.push('database')
    if (!clock.isSure() || clock.trouble().hasJumped) found.push('clock')
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

async function answers(database: Database): Promise<boolean> {
  const answer = database.query(sql`select 1`).then(
    () => true,
    () => false,
  )
  const { promise: tooLate, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), DATABASE_TIMEOUT_MS)
  return await Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
