import type { FastifyBaseLogger } from 'fastify'
import type { PushKeys, PushOutcome, PushService } from '../../adapters/push/push-service.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed, type RowOf } from '../../db/sql.ts'
import { retryUntilDatabaseAnswers } from '../../db/until-database-answers.ts'
import type { Secrets } from '../../secrets.ts'
import { pushKeys } from './keys.ts'
import { messageOf, PUSH_LIFETIME_MS } from './message.ts'

/**
 * After this time, another process may send the push. No push service takes this long, so the earlier process has died.
 */
const CLAIM_MS = 60_000
/** How many pushes are sent at the same time, so that a slow service delays few others. */
const AT_ONCE = 20
const FIRST_PAUSE_MS = 30_000
const HOUR_MS = 3_600_000
/** The maximum number of attempts. Ten attempts take more than three hours. After that only the app shows the event. */
const MAX_TRIES = 10

interface PushSending {
  database: Database
  clock: Clock
  secrets: Secrets
  pushService: PushService
  publicUrl: () => string
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Sends all due push messages. A claim before sending prevents duplicates. If the worker dies, another one sends the
 * message again, and it replaces the first one in the browser.
 */
export async function sendDuePushes(parts: PushSending, signal?: AbortSignal): Promise<void> {
  const { database, clock, secrets } = parts
  for (;;) {
    const claimed = signal?.aborted ? [] : await claimPushes(database, clock.now())
    if (claimed.length === 0) return
    const keys = await pushKeys(database, secrets, clock.now())
    await Promise.all(claimed.map((push) => sendPush(parts, push, keys)))
  }
}

export async function nextPushAt(on: Queryable): Promise<Date | undefined> {
  const [row] = await on.query(sql`
    select ${computed('next', 'timestamptz', sql`min(due_at)`)} from pushes p where ${isFree}`)
  return row?.next ?? undefined
}

const isFree = sql`(p.claimed_until is null or p.claimed_until <= clock_timestamp())`

const PUSH = columns('pushes p', 'subscription_id', 'event_id', 'user_id', 'kind', 'subject_id', 'at', 'tries')
type Push = RowOf<typeof PUSH>

async function claimPushes(on: Queryable, now: Date): Promise<Push[]> {
  return await on.query(sql`
    update pushes p set claimed_until = clock_timestamp() + ${CLAIM_MS} * interval '1 millisecond'
    where (subscription_id, event_id) in (
      select subscription_id, event_id from pushes p where due_at <= ${now} and ${isFree}
      order by due_at limit ${AT_ONCE} for update skip locked)
    returning ${PUSH}`)
}

async function sendPush(parts: PushSending, push: Push, keys: PushKeys): Promise<void> {
  const { database, clock, pushService, publicUrl, log } = parts
  const now = clock.now()
  const [target] = await database.query(sql`
    select ${columns('push_subscriptions s', 'endpoint', 'p256dh', 'auth')}
    from push_subscriptions s join sessions on sessions.id = s.session_id
    where s.id = ${push.subscription_id} and sessions.expires_at > ${now}`)
  const isOld = now.getTime() - push.at.getTime() > PUSH_LIFETIME_MS
  const message = target && !isOld ? await messageOf(database, push, now) : undefined
  if (!target || !message) return await deletePush(database, push)
  const outcome = await pushService.send(target, message, keys, contactOf(publicUrl()), now)
  if (outcome.did === 'refused') log.warn({ status: outcome.status }, 'a push service refused a message')
  await retryUntilDatabaseAnswers(() => record(database, push, outcome, clock.now()))
}

async function record(on: Queryable, push: Push, outcome: PushOutcome, now: Date): Promise<void> {
  if (outcome.did === 'gone') {
    await on.query(sql`delete from push_subscriptions where id = ${push.subscription_id}`)
    await on.query(sql`delete from pushes where subscription_id = ${push.subscription_id}`)
  } else if (outcome.did === 'later' && push.tries + 1 < MAX_TRIES) {
    const pause = Math.max(outcome.afterMs, Math.min(FIRST_PAUSE_MS * 2 ** push.tries, HOUR_MS))
    await on.query(sql`
      update pushes set claimed_until = null, tries = tries + 1, due_at = ${new Date(now.getTime() + pause)}
      where ${isPush(push)}`)
  } else await deletePush(on, push)
}

async function deletePush(on: Queryable, push: Push): Promise<void> {
  await on.query(sql`delete from pushes where ${isPush(push)}`)
}

const isPush = (push: Push) => sql`subscription_id = ${push.subscription_id} and event_id = ${push.event_id}`

/** The address under which push services can contact the operator (RFC 8292, 2.1). */
const contactOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:frogy@${new URL(publicUrl).hostname}`
