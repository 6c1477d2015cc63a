import { TOPICS, type Topic } from '#core/notifications/push-topics.ts'
import type { PushState, PushSubscription } from '#core/notifications/push-contract.ts'
import { receiverAddress } from '../../adapters/web-pages/post-safely.ts'
import type { SignedIn } from '../../http/caller.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, type RowOf } from '../../db/sql.ts'
import type { Secrets } from '../../secrets.ts'
import { pushKeys } from './keys.ts'

/** The maximum number of browsers per user. The next subscription replaces the oldest one. */
const MAX_SUBSCRIPTIONS = 20

const STATE = columns('push_subscriptions', 'endpoint', 'topics')

export type PushParts = { database: Database; clock: Clock; secrets: Secrets; allowHosts: readonly string[] }

export async function pushState(parts: PushParts, sessionId: string): Promise<PushState> {
  const [row] = await parts.database.query(sql`
    select ${STATE} from push_subscriptions where session_id = ${sessionId}`)
  return await stateOf(parts, row)
}

/** Subscribes a browser until its session ends. @throws AppError url_invalid, url_forbidden */
export async function addSubscription(
  { database, clock, allowHosts }: PushParts,
  { sessionId, user }: SignedIn,
  subscription: PushSubscription & { former?: string | undefined; topics?: Topic[] | undefined },
): Promise<void> {
  const { endpoint, keys, former, topics = [...TOPICS] } = subscription
  receiverAddress(endpoint, allowHosts)
  await database.transaction(async (tx) => {
    if (former !== undefined) return await renew(tx, sessionId, former, subscription)
    // Delete the subscription of this browser's previous user, and an older subscription of this session.
    await tx.query(sql`
      delete from push_subscriptions where session_id = ${sessionId}
        or (endpoint = ${endpoint} and p256dh = ${keys.p256dh} and auth = ${keys.auth})`)
    // Select from the sessions, so that nothing is inserted if the session has already ended.
    await tx.query(sql`
      insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, topics, created_at)
      select user_id, id, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${topics}, ${clock.now()} from sessions
      where id = ${sessionId} for key share
      on conflict do nothing`)
    await tx.query(sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where user_id = ${user.id} order by created_at desc, id offset ${MAX_SUBSCRIPTIONS})`)
  })
}

export async function changeTopics(parts: PushParts, sessionId: string, topics: readonly Topic[]): Promise<PushState> {
  const [row] = await parts.database.query(sql`
    update push_subscriptions set topics = ${TOPICS.filter((topic) => topics.includes(topic))}
    where session_id = ${sessionId} returning ${STATE}`)
  return await stateOf(parts, row)
}

export async function endSubscription(on: Queryable, sessionId: string): Promise<void> {
  await on.query(sql`delete from push_subscriptions where session_id = ${sessionId}`)
}

async function stateOf(
  { database, clock, secrets }: PushParts,
  row: RowOf<typeof STATE> | undefined,
): Promise<PushState> {
  return {
    publicKey: (await pushKeys(database, secrets, clock.now())).publicKey,
    endpoint: row?.endpoint ?? null,
    topics: TOPICS.filter((topic) => row?.topics.includes(topic)),
  }
}

/** Replaces an address that the push service has renewed. Pending messages go to the new address. */
async function renew(tx: Queryable, sessionId: string, former: string, { endpoint, keys }: PushSubscription) {
  const [row] = await tx.query(sql`
    select ${columns('push_subscriptions', 'id')} from push_subscriptions
    where session_id = ${sessionId} and endpoint = ${former} for update`)
  if (!row) return
  // A browser gets the messages of one user only, so delete other subscriptions with this address.
  await tx.query(sql`
    delete from push_subscriptions where id <> ${row.id}
      and endpoint = ${endpoint} and p256dh = ${keys.p256dh} and auth = ${keys.auth}`)
  await tx.query(sql`
    update push_subscriptions set endpoint = ${endpoint}, p256dh = ${keys.p256dh}, auth = ${keys.auth} where id = ${row.id}`)
}
