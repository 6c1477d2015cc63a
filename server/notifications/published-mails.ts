import { numeralsOf } from '#core/language.ts'
import { GATHER_MS } from '#core/notifications/notification-events.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Mail } from '../adapters/mail/mailer.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, computed } from '../db/sql.ts'
import { retryUntilDatabaseAnswers } from '../db/until-database-answers.ts'
import { translator } from '../messages.ts'
import { recipientsOf } from './recipients.ts'
import { firstLine } from './mails.ts'
import { MAIL_CLAIM_MS, MAX_MAIL_TRIES, pauseAfter, type MailParts } from './notification-mailer.ts'

const NAMED_POSTS = 10

type Parts = Pick<MailParts, 'database' | 'clock' | 'mailer' | 'publicUrl' | 'log'>

/**
 * Mails users about their published posts, if they have chosen that. A process reserves a mail before sending it, which
 * prevents duplicates. Posts that are published within ten minutes after a mail wait for the next mail.
 */
export async function sendPublishedMails(parts: Parts, signal?: AbortSignal): Promise<void> {
  for (;;) if (signal?.aborted || !(await sendNext(parts))) return
}

const isFree = sql`(m.mailed_at is null and (m.claimed_until is null or m.claimed_until <= clock_timestamp()))`
const lastMailed = sql`(select max(mailed_at) from mailed_posts sent where sent.user_id = m.user_id)`
const dueAt = sql`greatest(m.due_at, ${lastMailed} + ${GATHER_MS} * interval '1 millisecond')`

export async function nextPublishedMailAt(on: Queryable): Promise<Date | undefined> {
  const [row] = await on.query(sql`
    select ${computed('next', 'timestamptz', sql`min(${dueAt})`)} from mailed_posts m where ${isFree}`)
  return row?.next ?? undefined
}

async function sendNext({ database, clock, mailer, publicUrl, log }: Parts): Promise<boolean> {
  const now = clock.now()
  const claimed = await database.query(sql`
    update mailed_posts m set claimed_until = clock_timestamp() + ${MAIL_CLAIM_MS} * interval '1 millisecond'
    where ${isFree} and m.user_id = (
      select m.user_id from mailed_posts m where ${isFree} and ${dueAt} <= ${now} order by m.due_at limit 1)
    returning ${columns('mailed_posts m', 'post_id', 'user_id', 'tries')}`)
  const [first] = claimed
  if (!first) return false
  const ids = claimed.map((one) => one.post_id).toSorted()
  const mail = await mailOf(database, first.user_id, ids, publicUrl())
  try {
    if (mail) await mailer.deliver(mail)
  } catch (error) {
    const tries = Math.max(...claimed.map((one) => one.tries)) + 1
    log.warn({ err: error, tries }, 'a mail could not be sent')
    // Stop sending this mail; the app still shows its posts.
    if (tries >= MAX_MAIL_TRIES) await database.query(sql`delete from mailed_posts where post_id = any(${ids}::uuid[])`)
    else
      await database.query(sql`
        update mailed_posts set claimed_until = null, tries = ${tries}, due_at = ${pauseAfter(tries, clock.now())}
        where post_id = any(${ids}::uuid[])`)
    return true
  }
  await retryUntilDatabaseAnswers(() =>
    database.query(
      mail
        ? sql`update mailed_posts set claimed_until = null, mailed_at = ${clock.now()} where post_id = any(${ids}::uuid[])`
        : sql`delete from mailed_posts where post_id = any(${ids}::uuid[])`,
    ),
  )
  return true
}

async function mailOf(on: Queryable, userId: string, ids: string[], publicUrl: string): Promise<Mail | undefined> {
  const [owner] = await on.query(sql`
    select ${columns('users', 'first_name', 'preferred_language', 'numerals', 'time_zone as timeZone', 'mailed', 'email_confirmed_at')}
    from users where id = ${userId}`)
  if (!owner?.email_confirmed_at || !owner.mailed.includes('published')) return undefined
  const to = await recipientsOf(on, userId)
  if (!to) return undefined
  const posts = await on.query(sql`
    select ${columns('posts', 'platform', 'content', 'permalink')} from posts
    where id = any(${ids}::uuid[]) and status = 'published' order by published_at, id`)
  if (posts.length === 0) return undefined
  const t = translator(owner.preferred_language, numeralsOf(owner))
  const lines = posts.slice(0, NAMED_POSTS).map(({ platform, content, permalink }) => {
    const line = t('mail.published.post', { platform: rulesOf(platform).name, excerpt: firstLine(content) })
    return permalink ? `${line}\n  ${permalink}` : line
  })
  if (posts.length > NAMED_POSTS) lines.push(t('mail.troubles.more', { count: posts.length - NAMED_POSTS }))
  const link = `${publicUrl}/`
  return {
    to,
    link,
    messageId: `published.${ids[0]}`,
    subject: t('mail.published.subject', { count: posts.length }),
    text: t('mail.published.text', { name: owner.first_name, posts: lines.join('\n'), link }),
  }
}

/** Deletes records of mails that are too old to delay the next mail. */
export async function deleteMailedPosts(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from mailed_posts where mailed_at <= ${new Date(now.getTime() - GATHER_MS)}`)
}
