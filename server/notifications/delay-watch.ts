import type { ProcessClock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import sql from '../db/sql.ts'
import { areDelaysUntold, tellOfDelays } from './delays.ts'

/** How long a due post may wait to be taken up before its owner is told. */
const PATIENCE_MS = 60_000
/** So many looks are remembered of that time, however often it is looked. */
const LOOKS = 20

/**
 * Finds posts that nobody takes up, and tells their owners. A job does it, in web processes, too: what it tells of may be
 * that no worker works.
 */
export function delayWatch(
  { database, clock }: { database: Database; clock: ProcessClock },
  patienceMs: number = PATIENCE_MS,
): { dueAt(now: Date): Promise<Date | undefined>; run(): Promise<void> } {
  const looks: { at: number; now: Date }[] = []

  /**
   * A time whose posts have really waited for so long, undefined before this process has seen that: a clock that was
   * moved, or a start, delays nothing.
   */
  function waitedSince(): Date | undefined {
    if (!clock.isReliable()) return undefined
    const at = performance.now()
    if (at - (looks.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= patienceMs / LOOKS) looks.push({ at, now: clock.now() })
    while (looks[1] && looks[1].at <= at - patienceMs) looks.shift()
    const [long] = looks
    return long && at - long.at >= patienceMs ? long.now : undefined
  }

  return {
    async dueAt(now) {
      const since = waitedSince()
      return since && (await areDelaysUntold(database, notTakenUpSince(since), now)) ? now : undefined
    },
    async run() {
      const since = waitedSince()
      if (since) await database.transaction((tx) => tellOfDelays(tx, notTakenUpSince(since), clock.now()))
    },
  }
}

/** Posts `p` that were due then, and that nobody is publishing just now. */
const notTakenUpSince = (due: Date) => sql`
  p.next_step_at <= ${due} and not (p.status = 'publishing' and exists (
    select from account_leases l where l.account_id = p.account_id and l.lease_until > clock_timestamp()))`
