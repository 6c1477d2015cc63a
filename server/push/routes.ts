import { receiverAddress } from '../adapters/web-pages/post-safely.ts'
import type { Clock } from '../clock.ts'
import { TOPICS } from '#core/push/topics.ts'
import type { PushState, PushSubscription } from '#core/push/contract.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, type RowOf } from '../db/sql.ts'
import type { Handle } from '../http/router.ts'
import type { Secrets } from '../secrets.ts'
import { pushKeys } from './keys.ts'

/** More browsers than a person uses. With one more, the one that was added first is told no more. */
const MOST_OF_ONE = 20

const STATE = columns('push_subscriptions', 'endpoint', 'topics')

interface PushParts {
  database: Database
  clock: Clock
  secrets: Secrets
  allowHosts: readonly string[]
}

/** A browser is told as long as the session lasts in which its person wanted that, so that it is known by its session. */
export function pushRoutes(handle: Handle, { database, clock, secrets, allowHosts }: PushParts): void {
  const stateOf = async (told: RowOf<typeof STATE> | undefined): Promise<PushState> => ({
    publicKey: (await pushKeys(database, secrets, clock.now())).publicKey,
    endpoint: told?.endpoint ?? null,
    topics: TOPICS.filter((topic) => told?.topics.includes(topic)),
  })

  handle('GET /api/push', async ({ signedIn }) => {
    const [told] = await database.query(sql`
      select ${STATE} from push_subscriptions where session_id = ${signedIn.sessionId}`)
    return await stateOf(told)
  })

  handle('POST /api/push', async ({ signedIn, body }) => {
    const { endpoint, keys, former, topics = [...TOPICS] } = body
    receiverAddress(endpoint, allowHosts)
    const userId = signedIn.user.id
    await database.transaction(async (tx) => {
      if (former !== undefined) return await renew(tx, signedIn.sessionId, former, body)
      // Whoever was told in this browser before, or in this session with other keys, is not any more.
      await tx.query(sql`
        delete from push_subscriptions where session_id = ${signedIn.sessionId}
          or (endpoint = ${endpoint} and p256dh = ${keys.p256dh} and auth = ${keys.auth})`)
      // A session that ended meanwhile is told nothing.
      await tx.query(sql`
        insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, topics, created_at)
        select user_id, id, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${topics}, ${clock.now()} from sessions
        where id = ${signedIn.sessionId} for key share
        on conflict do nothing`)
      await tx.query(sql`
        delete from push_subscriptions where id in (
          select id from push_subscriptions where user_id = ${userId} order by created_at desc, id offset ${MOST_OF_ONE})`)
    })
    return undefined
  })

  handle('PATCH /api/push', async ({ signedIn, body }) => {
    const [told] = await database.query(sql`
      update push_subscriptions set topics = ${TOPICS.filter((topic) => body.topics.includes(topic))}
      where session_id = ${signedIn.sessionId} returning ${STATE}`)
    return await stateOf(told)
  })

  handle('DELETE /api/push', async ({ signedIn }) => {
    await database.query(sql`delete from push_subscriptions where session_id = ${signedIn.sessionId}`)
    return undefined
  })
}

/** Puts another address in the place of one that a push service gave up. What waits to be told goes there. */
async function renew(
  tx: Queryable,
  sessionId: string,
  former: string,
  { endpoint, keys }: PushSubscription,
): Promise<void> {
  const [told] = await tx.query(sql`
    select ${columns('push_subscriptions', 'id')} from push_subscriptions
    where session_id = ${sessionId} and endpoint = ${former} for update`)
  if (!told) return
  // Nobody else is told in this browser.
  await tx.query(sql`
    delete from push_subscriptions where id <> ${told.id}
      and endpoint = ${endpoint} and p256dh = ${keys.p256dh} and auth = ${keys.auth}`)
  await tx.query(sql`
    update push_subscriptions set endpoint = ${endpoint}, p256dh = ${keys.p256dh}, auth = ${keys.auth} where id = ${told.id}`)
}
