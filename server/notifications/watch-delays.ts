import type { FastifyBaseLogger } from 'fastify'
import type { ProcessClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import sql from '../db/sql.ts'
import { tellOfDelays } from './delays.ts'

/** How often it looks, and how long a due post may wait to be taken up before its owner is told. */
const PACE = { everyMs: 15_000, patienceMs: 60_000 }

interface DelayWatchParts {
  database: Database
  clock: ProcessClock
  log: FastifyBaseLogger
  /** Sends the mails that are due where nobody else does; left out where workers do it. */
  sendMails?: () => Promise<void>
}

/**
 * Tells the owners of posts that nobody takes up. It runs in every process, web processes included, and neither by the
 * worker nor by the queue of jobs: it is their absence that it tells of.
 */
export function watchDelays(
  { database, clock, log, sendMails }: DelayWatchParts,
  { everyMs, patienceMs } = PACE,
): Disposable {
  const looks: { at: number; now: Date }[] = []
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()

  async function look(): Promise<void> {
    if (!clock.isSure()) return
    looks.push({ at: performance.now(), now: clock.now() })
    // What was due at a look so long ago has really waited: a clock that was moved, or a start, delays nothing.
    while (looks[1] && looks[1].at <= performance.now() - patienceMs) looks.shift()
    const [long] = looks
    if (!long || performance.now() - long.at < patienceMs) return
    try {
      await database.transaction((tx) => tellOfDelays(tx, notTakenUpSince(long.now), clock.now()))
      await sendMails?.()
    } catch (error) {
      log.warn({ err: error }, 'the owners of delayed posts could not be told')
    }
  }

  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Posts `p` that were due then, and that nobody is publishing just now. */
export const notTakenUpSince = (due: Date) => sql`
  p.next_step_at <= ${due} and not (p.status = 'publishing' and exists (
    select from account_leases l where l.account_id = p.account_id and l.lease_until > clock_timestamp()))`
