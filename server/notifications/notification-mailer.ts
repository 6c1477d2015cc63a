import type { FastifyBaseLogger } from 'fastify'
import { GATHER_MS } from '#core/notifications/notification-events.ts'
import type { Mailer } from '../adapters/mail/mailer.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, list, type RowOf } from '../db/sql.ts'
import { retryUntilDatabaseAnswers } from '../db/until-database-answers.ts'
import { recordGuestMail } from './guest-comment-mails.ts'
import { mailOf, type NotificationMail } from './mails.ts'
import { isStillOpen } from './store.ts'

/**
 * After this time, another process may claim the mail. No mail server takes this long, so the earlier process has died.
 */
export const MAIL_CLAIM_MS = 120_000
const HOUR_MS = 3_600_000
/**
 * After this many failures Frogy stops sending a mail. The app still shows its content, and administrators are
 * notified.
 */
export const MAX_MAIL_TRIES = 20

export interface MailParts {
  database: Database
  clock: Clock
  mailer: Mailer
  publicUrl: () => string
  log: Pick<FastifyBaseLogger, 'warn'>
  giveUp(tx: Queryable, notificationId: string, error: unknown): Promise<void>
}

/**
 * Sends all due mails. The notification's row stores when its mail is due, so no mail is lost when a process dies. A
 * process reserves a mail before sending it, which prevents duplicates.
 */
export async function sendDueMails(parts: MailParts, signal?: AbortSignal): Promise<void> {
  for (;;) if (signal?.aborted || !(await sendNextMail(parts))) return
}

export async function retryMail(on: Queryable, notificationId: string, now: Date): Promise<void> {
  await on.query(sql`
    update notifications set mail_at = ${now}, mail_tries = 0 where id = ${notificationId} and mail_at is null and mail_tries >= ${MAX_MAIL_TRIES}`)
}

export async function nextMailAt(on: Queryable): Promise<Date | undefined> {
  const [row] = await on.query(sql`
    select ${computed('next', 'timestamptz', sql`min(n.mail_at)`)}
    from notifications n join users u on u.id = n.user_id
    where n.mail_at is not null and ${isFree} and u.email_confirmed_at is not null and u.deletion_due_at is null`)
  return row?.next ?? undefined
}

async function sendNextMail({ database, clock, mailer, publicUrl, log, giveUp }: MailParts): Promise<boolean> {
  const claimed = await claimMail(database, clock.now())
  if (!claimed) return false
  const { id, mail_tries: tries } = claimed
  const due = await mailOf(database, id, publicUrl(), clock.now())
  try {
    if (due) await mailer.deliver(due.mail)
  } catch (error) {
    log.warn({ err: error, tries }, 'a mail could not be sent')
    await database.transaction(async (tx) => {
      await postpone(tx, id, tries + 1, clock.now())
      if (tries + 1 >= MAX_MAIL_TRIES) await giveUp(tx, id, error)
    })
    return true
  }
  await retryUntilDatabaseAnswers(() => recordSent(database, claimed, due, clock.now()))
  return true
}

// One mail covers all comments of a workspace's guests, so only the notification that is due first may be reserved.
const isFree = sql`(n.mail_claimed_until is null or n.mail_claimed_until <= clock_timestamp())
  and (n.kind <> 'commented' or n.id = (
    select m.id from notifications m where m.user_id = n.user_id and m.kind = 'commented' and m.mail_at is not null
    order by m.mail_at, m.id limit 1))`

const CLAIMED = list(
  columns('notifications', 'id', 'user_id', 'mail_tries'),
  // The time of the latest event as text, because a Date would round it.
  computed('version', 'text', sql`updated_at`, ''),
)
type Claimed = RowOf<typeof CLAIMED>

/**
 * Reserves the next due mail for this process. Skips unconfirmed addresses, because they may belong to another person.
 */
async function claimMail(on: Queryable, now: Date): Promise<Claimed | undefined> {
  const [row] = await on.query(sql`
    update notifications set mail_claimed_until = clock_timestamp() + ${MAIL_CLAIM_MS} * interval '1 millisecond'
    where id = (
      select n.id from notifications n join users u on u.id = n.user_id
      where mail_at <= ${now} and ${isFree} and u.email_confirmed_at is not null and u.deletion_due_at is null
      order by mail_at limit 1 for update of n skip locked)
    returning ${CLAIMED}`)
  return row
}

/**
 * Records a sent mail.
 * @param sent undefined if there was nothing to mail. The mail then stays due if a new event has changed the
 * notification
 */
async function recordSent(database: Database, claimed: Claimed, sent: NotificationMail | undefined, now: Date) {
  const { id, version, user_id: userId } = claimed
  const postIds = sent?.postIds
  await database.transaction(async (tx) => {
    // Lock the notification first, so that each new event is either in the queries below or comes after this mail is
    // recorded.
    await tx.query(sql`select id from notifications where id = ${id} for update`)
    if (sent?.commentIds) {
      await recordGuestMail(tx, userId, sent.commentIds, now)
      await tx.query(sql`update notifications set mail_claimed_until = null, mail_tries = 0 where id = ${id}`)
      return
    }
    await tx.query(sql`
      update notification_posts set mailed_at = ${now} where notification_id = ${id} and post_id = any(${postIds ?? []}::uuid[])`)
    await tx.query(sql`
      update notifications n set mail_claimed_until = null, mail_tries = 0,
        mailed_at = ${postIds ? sql`${now}::timestamptz` : sql`n.mailed_at`},
        mail_at = case
          when ${postIds === undefined} and n.updated_at::text <> ${version} then n.mail_at
          when n.kind not in ('reconnect', 'ending') and ${postIds !== undefined} and exists (
            select from notification_posts np join posts p on p.id = np.post_id
            where np.notification_id = n.id and np.mailed_at is null and ${isStillOpen})
            then ${new Date(now.getTime() + GATHER_MS)}::timestamptz end
      where n.id = ${id}`)
  })
}

export function pauseAfter(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(60_000 * 2 ** (tries - 1), HOUR_MS))
}

async function postpone(on: Queryable, id: string, tries: number, now: Date): Promise<void> {
  await on.query(sql`
    update notifications set mail_claimed_until = null, mail_tries = ${tries},
      mail_at = ${tries < MAX_MAIL_TRIES ? pauseAfter(tries, now) : null}::timestamptz
    where id = ${id}`)
}

/** Releases the mails that earlier processes reserved. Call it only when no other process uses the database. */
export async function releaseMailClaims(on: Queryable): Promise<void> {
  await on.query(sql`update notifications set mail_claimed_until = null where mail_claimed_until is not null`)
  await on.query(sql`update mailed_posts set claimed_until = null where claimed_until is not null`)
}
