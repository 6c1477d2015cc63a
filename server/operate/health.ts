import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ProcessClock } from '../clock/clock.ts'

/** A worker that has not gone round for this long is dead; it goes round every 5 s at least. */
const WORKER_SILENT_MS = 30_000
/** A due post that waits so long to be taken up is worth a look, though workers work: there is too much for them. */
const LONG_WAIT_MS = 120_000
const DATABASE_TIMEOUT_MS = 3_000

/** The addresses that watch over a process. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

type Fault = 'database' | 'worker' | 'clock' | 'disk'

/** `/healthz`: this process does its work. `/readyz`: it should be sent requests. Both name what is wrong, or soon will be. */
export function healthRoutes(
  server: FastifyInstance,
  parts: {
    /** Whether any worker works, and since when a post has been due that nobody has taken up. Throws without a database. */
    stateOfQueue: () => Promise<{ isServed: boolean; dueSince: Date | null }>
    clock: ProcessClock
    worker: { silentMs(): number } | undefined
    /** Whether what is saved finds room on the disk. */
    hasRoom: () => Promise<boolean>
    isStopping: () => boolean
    /** Settings that soon will not do any more, and what administrators should look at. Asked while the database answers. */
    warnings: () => Promise<string[]>
  },
): void {
  const { stateOfQueue, clock, worker, hasRoom, isStopping, warnings } = parts

  async function look(): Promise<{ faults: Fault[]; soon: string[] }> {
    const found: Fault[] = []
    const [queue, room] = await Promise.all([withinReason(stateOfQueue()), withinReason(hasRoom())])
    if (!queue) found.push('database')
    if (!clock.isReliable() || clock.trouble().hasJumped) found.push('clock')
    const isDead = worker && worker.silentMs() > WORKER_SILENT_MS
    if (isDead || (queue?.dueSince && !queue.isServed)) found.push('worker')
    if (room === false) found.push('disk')
    // By the database's time all is well; whoever runs the machine should set its clock.
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
    const { faults, soon } = await look()
    return answer(reply, faults, soon)
  })
  server.get('/readyz', async (_request, reply) => {
    if (isStopping()) return answer(reply, ['stopping'])
    const { faults, soon } = await look()
    return answer(reply, faults, soon)
  })
}

async function withinReason<T>(answer: Promise<T>): Promise<T | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), DATABASE_TIMEOUT_MS)
  return await Promise.race([answer.catch(() => undefined), tooLate]).finally(() => clearTimeout(timer))
}
