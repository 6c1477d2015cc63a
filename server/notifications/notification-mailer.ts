import type { FastifyBaseLogger } from 'fastify'
import sql from 'sql-template-tag'
import type { Mailer } from '../adapters/mail/mailer.ts'
import { forgetOverCounts } from '../auth/throttle.ts'
import type { Changes } from '../changes.ts'
import type { Clock } from '../clock.ts'
import { isDatabaseAway, type Database, type Queryable } from '../db/database.ts'
import { untilDatabaseAnswers } from '../db/until-database-answers.ts'
import { mailOf } from './mails.ts'
import { forgetOld, isStillOpen, noteEndings } from './store.ts'

/** What follows the first mail of a notification is gathered for so long. */
const GATHER_MS = 10 * 60_000
/** Longer than a mail server may take. Whoever claimed a mail and has not said so by then has died. */
const CLAIM_MS = 120_000
const HOUR_MS = 3_600_000
/** The longest sleep: bounds what a missed change can cost. */
const LONGEST_SLEEP_MS = 15_000
/** After so many tries a mail is given up: the app shows it all the same. */
const MAX_TRIES = 20

export interface NotificationMailerParts {
  database: Database
  clock: Clock
  changes: Changes
  mailer: Mailer
  publicUrl: () => string
  log: FastifyBaseLogger
}

/**
 * Sends the mails of notifications, in as many processes as there are workers. A mail is due by its row, so nothing is
 * forgotten when a process dies; it is claimed before it is sent, so that nobody gets it twice. Once an hour it looks
 * which permissions end soon, and deletes what nobody needs any more.
 */
export function startNotificationMailer(parts: NotificationMailerParts): AsyncDisposable {
  const { database, clock, changes, log } = parts
  const stopping = new AbortController()
  let wake = new AbortController()
  let lookAt = clock.now()
  const wakeUp = () => wake.abort()
  const unsubscribe = changes.subscribe(({ type }) => type === 'notification' && wakeUp())
  const ungap = changes.onGap(wakeUp)
  const running = run()

  async function run(): Promise<void> {
    // Alone with its database, it knows that whoever claimed a mail is gone.
    let mayTakeOver = database.kind === 'embedded'
    while (!stopping.signal.aborted) {
      wake = new AbortController()
      let sleepUntil = new Date(clock.now().getTime() + LONGEST_SLEEP_MS)
      try {
        if (mayTakeOver) await releaseClaims(database)
        mayTakeOver = false
        if (clock.now() >= lookAt) {
          lookAt = new Date(clock.now().getTime() + HOUR_MS)
          await noteEndings(database, clock.now())
          await forgetOld(database, clock.now())
          await forgetOverCounts(database, clock.now())
        }
        while (!stopping.signal.aborted && (await sendNextMail(parts)));
        sleepUntil = await nextMailAt(database, clock.now(), sleepUntil)
      } catch (error) {
        log[isDatabaseAway(error) ? 'warn' : 'error']({ err: error }, 'people could not be told')
      }
      await clock.until(sleepUntil, AbortSignal.any([wake.signal, stopping.signal]))
    }
  }

  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      unsubscribe()
      ungap()
      await running
    },
  }
}

/** @returns whether there was a mail due that nobody else was sending */
async function sendNextMail({ database, clock, mailer, publicUrl, log }: NotificationMailerParts): Promise<boolean> {
  const claimed = await claimMail(database, clock.now())
  if (!claimed) return false
  const { id, mail_tries: tries, version } = claimed
  const due = await mailOf(database, id, publicUrl(), clock.now())
  try {
    if (due) await mailer.deliver(due.mail)
  } catch (error) {
    log.warn({ err: error, tries }, 'a mail could not be sent')
    await postpone(database, id, tries + 1, clock.now())
    return true
  }
  await untilDatabaseAnswers(() => recordSent(database, id, version, due?.postIds, clock.now()))
  return true
}

interface Claimed {
  id: string
  mail_tries: number
  /** When there was last something new in it, as text: a Date would round it. */
  version: string
}

/** What is due to an address that is not confirmed waits until it is: it may be anybody's. */
async function claimMail(on: Queryable, now: Date): Promise<Claimed | undefined> {
  const [row] = await on.query<Claimed>(sql`
    update notifications set mail_claimed_until = clock_timestamp() + ${CLAIM_MS} * interval '1 millisecond'
    where id = (
      select n.id from notifications n join users u on u.id = n.user_id
      where mail_at <= ${now} and (mail_claimed_until is null or mail_claimed_until <= clock_timestamp()) and u.email_confirmed_at is not null
      order by mail_at limit 1 for update of n skip locked)
    returning id, mail_tries, updated_at::text as version`)
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

async function postpone(on: Queryable, id: string, tries: number, now: Date): Promise<void> {
  const pause = Math.min(60_000 * 2 ** (tries - 1), HOUR_MS)
  await on.query(sql`
    update notifications set mail_claimed_until = null, mail_tries = ${tries},
      mail_at = ${tries < MAX_TRIES ? new Date(now.getTime() + pause) : null}::timestamptz
    where id = ${id}`)
}

async function nextMailAt(on: Queryable, now: Date, latest: Date): Promise<Date> {
  const [row] = await on.query<{ next: Date | null }>(
    sql`select min(mail_at) as next from notifications where mail_at > ${now}`,
  )
  return row?.next && row.next < latest ? row.next : latest
}

async function releaseClaims(on: Queryable): Promise<void> {
  await on.query(sql`update notifications set mail_claimed_until = null where mail_claimed_until is not null`)
}
