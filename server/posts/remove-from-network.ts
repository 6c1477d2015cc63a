import { randomUUID } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { AccountRow } from '../accounts/store.ts'
import { markLost } from '../accounts/transitions.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Outcome, PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import { renewLease, LeaseLost, waitForLease, releaseLease } from '../accounts/leases.ts'
import { renewedAccess, usableAccess } from '../accounts/usable-access.ts'
import { refuseWhileHeld } from '../installation/installation-row.ts'
import type { Secrets } from '../secrets.ts'
import type { PostRow } from './store.ts'
import { takeRemovableFollowUps } from './transitions/follow-ups.ts'

/** The longest time for a deletion. The web app gives up after 30 s. */
const REMOVE_WITHIN_MS = 15_000

export interface NetworkParts {
  database: Database
  clock: Clock
  secrets: Secrets
  clients: PlatformClients
}

/**
 * Deletes a published post from its network. Meanwhile no other process may use the account, because its token may need
 * renewal.
 * @throws AppError account_busy while another process uses the account; removal_by_hand if the network forbids it;
 * needs_reconnect, platform_failed, publishing_held
 */
export async function removeFromNetwork(parts: NetworkParts, post: PostRow): Promise<void> {
  const { database, clients } = parts
  const values = { platform: rulesOf(post.platform).name }
  await refuseWhileHeld(database)
  const client = clients[post.platform]
  if (!client || !post.account_id) throw new AppError('platform_failed', { values })
  const byHand = () => new AppError('removal_by_hand', { values })
  if (!post.remote_id) throw byHand()

  const holder = `web:${randomUUID()}`
  const busy = () => new AppError('account_busy', { values, retryAfterMs: 5_000 })
  const account = await waitForLease(database, parts.clock, holder, post.account_id)
  if (!account) throw busy()
  try {
    const removed = await removeThread({ ...parts, client }, holder, account, post, post.remote_id)
    if (removed.ok) return
    if (removed.failure.kind === 'refused' && removed.failure.reason === 'permission') throw byHand()
    if (removed.failure.kind !== 'reconnect') throw new AppError('platform_failed', { values })
    await markLost(database, account, parts.clock.now())
    throw new AppError('needs_reconnect', { values })
  } catch (error) {
    throw error instanceof LeaseLost ? busy() : error
  } finally {
    await releaseLease(database, holder, account)
  }
}

/**
 * Deletes a post and its follow-ups, the last one first. Before that, cancels unsent follow-ups, so that none is sent.
 * @throws LeaseLost; AppError already_publishing while a follow-up may be in progress
 */
async function removeThread(
  parts: NetworkParts & { client: PlatformClient },
  holder: string,
  account: AccountRow,
  post: PostRow,
  remoteId: string,
): Promise<Outcome<null>> {
  for (const followUp of await takeRemovableFollowUps(parts.database, post.id, parts.clock.now())) {
    // Skip comments, which the network deletes together with their post.
    if (followUp.kind === 'comment' && parts.client.comment) continue
    const removed = await remove(parts, holder, account, followUp.remote_id)
    if (!removed.ok) return removed
  }
  return await remove(parts, holder, account, remoteId)
}

/** Deletes a post at its network, while `holder` is the only process that may use the account. @throws LeaseLost */
async function remove(
  { database, clock, secrets, client }: NetworkParts & { client: PlatformClient },
  holder: string,
  account: AccountRow,
  remoteId: string,
): Promise<Outcome<null>> {
  const hold = () => renewLease(database, holder, account, SENDING_LEASE_MS)
  const access = { database, secrets, client, now: clock.now(), hold }
  const usable = await usableAccess(access, account)
  if (!usable.ok) return usable
  const signal = AbortSignal.timeout(REMOVE_WITHIN_MS)
  const removed = await client.remove(remoteId, usable.value, signal)
  if (removed.ok || removed.failure.kind !== 'reconnect') return removed

  // The token expired early, or the user has reconnected the account. Try once more with a new token.
  const renewed = await renewedAccess(access, account)
  return renewed.ok ? await client.remove(remoteId, renewed.value, signal) : renewed
}
