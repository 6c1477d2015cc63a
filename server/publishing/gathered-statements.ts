import type { AccountRow } from '../accounts/store.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import { raiseFences, type Fence } from './fence.ts'
import { gathered } from './gather.ts'
import { releaseLeases, type Leased } from '../accounts/leases.ts'
import { readNext, type Next } from './next-post.ts'
import { recordAllOut, type Out } from './record-out.ts'

/** How many posts go together at most: the first of many are on their way while the next are written down. */
const TOGETHER = 100

/** What a worker asks the database for each post, gathered from all accounts that it serves at the same moment. */
export interface GatheredStatements {
  /** What an account that is leased to this worker is to do next; null where it has passed to somebody else. */
  readNext(leased: AccountRow): Promise<Next | null | undefined>
  /** Whether the post may be sent now. Each fence is committed before this tells so. */
  raiseFence(fence: Fence): Promise<boolean>
  recordOut(out: Out): Promise<void>
  release(leased: Leased): Promise<void>
}

export function gatherStatements(database: Database, clock: Clock, worker: string): GatheredStatements {
  return {
    readNext: gathered(TOGETHER, (leased) => readNext(database, worker, leased, clock.now())),
    raiseFence: gathered(TOGETHER, (fences) => raiseFences(database, worker, fences, clock.now())),
    recordOut: gathered(TOGETHER, (outs) => recordAllOut(database, outs, clock.now())),
    release: gathered(TOGETHER, async (leased) => {
      await releaseLeases(database, worker, leased)
      return leased.map(() => undefined)
    }),
  }
}
