import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { releaseLease, renewLease } from '../accounts/leases.ts'
import { usableAccess } from '../accounts/usable-access.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Prepared } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Secrets } from '../secrets.ts'
import { leaseSoon } from './remove-from-network.ts'
import type { PostRow } from './store.ts'

export interface DiscardParts {
  database: Database
  clock: Clock
  secrets: Secrets
  clients: PlatformClients
  log: Pick<FastifyBaseLogger, 'warn'>
}

const DISCARD_WITHIN_MS = 5_000

/**
 * Takes off a network what was made there for a post that will not go out: nobody can see it, but people who look after
 * a Page stumble over it. Where the account stays in other hands for long, it is left there.
 */
export async function discardPrepared(
  parts: DiscardParts,
  post: Pick<PostRow, 'platform' | 'account_id'>,
  prepared: Prepared,
): Promise<void> {
  const { database, clock, secrets, log } = parts
  const client = parts.clients[post.platform]
  if (!client?.discard || !post.account_id) return
  const holder = `web:${randomUUID()}`
  try {
    const account = await leaseSoon(parts, holder, post.account_id)
    if (!account) return
    try {
      const hold = () => renewLease(database, holder, account)
      const access = await usableAccess({ database, secrets, client, now: clock.now(), hold }, account)
      if (access.ok) await client.discard(prepared, access.value, AbortSignal.timeout(DISCARD_WITHIN_MS))
    } finally {
      await releaseLease(database, holder, account)
    }
  } catch (error) {
    log.warn({ err: error }, 'what was prepared for a post could not be discarded')
  }
}
