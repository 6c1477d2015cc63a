import type { ProcessClock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import sql from '../db/sql.ts'
import { hasUnreportedDelays, notifyOfDelays } from './delays.ts'

/** How long a due post waits for a worker before its author is notified. */
const PATIENCE_MS = 60_000
const MAX_ROUNDS = 20

/** Notifies authors of due posts that no worker begins to send. Web processes do this too, in case no worker runs. */
export function delayWatch(
  { database, clock }: { database: Database; clock: ProcessClock },
  patienceMs: number = PATIENCE_MS,
): { dueAt(now: Date): Promise<Date | undefined>; run(): Promise<void> } {
  const rounds: { at: number; now: Date }[] = []

  /**
   * The start of the period for which this process has watched due posts. Undefined while it is too short, so that a
   * clock change or a restart does not look like a delay.
   */
  function observedWaitSince(): Date | undefined {
    if (!clock.isReliable()) return undefined
    const at = performance.now()
    if (at - (rounds.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= patienceMs / MAX_ROUNDS)
      rounds.push({ at, now: clock.now() })
    while (rounds[1] && rounds[1].at <= at - patienceMs) rounds.shift()
    const [oldest] = rounds
    return oldest && at - oldest.at >= patienceMs ? oldest.now : undefined
  }

  return {
    async dueAt(now) {
      const since = observedWaitSince()
      return since && (await hasUnreportedDelays(database, unclaimedSince(since), now)) ? now : undefined
    },
    async run() {
      const since = observedWaitSince()
      if (since) await database.transaction((tx) => notifyOfDelays(tx, unclaimedSince(since), clock.now()))
    },
  }
}

const unclaimedSince = (due: Date) => sql`
  p.next_step_at <= ${due} and not (p.status = 'publishing' and exists (
    select from account_leases l where l.account_id = p.account_id and l.lease_until > clock_timestamp()))`
