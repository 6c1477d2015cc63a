import { publishedText } from '#core/posts/published-text.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import { lateAt } from '#core/publishing/late-rule.ts'
import { REQUEST_TIMEOUT_MS, SETTLE_MS } from '#core/publishing/sending-times.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { POST_COLUMNS, type PostRow } from '../posts/store.ts'
import { beginPublishing, recordSetback, setNextStep } from '../posts/transitions.ts'
import { beginAttempt, closeAttempt, deniedAttempt, openAttempt, type Attempt } from './attempts.ts'
import { renewLease } from '../accounts/leases.ts'
import type { PublishParts } from './publish-job.ts'

export type Claimed =
  | { kind: 'decided'; post: PostRow }
  | { kind: 'attempt'; account: AccountRow; post: PostRow; attempt: Attempt; lateAt: Date }

/** Claims the post that is due longest. Its row is locked, so whatever its owner changed before this is what goes out. */
export async function claimDuePost(
  tx: Queryable,
  worker: string,
  leased: AccountRow,
  client: PlatformClient,
  now: Date,
): Promise<Claimed | undefined> {
  const account = await renewLease(tx, worker, leased)
  const [post] = await tx.query(sql`
    select ${POST_COLUMNS} from posts where account_id = ${account.id} and next_step_at <= ${now}
    -- Whoever is asked about already waits behind those that are due.
    order by status = 'unconfirmed', next_step_at, created_at, id limit 1 for update`)
  if (!post) return undefined
  const [owner] = await tx.query(
    sql`select ${columns('users', 'late_after_minutes')} from users where id = ${post.user_id}`,
  )
  const until = lateAt(post.scheduled_at ?? post.created_at, owner?.late_after_minutes ?? 60)

  const open = await openAttempt(tx, post.id)
  if (post.status === 'unconfirmed') {
    // Only whom it was sent from can be asked about it.
    if (open && open.account_id === account.id) return { kind: 'attempt', account, post, attempt: open, lateAt: until }
    await setNextStep(tx, post, null)
    return { kind: 'decided', post }
  }
  // What was only prepared has not gone out either: whoever began it died before its fence.
  if (now > until && (!open || open.state === 'prepared')) {
    if (open) await closeAttempt(tx, open, 'rejected', { code: 'missed', detail: null, at: now.toISOString() }, now)
    await recordSetback(tx, post, 'too-late', { code: 'missed', detail: null, at: now.toISOString() }, null, now)
    return { kind: 'decided', post }
  }
  const deniedUntil = open ? undefined : await mayArriveUntil(tx, post, client)
  if (deniedUntil && deniedUntil > now) {
    await setNextStep(tx, post, deniedUntil)
    return { kind: 'decided', post }
  }
  const begun = await beginPublishing(tx, post, now)
  const attempt = open ?? (await beginAttempt(tx, post, publishedText(post), worker, now))
  return { kind: 'attempt', account, post: begun, attempt, lateAt: until }
}

/**
 * Ends the way of the due posts that have no account any more: it was taken away, and their network has no other. What
 * was sent from it without an answer is for the owner to look up.
 */
export async function failWithoutAccount({ database, clock }: PublishParts): Promise<void> {
  const due = await database.query(
    sql`select ${columns('posts', 'id')} from posts where account_id is null and next_step_at <= ${clock.now()} limit 100`,
  )
  for (const { id } of due) {
    await database.transaction(async (tx) => {
      const now = clock.now()
      const [post] = await tx.query(sql`
        select ${POST_COLUMNS} from posts where id = ${id} and account_id is null and next_step_at <= ${now} for update skip locked`)
      if (!post) return
      if (post.status === 'unconfirmed') {
        await setNextStep(tx, post, null)
        return
      }
      const attempt = await openAttempt(tx, post.id)
      // What is under way may still arrive, and its answer, too: nobody is asked about it before.
      const settledAt = attempt?.state === 'sending' ? settledAfter(attempt.sent_at ?? now) : now
      if (settledAt > now) {
        await setNextStep(tx, post, settledAt)
        return
      }
      const wasSent = attempt !== undefined && attempt.state !== 'prepared'
      const failure: StoredFailure = {
        code: wasSent ? 'unconfirmed' : 'account_not_connected',
        detail: null,
        at: now.toISOString(),
      }
      if (attempt) await closeAttempt(tx, attempt, wasSent ? 'unknown' : 'rejected', failure, now)
      await recordSetback(tx, post, wasSent ? 'outcome-unknowable' : 'refused', failure, null, now)
    })
  }
}

/** Until when what its owner says is not live may still arrive: they look sooner than a frozen sender wakes. */
async function mayArriveUntil(tx: Queryable, post: PostRow, client: PlatformClient): Promise<Date | undefined> {
  // Handed over by its owner: whatever else is sent again was looked for first.
  if (post.status !== 'publishing') return undefined
  const denied = await deniedAttempt(tx, post.id)
  if (!denied?.sent_at) return undefined
  return new Date(denied.sent_at.getTime() + client.sendAgainAfterMs(denied.prepared ?? {}))
}

/** When a request that was sent then has been answered or given up, and the network shows what it made of it. */
const settledAfter = (sentAt: Date): Date => new Date(sentAt.getTime() + REQUEST_TIMEOUT_MS + SETTLE_MS)
