import { AppError } from '#core/errors.ts'
import type { Clock } from '../clock/clock.ts'
import type { Queryable } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import { needsApproval } from '../posts/checks.ts'
import { reviseWaitingPosts } from '../posts/transitions/review.ts'

/**
 * Runs before a picture's description changes. Posts in review get a new revision, because approvers must see it.
 * @throws AppError forbidden, approval_required if the description would be published without approval
 */
export async function reviseDescribed(clock: Clock, tx: Queryable, caller: Caller, pictureId: string): Promise<void> {
  const unsent = await reviseWaitingPosts(tx, pictureId, caller.userId, clock.now())
  if (unsent.some((platform) => needsApproval(caller, platform)))
    throw new AppError(caller.draftsOnly ? 'forbidden' : 'approval_required')
}
