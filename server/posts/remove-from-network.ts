import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#core/errors.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { leaseAccount, releaseLease } from '../publishing/leases.ts'
import { usableAccess } from '../publishing/usable-access.ts'
import type { Secrets } from '../secrets.ts'
import type { PostRow } from './store.ts'

const WAIT_MS = 25_000

export interface NetworkParts {
  database: Database
  clock: Clock
  secrets: Secrets
  clients: PlatformClients
}

/** Takes a published post off its network. @throws AppError platform_failed */
export async function removeFromNetwork(
  { database, clock, secrets, clients }: NetworkParts,
  post: PostRow,
): Promise<void> {
  const failed = () => new AppError('platform_failed', { values: { platform: rulesOf(post.platform).name } })
  const client = clients[post.platform]
  if (!client || !post.account_id || !post.remote_id) throw failed()

  const holder = `web:${randomUUID()}`
  const signal = AbortSignal.timeout(WAIT_MS)
  let account = await leaseAccount(database, holder, post.account_id)
  while (!account && !signal.aborted) {
    // A worker has it for a moment; a lease's end is told to nobody, so this asks again.
    await pause(200)
    account = await leaseAccount(database, holder, post.account_id)
  }
  if (!account) throw failed()
  try {
    const access = await usableAccess({ on: database, secrets, client, now: clock.now() }, account)
    if (!access.ok || !(await client.remove(post.remote_id, access.value, signal)).ok) throw failed()
  } finally {
    await releaseLease(database, holder, account)
  }
}
