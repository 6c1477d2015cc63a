import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { SENDING_LEASE_MS } from '#core/publishing/sending-times.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from './store.ts'
import type { Clock } from '../clock/clock.ts'
import type { Queryable } from '../db/database.ts'
import sql, { join, type Sql, type Statement } from '../db/sql.ts'

/**
 * How long a holder may use an account without saying so again: how long the posts of one that died wait for another.
 * Kept by the database's clock: the processes' own may differ.
 */
export const LEASE_MS = 10_000
/** How often and how many times an account is asked for that somebody else holds: ten seconds in all. */
const ASK_EVERY_MS = 200
const ASKED_AT_MOST = 50
export type Leased = Pick<AccountRow, 'id'>

export const leaseEnd = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`

/**
 * Takes accounts that have one of `which` posts and nobody at work, those with the oldest first, for each platform as
 * many as it has `slots`. Those whose posts are only to be looked for, while their owners are asked, come last.
 * @param atWork accounts that this holder has already: their lease may have run out while the machine slept
 */
export async function leaseAccounts(
  on: Queryable,
  holder: string,
  slots: Record<Platform, number>,
  atWork: Leased[],
  which: Sql,
): Promise<AccountRow[]> {
  const slotRows = join(PLATFORMS.map((platform) => sql`(${platform}, ${slots[platform]}::int)`))
  const own = atWork.map(({ id }) => id)
  return await on.query(sql`
    with expired as (
      -- Passes over those that somebody else is just about.
      select account_id from account_leases where lease_until <= clock_timestamp() for update skip locked),
    due as (
      select a.id, a.platform, p.since, p.is_only_look
      from (select account_id, min(next_step_at) as since, bool_and(status = 'unconfirmed') as is_only_look
        from posts where ${which} group by account_id) p
      join social_accounts a on a.id = p.account_id
      left join account_leases l on l.account_id = a.id
      left join expired e on e.account_id = a.id
      where (l.account_id is null or e.account_id is not null) and a.id <> all(${own}::uuid[])),
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

/** Takes one account; undefined while somebody else has it. */
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
 * Takes one account for a single request. A worker has it for a moment only; a lease's end is told to nobody, so this
 * asks again.
 */
export async function leaseSoon(
  on: Queryable,
  clock: Clock,
  holder: string,
  accountId: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<AccountRow | undefined> {
  for (let asked = 1; ; asked++) {
    const account = await leaseAccount(on, holder, accountId, SENDING_LEASE_MS)
    if (account || asked === ASKED_AT_MOST || signal.aborted) return account
    await clock.until(new Date(clock.now().getTime() + ASK_EVERY_MS), signal)
  }
}

/**
 * Renews a lease for so long from now, also one that ran out (a machine slept) while nobody else took the account.
 * @returns the account as it stands now: reconnected, renewed or switched off since
 * @throws LeaseLost when it has passed to somebody else, or the account is gone: then nothing more may be sent
 */
export async function renewLease(on: Queryable, holder: string, account: Leased, ms = LEASE_MS): Promise<AccountRow> {
  const [row] = await on.query(sql`
    with renewed as (
      update account_leases set lease_until = ${leaseEnd(ms)} where account_id = ${account.id} and leased_by = ${holder} returning 1)
    select ${ACCOUNT_COLUMNS} from social_accounts where id = ${account.id} and exists (select from renewed)`)
  if (!row) throw new LeaseLost()
  return row
}

/** The same for many; those that have passed to somebody else, or are gone, are left out. Never shortens a lease. */
export async function renewLeases(on: Queryable, holder: string, accounts: Leased[]): Promise<AccountRow[]> {
  return await on.query(sql`
    with renewed as (${extended(holder, accounts, sql`for update`)} returning account_id)
    select ${ACCOUNT_COLUMNS} from social_accounts where id in (select account_id from renewed)`)
}

/** Says that a holder is alive. Never shortens what it has; what is being renewed just now is passed over. */
export async function extendLeases(on: Queryable, holder: string, accounts: Leased[]): Promise<void> {
  await on.query(extended(holder, accounts, sql`for update skip locked`))
}

/** Many leases are always locked in one order, so that two statements never wait for each other. */
const extended = (holder: string, accounts: Leased[], locked: Sql): Statement<unknown> => sql`
  update account_leases set lease_until = greatest(lease_until, ${leaseEnd(LEASE_MS)}) where account_id in (
    select account_id from account_leases where account_id = any(${accounts.map(({ id }) => id)}::uuid[]) and leased_by = ${holder}
    order by account_id ${locked})`

/** Somebody else has the account now, or it is gone. */
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

/** Deletes the leases of holders that are long gone. */
export async function deleteExpiredLeases(on: Queryable): Promise<void> {
  await on.query(sql`
    delete from account_leases where account_id in (
      select account_id from account_leases where lease_until < clock_timestamp() - interval '1 minute' for update skip locked)`)
}

/** Frees what earlier holders left behind. Only for a process that is alone with its database. */
export async function releaseAllLeases(on: Queryable): Promise<void> {
  await on.query(sql`delete from account_leases`)
}
