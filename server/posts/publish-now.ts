import { AppError } from '#core/errors.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { limitsOf, postingAccountId } from '../accounts/store.ts'
import type { Caller, RepeatableCall } from '../http/caller.ts'
import { refuseWhileHeld } from '../installation/installation-row.ts'
import { awaitDecision, type DecisionParts } from './await-decision.ts'
import {
  awaitsApproval,
  notConnected,
  refuseChanged,
  refuseUneditable,
  refuseWithoutApproval,
  type ExpectedRevisions,
} from './checks.ts'
import { ownImages } from '../media/store.ts'
import { followUpsIn } from './follow-ups.ts'
import { refuseUnpublishable } from './refuse-unpublishable.ts'
import { ownPost, toPost } from './store.ts'
import { APPROVES } from './transitions/approval.ts'
import { sendPostNow } from './transitions/send.ts'

/**
 * Publishes a draft, scheduled, failed or missed post. Returns the outcome, or the current post after 25 s.
 * @param repeatableCall has `createdId` when an interrupted request has already handed the post to the worker
 * @throws AppError not_found, already_publishing, already_published, changed_meanwhile, account_not_connected,
 * validation_failed, publishing_held, approval_required, awaits_approval
 */
export async function publishNow(
  parts: DecisionParts & { cutOff: ReadonlySet<Platform> },
  caller: Caller,
  id: string,
  expected: ExpectedRevisions,
  repeatableCall?: RepeatableCall,
): Promise<Post> {
  const { database, clock, cutOff } = parts
  const { userId, language } = caller
  const decision = awaitDecision(parts, id, userId)
  try {
    await database.transaction(async (tx) => {
      if (repeatableCall?.createdId) return
      const post = await ownPost(tx, id, userId, true)
      refuseUneditable(post)
      refuseWithoutApproval(caller, post.platform)
      if (awaitsApproval(post)) throw new AppError('awaits_approval')
      refuseChanged(post, expected)
      const now = clock.now()
      const accountId = post.account_id ?? (await postingAccountId(tx, userId, post.platform, now))
      const followUps = followUpsIn(post.follow_ups)
      const uploads = await ownImages(tx, post.images, post.user_id)
      refuseUnpublishable({ ...post, followUps }, language, cutOff, await limitsOf(tx, accountId), uploads)
      await refuseWhileHeld(tx)
      if (!accountId) throw notConnected(post.platform)
      await repeatableCall?.recordCreated(tx, id)
      await sendPostNow(tx, post, 'publish-now', accountId, now, APPROVES)
    })
    return toPost(await decision.decided(), language)
  } finally {
    decision.stop()
  }
}
