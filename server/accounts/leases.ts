import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from './store.ts'
import type { Clock } from '../clock/clock.ts'
import type { Queryable } from '../db/database.ts'
import sql, { join, type Sql, type Statement } from '../db/sql.ts'

/**
 * The length of a lease: how long a process may use an account alone. If the process dies, the account's posts wait
 * this long. The database's clock measures a lease, because the clocks of processes may differ.
 */
export const LEASE_MS = 10_000
/** How often a caller polls for an account that is in use. It gives up after ten seconds. */
const POLL_EVERY_MS = 200
const MAX_POLLS = 50
export type Leased = Pick<AccountRow, 'id'>

export const leaseEnd = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`

/**
 * Leases accounts with due posts, oldest post first, at most `slots` per platform. Accounts that have no post to
 * send, only a post to look up at the network, come last.
 * @param due selects `account_id`, `since` and `is_only_look` of due posts and look-ups
 * @param atWork accounts that this holder already serves, whose lease may have expired while the machine slept
 */
export async function leaseAccounts(
  on: Queryable,
  holder: string,
  slots: Record<Platform, number>,
  atWork: Leased[],
  due: Sql,
): Promise<AccountRow[]> {
  const slotRows = join(PLATFORMS.map((platform) => sql`(${platform}, ${slots[platform]}::int)`))
  const own = atWork.map(({ id }) => id)
  return await on.query(sql`
    with expired as (
      -- Skips accounts that another transaction is leasing.
      select account_id from account_leases where lease_until <= clock_timestamp() for update skip locked),
    due as (
      select a.id, a.platform, p.since, p.is_only_look
      from (select account_id, min(since) as since, bool_and(is_only_look) as is_only_look from (${due}) each group by account_id) p
      join social_accounts a on a.id = p.account_id
      left join account_leases l on l.account_id = a.id
      left join expired e on e.account_id = a.id
      where (l.account_id is null or e.account_id is not null)
        and not exists (select from unnest(${own}::uuid[]) as own (id) where own.id = a.id)),
    ranked as (select *, row_number() over (partition by platform order by is_only_look, since) as place from due),
    taken as (
      insert into account_leases as l (account_id, leased_by, lease_until)
      select ranked.id, ${holder}, ${leaseEnd(LEASE_MS)}
      from ranked join (values ${slotRows}) as slots (platform, free) on slots.platform = ranked.platform and ranked.place <= slots.free
      order by 1
      on conflict (account_id) do update set leased_by = excluded.leased_by, lease_until = excluded.lease_until
        where l.lease_until <= clock_timestamp()
      returning account_id)
    select ${ACCOUNT_COLUMNS} from social_accounts where id in (select account_id from taken)`)
}

export async function leaseAccount(
  on: Queryable,
  holder: string,
  accountId: string,
  ms = LEASE_MS,
): Promise<AccountRow | undefined> {
  const [row] = await on.query(sql`
    with taken as (
      insert into account_leases as l (account_id, leased_by, lease_until)
      select id, ${holder}, ${leaseEnd(ms)} from social_accounts where id = ${accountId}
      on conflict (account_id) do update set leased_by = excluded.leased_by, lease_until = excluded.lease_until
        where l.lease_until <= clock_timestamp()
      returning 1)
    select ${ACCOUNT_COLUMNS} from social_accounts where id = ${accountId} and exists (select from taken)`)
  return row
}

/**
 * Lets only one request at a time use an account. Polls, because the end of the earlier request sends no notification.
 */
export async function waitForLease(
  on: Queryable,
  clock: Clock,
  holder: string,
  accountId: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<AccountRow | undefined> {
  for (let polls = 1; ; polls++) {
    const account = await leaseAccount(on, holder, accountId, SENDING_LEASE_MS)
    if (account || polls === MAX_POLLS || signal.aborted) return account
    await clock.until(new Date(clock.now().getTime() + POLL_EVERY_MS), signal)
  }
}

/**
 * Renews a lease, even an expired one if no other holder took it. Returns the account, which may have changed.
 * @throws LeaseLost if another holder has it or the account is gone: send nothing more
 */
export async function renewLease(on: Queryable, holder: string, account: Leased, ms = LEASE_MS): Promise<AccountRow> {
  const [row] = await on.query(sql`
    with renewed as (
      update account_leases set lease_until = ${leaseEnd(ms)} where account_id = ${account.id} and leased_by = ${holder} returning 1)
    select ${ACCOUNT_COLUMNS} from social_accounts where id = ${account.id} and exists (select from renewed)`)
  if (!row) throw new LeaseLost()
  return row
}

/**
 * Extends the leases of `holder` on these accounts, and never shortens one. Returns the accounts, without those that
 * another process has leased.
 */
export async function renewLeases(on: Queryable, holder: string, accounts: Leased[]): Promise<AccountRow[]> {
  return await on.query(sql`
    with renewed as (${extended(holder, accounts, sql`for update`)} returning account_id)
    select ${ACCOUNT_COLUMNS} from social_accounts where id in (select account_id from renewed)`)
}

/** Extends the leases of `holder` on these accounts. Never shortens a lease, and skips locked rows. */
export async function extendLeases(on: Queryable, holder: string, accounts: Leased[]): Promise<void> {
  await on.query(extended(holder, accounts, sql`for update skip locked`))
}

/** Always locks the accounts' rows in the same order, to avoid a deadlock. */
const extended = (holder: string, accounts: Leased[], locked: Sql): Statement<unknown> => sql`
  update account_leases set lease_until = greatest(lease_until, ${leaseEnd(LEASE_MS)}) where account_id in (
    select account_id from account_leases where account_id = any(${accounts.map(({ id }) => id)}::uuid[]) and leased_by = ${holder}
    order by account_id ${locked})`

/** Thrown when another worker is using the account, or the account no longer exists. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export async function releaseLease(on: Queryable, holder: string, account: Leased): Promise<void> {
  await releaseLeases(on, holder, [account])
}

export async function releaseLeases(on: Queryable, holder: string, accounts: Leased[]): Promise<void> {
  await on.query(sql`
    delete from account_leases where account_id in (
      select account_id from account_leases where account_id = any(${accounts.map(({ id }) => id)}::uuid[]) and leased_by = ${holder}
      order by account_id for update)`)
}

export async function deleteExpiredLeases(on: Queryable): Promise<void> {
  await on.query(sql`
    delete from account_leases where account_id in (
      select account_id from account_leases where lease_until < clock_timestamp() - interval '1 minute' for update skip locked)`)
}

/** Deletes the leases of all accounts. Call it only if no other process uses the database. */
export async function releaseAllLeases(on: Queryable): Promise<void> {
  await on.query(sql`delete from account_leases`)
}
