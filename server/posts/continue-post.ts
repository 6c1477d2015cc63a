import { AppError } from '#core/errors.ts'
import type { Post } from '#core/posts/contract.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { DENIED, UNANSWERED } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import sql from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { refuseWhileHeld } from '../installation/installation-row.ts'
import { ownPost, toPost } from './store.ts'
import {
  changeFollowUp,
  FOLLOW_UP_COLUMNS,
  giveUpFollowUps,
  IS_NEXT,
  recordFollowUpPublished,
} from './transitions/follow-ups.ts'

type Continuation = 'retry' | 'live' | 'not_live' | 'stop'

/**
 * Continues a thread or a first comment that stopped, by its author's decision.
 * @throws AppError not_found, publishing_held, nothing_to_continue
 */
export async function continuePost(
  { database, clock }: { database: Database; clock: Clock },
  { userId, language }: Caller,
  id: string,
  action: Continuation,
): Promise<Post> {
  const now = clock.now()
  const row = await database.transaction(async (tx) => {
    await ownPost(tx, id, userId, true)
    if (action === 'retry' || action === 'not_live') await refuseWhileHeld(tx)
    const [next] = await tx.query(sql`
      select ${FOLLOW_UP_COLUMNS} from follow_ups f join posts p on p.id = f.post_id
      where f.post_id = ${id} and f.state in ('waiting', 'failed', 'unconfirmed') and ${IS_NEXT} for update of f`)
    const isAsked = next?.state === 'unconfirmed'
    const isAnswer = action === 'live' || action === 'not_live'
    if (!next || (action !== 'stop' && isAsked !== isAnswer)) throw new AppError('nothing_to_continue')
    switch (action) {
      case 'live':
        await recordFollowUpPublished(tx, next, { remoteId: null, permalink: null }, now)
        break
      case 'stop':
        await giveUpFollowUps(tx, id, now)
        break
      default: {
        // Wait before sending again, because a frozen worker may still deliver a request whose response was lost.
        const settled = action === 'not_live' ? (next.sent_at?.getTime() ?? 0) + SEND_AGAIN_AFTER_MS : 0
        const at = new Date(Math.max(now.getTime(), settled))
        // The author may be wrong, and the part may be live. So the next attempt uses the same upload again, which a
        // network publishes only once.
        const denied = JSON.stringify({ [DENIED]: 'yes', [UNANSWERED]: '' })
        const set = sql`state = 'waiting', failure_counts = '{}', failure = null, ask_since = null, next_step_at = ${at},
          prepared = ${action === 'not_live' ? sql`coalesce(prepared, '{}') || ${denied}::jsonb` : sql`prepared`}`
        await changeFollowUp(tx, next, set, now)
      }
    }
    return await ownPost(tx, id, userId)
  })
  return toPost(row, language)
}
