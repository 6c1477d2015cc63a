import { randomBytes } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import {
  LISTED_DELIVERIES,
  MOST_WEBHOOKS,
  WEBHOOK_EVENTS,
  type Delivery,
  type Webhook,
  type WebhookEvent,
} from '#core/programs/webhooks-contract.ts'
import type { WorkspaceAct } from '#core/workspaces/acts.ts'
import { receiverAddress } from '../../adapters/web-pages/post-safely.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, computed, count, isTrue, list, type RowOf, type Sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/events.ts'
import { writeLog } from '../../events/workspace-log.ts'
import type { Requester } from '../../http/caller.ts'
import type { Secrets } from '../../secrets.ts'
import { isOrphaned } from '../is-orphaned.ts'

export const WEBHOOK_PURPOSE = 'webhook'
const DAY_MS = 86_400_000
/** How long the owner can list deliveries and send them again. */
export const DELIVERIES_KEPT_MS = 30 * DAY_MS

/** The user or workspace whose webhook is changed. For a workspace, also the member who changes it. */
type Setter = Pick<Requester, 'user' | 'member'>

export interface WebhookParts {
  database: Database
  clock: Clock
  secrets: Secrets
  allowHosts: readonly string[]
}

const SHOWN = list(
  columns('webhooks w', 'id', 'url', 'events', 'created_at', 'retry_at', 'failing_since', 'rests_since'),
  computed('waiting', 'bigint', sql`(select count(*) from webhook_messages where webhook_id = w.id and is_waiting)`, 0),
  isTrue('isOrphaned', isOrphaned(sql`w`)),
)

function toWebhook(row: RowOf<typeof SHOWN>): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
    createdAt: row.created_at.toISOString(),
    waiting: row.waiting,
    failingSince: row.failing_since?.toISOString() ?? null,
    nextTryAt: (row.rests_since || row.isOrphaned ? null : row.retry_at?.toISOString()) ?? null,
    restsSince: row.rests_since?.toISOString() ?? null,
    isOrphaned: row.isOrphaned,
  }
}

export async function listWebhooks(on: Queryable, userId: string): Promise<Webhook[]> {
  const rows = await on.query(sql`select ${SHOWN} from webhooks w where user_id = ${userId} order by created_at, id`)
  return rows.map(toWebhook)
}

async function readWebhook(on: Queryable, userId: string, id: string): Promise<Webhook> {
  const [row] = await on.query(sql`select ${SHOWN} from webhooks w where user_id = ${userId} and id = ${id}`)
  if (!row) throw new AppError('not_found')
  return toWebhook(row)
}

/** A new signing secret in the format of Standard Webhooks. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** @throws AppError url_invalid, url_forbidden, too_many_webhooks */
export async function addWebhook(
  { database, clock, secrets, allowHosts }: WebhookParts,
  setter: Setter,
  given: { url: string; events: WebhookEvent[] },
): Promise<{ webhook: Webhook; secret: string }> {
  const url = receiverAddress(given.url, allowHosts).href
  const [userId, secret] = [setter.user.id, newSecret()]
  const webhook = await database.transaction(async (tx) => {
    // Lock the user's row, so that concurrent calls cannot exceed the limit.
    await tx.query(sql`select from users where id = ${userId} for update`)
    const [had] = await tx.query(sql`select ${count('webhooks')} from webhooks where user_id = ${userId}`)
    if ((had?.webhooks ?? 0) >= MOST_WEBHOOKS)
      throw new AppError('too_many_webhooks', { values: { limit: MOST_WEBHOOKS } })
    const [made] = await tx.query(sql`
      insert into webhooks (user_id, set_by, url, events, sealed_secret, created_at)
      values (${userId}, ${setter.member?.id ?? null}, ${url}, ${given.events}, ${secrets.seal(secret, WEBHOOK_PURPOSE)}, ${clock.now()})
      returning ${columns('webhooks', 'id')}`)
    await record(tx, 'webhook_created', setter, url, clock.now())
    return await readWebhook(tx, userId, made?.id ?? '')
  })
  return { webhook, secret }
}

/** SQL assignments that resume a webhook in the caller's name and clear its failures. */
const awake = ({ member }: Setter): Sql =>
  sql`rests_since = null, failing_since = null, tries = 0, retry_at = null, set_by = ${member?.id ?? null}::uuid`

/** @throws AppError not_found, url_invalid, url_forbidden */
export async function changeWebhook(
  { database, clock, allowHosts }: WebhookParts,
  setter: Setter,
  id: string,
  change: { url?: string | undefined; events?: WebhookEvent[] | undefined; rests?: false | undefined },
): Promise<Webhook> {
  const url = change.url === undefined ? null : receiverAddress(change.url, allowHosts).href
  const userId = setter.user.id
  const wakes = url !== null || change.rests === false
  return await database.transaction(async (tx) => {
    await changeOwn(
      tx,
      userId,
      id,
      sql`
      url = coalesce(${url}, url), events = coalesce(${change.events ?? null}::text[], events) ${wakes ? sql`, ${awake(setter)}` : sql``}`,
    )
    if (wakes) await wake(tx, userId, id, clock.now())
    const changed = await readWebhook(tx, userId, id)
    await record(tx, 'webhook_changed', setter, changed.url, clock.now())
    return changed
  })
}

