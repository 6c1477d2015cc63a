import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { Delivery } from '#core/programs/webhooks-contract.ts'
import { isForbidden, postSafely, receiverAddress } from '../../adapters/web-pages/post-safely.ts'
import { toSocialAccount, type PublicAccountRow } from '../../accounts/store.ts'
import { isActiveUser } from '../../people/auth/active-user.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed, type RowOf } from '../../db/sql.ts'
import { retryUntilDatabaseAnswers } from '../../db/until-database-answers.ts'
import { toPost, type PostRow } from '../../posts/store.ts'
import type { Secrets } from '../../secrets.ts'
import { isOrphaned } from '../is-orphaned.ts'
import { WEBHOOK_PURPOSE } from './webhooks.ts'

/** How long a receiver may take to respond. Receivers should respond first and process later. */
const TIME_LIMIT_MS = 15_000
/** How long a worker reserves a webhook: longer than one delivery takes. After this time, the worker counts as dead. */
const CLAIM_MS = 60_000
/** How many webhooks are delivered at the same time, so that a slow receiver delays few others. */
const CONCURRENT_WEBHOOKS = 20
/** After this many messages or this time, the worker continues with another webhook. */
const MESSAGES_PER_TURN = 50
const TURN_MS = 15_000
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 2 * 3_600_000
/** A webhook that fails for this long is paused until its owner resumes it. */
const RESTS_AFTER_MS = 3 * 86_400_000

interface WebhookSending {
  database: Database
  clock: Clock
  secrets: Secrets
  allowHosts: readonly string[]
  userAgent: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** How long to wait after a number of failures: 10 s, 20 s, 40 s … at most two hours. */
export const pauseAfter = (tries: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20), LONGEST_PAUSE_MS)

/**
 * Delivers pending messages. One worker reserves each webhook and sends its messages in order. After a crash another
 * worker sends the message again with the same id, so that the receiver can skip duplicates.
 */
export async function sendDueWebhooks(parts: WebhookSending, signal?: AbortSignal): Promise<void> {
  const { database, clock } = parts
  for (;;) {
    const claimed = signal?.aborted ? [] : await claimWebhooks(database, clock.now())
    if (claimed.length === 0) return
    await Promise.all(claimed.map((webhook) => sendTo(parts, webhook, signal)))
  }
}

/** The time when the next unclaimed webhook is due; undefined when none has messages. */
export async function nextWebhookAt(on: Queryable): Promise<Date | undefined> {
  const [row] = await on.query(sql`
    select ${computed('next', 'timestamptz', sql`min(coalesce(w.retry_at, w.created_at))`)}
    from webhooks w join users on users.id = w.user_id where ${isFree} and ${hasWaiting}`)
  return row?.next ?? undefined
}

const isFree = sql`(w.claimed_until is null or w.claimed_until <= clock_timestamp()) and w.rests_since is null and ${isActiveUser} and not ${isOrphaned(sql`w`)}`
const hasWaiting = sql`exists (select from webhook_messages m where m.webhook_id = w.id and m.is_waiting)`
const CLAIMED_UNTIL = sql`clock_timestamp() + ${CLAIM_MS} * interval '1 millisecond'`

const WEBHOOK = columns('webhooks w', 'id', 'user_id', 'url', 'sealed_secret', 'tries', 'failing_since')
type WebhookRow = RowOf<typeof WEBHOOK>

async function claimWebhooks(on: Queryable, now: Date): Promise<WebhookRow[]> {
  return await on.query(sql`
    update webhooks w set claimed_until = ${CLAIMED_UNTIL} where id in (
      select w.id from webhooks w join users on users.id = w.user_id
      where ${isFree} and (w.retry_at is null or w.retry_at <= ${now}) and ${hasWaiting}
      order by w.retry_at nulls first limit ${CONCURRENT_WEBHOOKS} for update of w skip locked)
    returning ${WEBHOOK}`)
}

const MESSAGE = columns('webhook_messages m', 'id', 'kind', 'subject_id', 'at', 'told', 'body')
type Message = RowOf<typeof MESSAGE>

async function sendTo(parts: WebhookSending, { id }: WebhookRow, signal: AbortSignal | undefined): Promise<void> {
  const { database } = parts
  const turnEnds = performance.now() + TURN_MS
  for (let sent = 0; sent < MESSAGES_PER_TURN && performance.now() < turnEnds; sent++) {
    const webhook = signal?.aborted ? undefined : await keepClaim(database, id)
    const message = webhook && (await nextMessage(database, id))
    if (!message) break
    const outcome = await send(parts, webhook, message)
    const isTaken = await retryUntilDatabaseAnswers(() => record(parts, webhook, message, outcome))
    if (!isTaken) break
  }
  await retryUntilDatabaseAnswers(() => database.query(sql`update webhooks set claimed_until = null where id = ${id}`))
}

