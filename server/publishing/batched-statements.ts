import { releaseLeases, type Leased } from '../accounts/leases.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import { batched } from './batch.ts'
import { findDueFollowUps } from './follow-ups/due-follow-ups.ts'
import { raiseFollowUpFence } from './follow-ups/fence.ts'
import { findDuePosts, type DuePost } from './schedule/find-due-posts.ts'
import type { Installation } from './hold/open-installation.ts'
import { raiseFences, type Fence } from './send/fence.ts'
import { recordSuccesses, type Success } from './send/record-success.ts'

/** The maximum number of posts in a batch. Larger batches would delay their first posts. */
const MAX_BATCH_SIZE = 100

export interface BatchedStatements {
  /** Returns undefined if the account has no due post, null if another worker has taken over the account. */
  findDuePost(leased: AccountRow): Promise<DuePost | null | undefined>
  /** Commits the fence, the mark that a request is about to be sent. Returns whether the post may be sent. */
  raiseFence(fence: Fence): Promise<boolean>
  recordSuccess(success: Success): Promise<void>
  /** Returns the id of the account's first due follow-up. */
  findDueFollowUp(leased: AccountRow): Promise<string | undefined>
  /** Commits the mark that a follow-up is about to be sent. Returns whether it may be sent. */
  raiseFollowUpFence(job: Parameters<typeof raiseFollowUpFence>[0]): Promise<boolean>
  release(leased: Leased): Promise<void>
}

export function batchStatements(
  database: Database,
  clock: Clock,
  worker: string,
  { isUnheld }: Pick<Installation, 'isUnheld'>,
): BatchedStatements {
  return {
    findDuePost: batched(MAX_BATCH_SIZE, (leased) => findDuePosts(database, worker, leased, clock.now())),
    raiseFence: batched(MAX_BATCH_SIZE, (fences) => raiseFences(database, worker, fences, isUnheld(), clock.now())),
    recordSuccess: batched(MAX_BATCH_SIZE, (successes) => recordSuccesses(database, successes, clock.now())),
    findDueFollowUp: batched(MAX_BATCH_SIZE, (leased) => findDueFollowUps(database, leased, clock.now())),
    raiseFollowUpFence: (job) => raiseFollowUpFence(job, isUnheld(), clock.now()),
    release: batched(MAX_BATCH_SIZE, async (leased) => {
      await releaseLeases(database, worker, leased)
      return leased.map(() => undefined)
    }),
  }
}