/** @throws AppError not_found */
export async function removeWebhook({ database, clock }: WebhookParts, setter: Setter, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    const [gone] = await tx.query(sql`
      with gone as (delete from webhooks where id = ${id} and user_id = ${setter.user.id} returning id, url),
      theirs as (delete from webhook_messages where webhook_id in (select id from gone))
      select ${computed('url', 'text', sql`url`, '')} from gone`)
    if (!gone) throw new AppError('not_found')
    await record(tx, 'webhook_deleted', setter, gone.url, clock.now())
  })
}

/** @throws AppError not_found */
export async function renewSecret(
  { database, clock, secrets }: WebhookParts,
  setter: Setter,
  id: string,
): Promise<string> {
  const secret = newSecret()
  await database.transaction(async (tx) => {
    const set = sql`sealed_secret = ${secrets.seal(secret, WEBHOOK_PURPOSE)}`
    const url = await changeOwn(tx, setter.user.id, id, set)
    await record(tx, 'webhook_secret_renewed', setter, url, clock.now())
  })
  return secret
}

/** Records an act in the workspace's log. Logs only the host of the address, because the path may contain a secret. */
async function record(
  tx: Queryable,
  act: WorkspaceAct,
  { user, member }: Setter,
  url: string,
  now: Date,
): Promise<void> {
  await writeLog(tx, user.id, { act, actorId: member?.id ?? null, subject: new URL(url).host }, now)
}

/** Sends a test message. @throws AppError not_found */
export async function testWebhook({ database, clock }: WebhookParts, setter: Setter, id: string): Promise<void> {
  const now = clock.now()
  const userId = setter.user.id
  await database.transaction(async (tx) => {
    await readWebhook(tx, userId, id)
    await tx.query(sql`
      insert into webhook_messages (webhook_id, user_id, kind, subject_id, at)
      values (${id}, ${userId}, 'webhook.test', ${id}, ${now})`)
    await changeOwn(tx, userId, id, awake(setter))
    await wake(tx, userId, id, now)
  })
}

const DELIVERY = columns(
  'webhook_messages m',
  'id',
  'kind',
  'at',
  'is_waiting',
  'tries',
  'last_tried_at',
  'status',
  'trouble',
  'took_ms',
)

/** @throws AppError not_found */
export async function listDeliveries(on: Queryable, userId: string, id: string): Promise<Delivery[]> {
  await readWebhook(on, userId, id)
  const rows = await on.query(sql`
    select ${DELIVERY} from webhook_messages m where webhook_id = ${id} order by position desc limit ${LISTED_DELIVERIES}`)
  return rows.map((row) => ({
    id: row.id,
    event: row.kind as Delivery['event'],
    at: row.at.toISOString(),
    state: row.is_waiting ? 'waiting' : 'delivered',
    tries: row.tries,
    lastTriedAt: row.last_tried_at?.toISOString() ?? null,
    status: row.status,
    trouble: row.trouble as Delivery['trouble'],
    tookMs: row.took_ms,
  }))
}

/** Sends a delivered message again, or a pending one immediately. @throws AppError not_found */
export async function resend(
  { database, clock }: WebhookParts,
  setter: Setter,
  id: string,
  messageId: string,
): Promise<void> {
  const userId = setter.user.id
  await database.transaction(async (tx) => {
    await readWebhook(tx, userId, id)
    const found = UUID.test(messageId)
      ? await tx.query(sql`
          update webhook_messages m set is_waiting = true where webhook_id = ${id} and id = ${messageId}
          returning ${columns('webhook_messages m', 'id')}`)
      : []
    if (found.length === 0) throw new AppError('not_found')
    await changeOwn(tx, userId, id, awake(setter))
    await wake(tx, userId, id, clock.now())
  })
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Changes a webhook of the user. @returns the webhook's address @throws AppError not_found */
async function changeOwn(on: Queryable, userId: string, id: string, set: Sql): Promise<string> {
  const [changed] = await on.query(sql`
    update webhooks w set ${set} where id = ${id} and user_id = ${userId} returning ${columns('webhooks w', 'url')}`)
  if (!changed) throw new AppError('not_found')
  return changed.url
}

/** Notifies the workers that a message is due. */
async function wake(on: Queryable, userId: string, id: string, now: Date): Promise<void> {
  await on.query(
    sql`${eventsOf(sql`(select ${id}::uuid as id, ${userId}::uuid as user_id) as woken`, 'webhook.due', now)}`,
  )
}

/** Deletes the content of messages about these posts or accounts. A repeated delivery then carries only the id. */
export async function forgetBodies(on: Queryable, subjectIds: string[]): Promise<void> {
  await on.query(
    sql`update webhook_messages set body = null, told = null where subject_id = any(${subjectIds}::uuid[])`,
  )
}

/** Deletes messages that are too old or whose webhook is deleted. */
export async function deleteOldMessages(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`
    delete from webhook_messages m where at < ${new Date(now.getTime() - DELIVERIES_KEPT_MS)}
      or not exists (select from webhooks where id = m.webhook_id)`)
}

/** Encrypts webhook secrets again that were sealed with an older APP_SECRET. */
export async function resealWebhookSecrets(on: Queryable, secrets: Secrets): Promise<void> {
  const rows = await on.query(sql`select ${columns('webhooks', 'id', 'sealed_secret')} from webhooks`)
  for (const { id, sealed_secret: sealed } of rows.filter((row) => secrets.isOutdated(row.sealed_secret)))
    await on.query(sql`
      update webhooks set sealed_secret = ${secrets.seal(secrets.open(sealed, WEBHOOK_PURPOSE), WEBHOOK_PURPOSE)}
      where id = ${id} and sealed_secret = ${sealed}`)
}
