import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ProcessClock } from '../clock/clock.ts'

/** A worker that has not finished a round of its work for this long counts as dead. Rounds are at most 5 s apart. */
const WORKER_SILENT_MS = 30_000
/** A due post that waits this long is reported as overload, even if workers run. */
const LONG_WAIT_MS = 120_000
const DATABASE_TIMEOUT_MS = 3_000

export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

type Fault = 'database' | 'worker' | 'clock' | 'disk'

/**
 * `/healthz` reports whether this process works, `/readyz` whether it may receive requests. Both responses list current
 * problems and expected ones.
 */
export function healthRoutes(
  server: FastifyInstance,
  parts: {
    /** Rejects when the database is unreachable. */
    queueState: () => Promise<{ isServed: boolean; dueSince: Date | null }>
    clock: ProcessClock
    worker: { silentMs(): number } | undefined
    hasRoom: () => Promise<boolean>
    isStopping: () => boolean
    /** Called only while the database responds. */
    warnings: () => Promise<string[]>
  },
): void {
  const { queueState, clock, worker, hasRoom, isStopping, warnings } = parts

  async function check(): Promise<{ faults: Fault[]; soon: string[] }> {
    const found: Fault[] = []
    const [queue, room] = await Promise.all([withinTimeout(queueState()), withinTimeout(hasRoom())])
    if (!queue) found.push('database')
    if (!clock.isReliable() || clock.trouble().hasJumped) found.push('clock')
    const isDead = worker && worker.silentMs() > WORKER_SILENT_MS
    if (isDead || (queue?.dueSince && !queue.isServed)) found.push('worker')
    if (room === false) found.push('disk')
    // Frogy takes the time from the database, so a wrong clock of this machine is only a warning.
    const soon: string[] = clock.trouble().isMachineOff ? ['clock'] : []
    if (queue) soon.push(...(await warnings().catch(() => [])))
    const waitedMs = queue?.dueSince ? clock.now().getTime() - queue.dueSince.getTime() : 0
    return { faults: found, soon: waitedMs > LONG_WAIT_MS ? ['overdue', ...soon] : soon }
  }

  const answer = (reply: FastifyReply, found: string[], soon: string[] = []) =>
    reply
      .code(found.length > 0 ? 503 : 200)
      .send({ ok: found.length === 0, faults: found, ...(soon.length > 0 && { warnings: soon }) })

  server.get('/healthz', async (_request, reply) => {
    const { faults, soon } = await check()
    return answer(reply, faults, soon)
  })
  server.get('/readyz', async (_request, reply) => {
    if (isStopping()) return answer(reply, ['stopping'])
    const { faults, soon } = await check()
    return answer(reply, faults, soon)
  })
}

async function withinTimeout<T>(answer: Promise<T>): Promise<T | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), DATABASE_TIMEOUT_MS)
  return await Promise.race([answer.catch(() => undefined), tooLate]).finally(() => clearTimeout(timer))
}