/** Renews this worker's reservation of a webhook and reads the webhook again. Undefined if it may get no messages. */
async function keepClaim(on: Queryable, id: string): Promise<WebhookRow | undefined> {
  const [webhook] = await on.query(sql`
    update webhooks w set claimed_until = ${CLAIMED_UNTIL} from users
    where w.id = ${id} and users.id = w.user_id and w.rests_since is null and ${isActiveUser} and not ${isOrphaned(sql`w`)} returning ${WEBHOOK}`)
  return webhook
}

/** The next message. Its body is stored, so that each attempt sends the same bytes. */
async function nextMessage(on: Queryable, webhookId: string): Promise<(Message & { body: string }) | undefined> {
  const [message] = await on.query(sql`
    select ${MESSAGE} from webhook_messages m where webhook_id = ${webhookId} and is_waiting order by position limit 1`)
  if (!message) return undefined
  const body = message.body ?? bodyOf(message)
  if (message.body === null)
    await on.query(sql`update webhook_messages set body = ${body}, told = null where id = ${message.id}`)
  return { ...message, body }
}

/** Writes a message's body: the post or account as it was at the event. Other events carry only an id. */
function bodyOf({ kind, subject_id: id, at, told }: Message): string {
  const data = !told
    ? { id }
    : kind.startsWith('post.')
      ? toPost(postRow(told as Snapshot<PostRow>), 'en')
      : toSocialAccount(accountRow(told as Snapshot<PublicAccountRow>))
  return JSON.stringify({ type: kind, timestamp: at.toISOString(), data })
}

/** A row that the database has converted to JSON, so dates are text. */
type Snapshot<Row> = { [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name] }

const postRow = (row: Snapshot<PostRow>): PostRow => ({
  ...row,
  scheduled_at: time(row.scheduled_at),
  planned_at: time(row.planned_at),
  published_at: time(row.published_at),
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
  next_step_at: time(row.next_step_at),
  ask_since: time(row.ask_since),
})

const accountRow = (row: Snapshot<PublicAccountRow>): PublicAccountRow => ({
  ...row,
  token_expires_at: time(row.token_expires_at),
  connected_at: new Date(row.connected_at),
})

const time = (text: string | null): Date | null => (text ? new Date(text) : null)

interface Outcome {
  status: number | null
  trouble: Delivery['trouble']
  tookMs: number
}

async function send(
  { clock, secrets, allowHosts, userAgent }: WebhookSending,
  { url, sealed_secret: sealed }: WebhookRow,
  { id, body: payload }: Message & { body: string },
): Promise<Outcome> {
  const { Webhook } = await import('standardwebhooks')
  const began = performance.now()
  const outcome = (status: number | null, trouble: Delivery['trouble']): Outcome => ({
    status,
    trouble,
    tookMs: Math.round(performance.now() - began),
  })
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    const [now, messageId] = [clock.now(), `msg_${id}`]
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secrets.open(sealed, WEBHOOK_PURPOSE)).sign(messageId, now, payload),
    }
    const to = receiverAddress(url, allowHosts)
    const { statusCode } = await postSafely(to, { headers, body: payload }, allowHosts, signal)
    return outcome(statusCode, null)
  } catch (error) {
    if (isForbidden(error) || error instanceof AppError) return outcome(null, 'forbidden')
    return outcome(null, signal.aborted ? 'timed_out' : 'unreachable')
  }
}

/** Records the result of a delivery. @returns whether to send the next message immediately */
async function record(
  { database, clock }: WebhookSending,
  webhook: WebhookRow,
  message: Message,
  { status, trouble, tookMs }: Outcome,
): Promise<boolean> {
  const now = clock.now()
  const isTaken = status !== null && status >= 200 && status < 300
  const tries = isTaken ? 0 : webhook.tries + 1
  const failingSince = isTaken ? null : (webhook.failing_since ?? now)
  // Pause the webhook after status 410 (Gone), which means that the receiver no longer wants messages.
  const rests = status === 410 || (failingSince && now.getTime() - failingSince.getTime() >= RESTS_AFTER_MS)
  await database.transaction(async (tx) => {
    await tx.query(sql`
      update webhook_messages set is_waiting = ${!isTaken}, tries = tries + 1, last_tried_at = ${now},
        status = ${status}, trouble = ${trouble}, took_ms = ${tookMs}
      where id = ${message.id}`)
    // The owner may have changed the URL during the request. A result for the old URL does not count.
    await tx.query(sql`
      update webhooks w set tries = ${tries}, failing_since = ${failingSince},
        retry_at = ${isTaken ? null : new Date(now.getTime() + pauseAfter(tries))}::timestamptz,
        rests_since = ${rests ? now : null}::timestamptz
      where id = ${webhook.id} and url = ${webhook.url}`)
  })
  return isTaken
}
