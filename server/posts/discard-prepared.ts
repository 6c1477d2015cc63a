import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { waitForLease, releaseLease, renewLease } from '../accounts/leases.ts'
import type { AccountRow } from '../accounts/store.ts'
import { usableAccess } from '../accounts/usable-access.ts'
import type { PlatformClients } from '../adapters/platforms/all.ts'
import type { Outcome, Prepared } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { Secrets } from '../secrets.ts'
import type { PostRow } from './store.ts'

const DISCARD_WITHIN_MS = 5_000

/** Data that was prepared on a network, such as a hidden post, for a post that will not be published. */
export interface Discard {
  accountId: string
  prepared: Prepared
}

export interface DiscardLaterParts {
  clients: PlatformClients
  /** Adds the job that deletes what was prepared on the network. */
  addDiscard: (tx: Queryable, discard: Discard) => Promise<void>
}

/**
 * Adds a job that deletes what was prepared on the network for a post, if the network supports that. Runs in the
 * transaction that takes the post back.
 */
export async function discardLater(
  { clients, addDiscard }: DiscardLaterParts,
  tx: Queryable,
  { platform, account_id: accountId }: Pick<PostRow, 'platform' | 'account_id'>,
  prepared: Prepared | null | undefined,
): Promise<void> {
  if (prepared && accountId && clients[platform]?.discard) await addDiscard(tx, { accountId, prepared })
}

interface DiscardParts {
  database: Database
  clock: Clock
  secrets: Secrets
  clients: PlatformClients
}

/**
 * Deletes prepared uploads from the network. Readers cannot see them, but managers of a Facebook Page can. Keeps them
 * if the account is gone or access was lost.
 * @throws Error to make the job retry
 */
export async function discardNow(
  parts: DiscardParts,
  { accountId, prepared }: Discard,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = parts
  const holder = `discard:${randomUUID()}`
  const account = await waitForLease(database, clock, holder, accountId, signal)
  if (!account) {
    const [existing] = await database.query(
      sql`select ${columns('social_accounts', 'id')} from social_accounts where id = ${accountId}`,
    )
    if (existing) throw new Error('The account is in other hands')
    return
  }
  try {
    const done = await discardWith(parts, holder, account, prepared, signal)
    if (done.ok || done.failure.kind === 'refused' || done.failure.kind === 'reconnect') return
    throw new Error(`The network did not discard the prepared upload: ${done.failure.kind}`)
  } finally {
    await releaseLease(database, holder, account)
  }
}

async function discardWith(
  { database, clock, secrets, clients }: DiscardParts,
  holder: string,
  account: AccountRow,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const client = clients[account.platform]
  if (!client?.discard) return { ok: true, value: null }
  const hold = () => renewLease(database, holder, account)
  const access = await usableAccess({ database, secrets, client, now: clock.now(), hold }, account)
  if (!access.ok) return access
  return await client.discard(prepared, access.value, AbortSignal.any([signal, AbortSignal.timeout(DISCARD_WITHIN_MS)]))
}

/** Deletes prepared uploads from the network before their account is deleted. Logs a failure. */
export async function discardPrepared(
  parts: DiscardParts & { log: Pick<FastifyBaseLogger, 'warn'> },
  { account_id: accountId }: Pick<PostRow, 'account_id'>,
  prepared: Prepared,
): Promise<void> {
  if (!accountId) return
  await discardNow(parts, { accountId, prepared }, new AbortController().signal).catch((error: unknown) =>
    parts.log.warn({ err: error }, 'a prepared upload of a post could not be discarded'),
  )
}
