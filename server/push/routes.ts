import { receiverAddress } from '../adapters/web-pages/post-safely.ts'
import type { Clock } from '../clock.ts'
import type { PushSubscription } from '#core/push/contract.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { Handle } from '../http/router.ts'
import type { Secrets } from '../secrets.ts'
import { pushKeys } from './keys.ts'

/** More browsers than a person uses. With one more, the one that was added first is told no more. */
const MOST_OF_ONE = 20

interface PushParts {
  database: Database
  clock: Clock
  secrets: Secrets
  allowHosts: readonly string[]
}

/** A browser is told as long as the session lasts in which its person wanted that, so that it is known by its session. */
export function pushRoutes(handle: Handle, { database, clock, secrets, allowHosts }: PushParts): void {
  handle('GET /api/push', async ({ signedIn }) => {
    const { publicKey } = await pushKeys(database, secrets, clock.now())
    const [told] = await database.query(sql`
      select ${columns('push_subscriptions', 'endpoint')} from push_subscriptions where session_id = ${signedIn.sessionId}`)
    return { publicKey, endpoint: told?.endpoint ?? null }
  })

  handle('POST /api/push', async ({ signedIn, body }) => {
    const { endpoint, keys, former } = body
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
        insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
        select user_id, id, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${clock.now()} from sessions
        where id = ${signedIn.sessionId} for key share
        on conflict do nothing`)
      await tx.query(sql`
        delete from push_subscriptions where id in (
          select id from push_subscriptions where user_id = ${userId} order by created_at desc, id offset ${MOST_OF_ONE})`)
    })
    return undefined
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
