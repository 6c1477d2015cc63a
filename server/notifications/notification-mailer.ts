import type { FastifyBaseLogger } from 'fastify'
import { GATHER_MS } from '#core/notifications/news.ts'
import type { Mailer } from '../adapters/mail/mailer.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, computed, list, type RowOf } from '../db/sql.ts'
import { untilDatabaseAnswers } from '../db/until-database-answers.ts'
import { mailOf } from './mails.ts'
import { isStillOpen } from './store.ts'

/** Longer than a mail server may take. Whoever claimed a mail and has not said so by then has died. */
export const MAIL_CLAIM_MS = 120_000
const HOUR_MS = 3_600_000
/** After so many tries a mail is given up: the app shows it all the same, and administrators are told. */
export const MAX_MAIL_TRIES = 20

export interface MailParts {
  database: Database
  clock: Clock
  mailer: Mailer
  publicUrl: () => string
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Notes, in the transaction that gives a mail up, that it was. */
  giveUp(tx: Queryable, notificationId: string, error: unknown): Promise<void>
}

/**
 * Sends the mails of notifications that are due, in as many processes as there are. A mail is due by its row, so
 * nothing is forgotten when a process dies; it is claimed before it is sent, so that nobody gets it twice.
 */
export async function sendDueMails(parts: MailParts, signal?: AbortSignal): Promise<void> {
  for (;;) if (signal?.aborted || !(await sendNextMail(parts))) return
}

/** Makes a mail that was given up due again. */
export async function reviveMail(on: Queryable, notificationId: string, now: Date): Promise<void> {
  await on.query(sql`
    update notifications set mail_at = ${now}, mail_tries = 0 where id = ${notificationId} and mail_at is null and mail_tries >= ${MAX_MAIL_TRIES}`)
}

/** When a mail is due next that nobody is sending just now; undefined when none is in sight. */
export async function nextMailAt(on: Queryable): Promise<Date | undefined> {
  const [row] = await on.query(sql`
    select ${computed('next', 'timestamptz', sql`min(n.mail_at)`)}
    from notifications n join users u on u.id = n.user_id
    where n.mail_at is not null and ${isFree} and u.email_confirmed_at is not null and u.deletion_due_at is null`)
  return row?.next ?? undefined
}

/** @returns whether there was a mail due that nobody else was sending */
async function sendNextMail({ database, clock, mailer, publicUrl, log, giveUp }: MailParts): Promise<boolean> {
  const claimed = await claimMail(database, clock.now())
  if (!claimed) return false
  const { id, mail_tries: tries, version } = claimed
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
  await untilDatabaseAnswers(() => recordSent(database, id, version, due?.postIds, clock.now()))
  return true
}

/** Nobody has claimed the mail of notification `n`, or whoever did has died. */
const isFree = sql`(n.mail_claimed_until is null or n.mail_claimed_until <= clock_timestamp())`

const CLAIMED = list(
  columns('notifications', 'id', 'mail_tries'),
  // When there was last something new in it. A Date would round it.
  computed('version', 'text', sql`updated_at`, ''),
)
type Claimed = RowOf<typeof CLAIMED>

/** What is due to an address that is not confirmed waits until it is: it may be anybody's. */
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
 * @param version what was looked at. Where there was nothing to tell and something new has come since, its mail stays due
 * @param postIds those that the mail told of; undefined when there was nothing to tell
 */
async function recordSent(
  database: Database,
  id: string,
  version: string,
  postIds: string[] | undefined,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    // Locked first, so that what is noted meanwhile is either seen below or finds the mail recorded.
    await tx.query(sql`select id from notifications where id = ${id} for update`)
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

/** When a mail that could not be sent is tried again. */
export function pauseAfter(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(60_000 * 2 ** (tries - 1), HOUR_MS))
}

async function postpone(on: Queryable, id: string, tries: number, now: Date): Promise<void> {
  await on.query(sql`
    update notifications set mail_claimed_until = null, mail_tries = ${tries},
      mail_at = ${tries < MAX_MAIL_TRIES ? pauseAfter(tries, now) : null}::timestamptz
    where id = ${id}`)
}

/** Frees what earlier processes were sending. Only for a process that is alone with its database. */
export async function releaseMailClaims(on: Queryable): Promise<void> {
  await on.query(sql`update notifications set mail_claimed_until = null where mail_claimed_until is not null`)
  await on.query(sql`update mailed_posts set claimed_until = null where claimed_until is not null`)
}
