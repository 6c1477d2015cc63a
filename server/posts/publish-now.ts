import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { postingAccountId } from '../accounts/store.ts'
import type { Caller, RepeatableCall } from '../http/caller.ts'
import { awaitDecision, type DecisionParts } from './await-decision.ts'
import { notConnected, refuseChanged, refuseUneditable, type Meant } from './checks.ts'
import { refuseUnpublishable } from './content-issues.ts'
import { ownPost, toPost } from './store.ts'
import { sendPostNow } from './transitions/send.ts'

/**
 * Publishes a draft, scheduled, failed or missed post now. It is answered once it is decided, or after 25 s as it stands.
 * @param repeatableCall has `createdId` when an interrupted attempt already handed the post over
 * @throws AppError not_found, already_publishing, already_published, changed_meanwhile, account_not_connected, validation_failed
 */
export async function publishNow(
  parts: DecisionParts & { cutOff: ReadonlySet<Platform> },
  { userId, language }: Caller,
  id: string,
  meant: Meant,
  repeatableCall?: RepeatableCall,
): Promise<Post> {
  const { database, clock, cutOff } = parts
  const decision = awaitDecision(parts, id, userId)
  try {
    await database.transaction(async (tx) => {
      if (repeatableCall?.createdId) return
      const post = await ownPost(tx, id, userId, true)
      refuseUneditable(post)
      refuseChanged(post, meant)
      refuseUnpublishable(post, language, cutOff)
      const now = clock.now()
      const accountId = post.account_id ?? (await postingAccountId(tx, userId, post.platform, now))
      if (!accountId) throw notConnected(post.platform)
      await repeatableCall?.recordCreated(tx, id)
      await sendPostNow(tx, post, 'publish-now', accountId, now)
    })
    return toPost(await decision.decided(), language)
  } finally {
    decision.stop()
  }
}
