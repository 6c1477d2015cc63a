import sql, { join } from 'sql-template-tag'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/store.ts'
import type { Queryable } from '../db/database.ts'

/**
 * How long a holder may use an account without saying so again. Longer than the longest request to a network, so that
 * whoever takes over from a dead one meets nothing that is still under way. Kept by the database's clock: the
 * processes' own may differ.
 */
export const LEASE_MS = 30_000

const leaseEnd = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`
const isFree = sql`(a.lease_until is null or a.lease_until <= clock_timestamp())`

/**
 * Takes accounts that have a post due and nobody at work, those with the oldest first, for each platform as many as it
 * has `slots`.
 * @param atWork accounts that this holder has already: their lease may have run out while the machine slept
 */
export async function leaseDueAccounts(
  on: Queryable,
  holder: string,
  slots: Record<Platform, number>,
  atWork: string[],
  now: Date,
): Promise<AccountRow[]> {
  const slotRows = join(PLATFORMS.map((platform) => sql`(${platform}, ${slots[platform]}::int)`))
  return await on.query<AccountRow>(sql`
    with ranked as (
      select a.id, a.platform, row_number() over (partition by a.platform order by due.since) as place
      from social_accounts a
      join (select account_id, min(next_step_at) as since from posts where next_step_at <= ${now} group by account_id) due on due.account_id = a.id
      where ${isFree} and a.id <> all(${atWork}::uuid[]))
    update social_accounts set leased_by = ${holder}, lease_until = ${leaseEnd}
    where id in (
      select a.id from social_accounts a join ranked on ranked.id = a.id
      join (values ${slotRows}) as slots (platform, free) on slots.platform = ranked.platform and ranked.place <= slots.free
      where ${isFree}
      for update of a skip locked)
    returning ${ACCOUNT_COLUMNS}`)
}

/** Takes one account; undefined while somebody else has it. */
export async function leaseAccount(on: Queryable, holder: string, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await on.query<AccountRow>(sql`
    update social_accounts a set leased_by = ${holder}, lease_until = ${leaseEnd} where a.id = ${accountId} and ${isFree}
    returning ${ACCOUNT_COLUMNS}`)
  return row
}

/**
 * Lengthens a lease, also one that ran out (a machine slept) while nobody else took the account.
 * @returns the account as it stands now: reconnected, renewed or switched off since
 * @throws LeaseLost when it has passed to somebody else: then nothing more may be sent
 */
export async function keepLease(on: Queryable, holder: string, accountId: string): Promise<AccountRow> {
  const [row] = await on.query<AccountRow>(sql`
    update social_accounts set lease_until = ${leaseEnd} where id = ${accountId} and leased_by = ${holder} returning ${ACCOUNT_COLUMNS}`)
  if (!row) throw new LeaseLost()
  return row
}

/** Somebody else has the account now, or it is gone. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export async function releaseLease(on: Queryable, holder: string, accountId: string): Promise<void> {
  await on.query(
    sql`update social_accounts set leased_by = null, lease_until = null where id = ${accountId} and leased_by = ${holder}`,
  )
}

/** Frees what earlier holders left behind. Only for a process that is alone with its database. */
export async function releaseAllLeases(on: Queryable): Promise<void> {
  await on.query(sql`update social_accounts set leased_by = null, lease_until = null where lease_until is not null`)
}
