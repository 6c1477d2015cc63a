import { pushAddress } from '../adapters/push/push-service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
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
    const { endpoint, keys } = body
    pushAddress(endpoint, allowHosts)
    const userId = signedIn.user.id
    await database.transaction(async (tx) => {
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
