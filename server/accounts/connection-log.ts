import type { ConnectionEntry, ConnectionQuery } from '#core/operate/admin-contract.ts'
import type { ConnectionNews } from '#core/operate/admin-lists.ts'
import { isConnectTrouble, type ConnectTrouble } from '#core/accounts/connect-trouble.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { searchPattern } from '#core/search-pattern.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns, count, list } from '../db/sql.ts'

export const CONNECTIONS_KEPT_MS = 365 * 86_400_000

/**
 * Logs a connection event. Call it in the transaction that changes the account. A refused connection changes nothing,
 * so it needs no transaction.
 */
export async function logConnection(
  on: Queryable,
  what: ConnectionNews,
  {
    userId,
    platform,
    account,
    trouble = null,
  }: { userId: string; platform: Platform; account?: Logged; trouble?: ConnectTrouble | null },
  now: Date,
): Promise<void> {
  await on.query(sql`
    insert into connection_log (at, user_id, platform, what, account, granted_by, trouble)
    values (${now}, ${userId}, ${platform}, ${what}, ${account?.name ?? null}, ${account?.grantedBy ?? null}, ${trouble})`)
}

type Logged = { name: string | null; grantedBy: string }

/**
 * Erases the account names that the log stores for connections by these people. `people` holds their ids at the
 * network.
 */
export async function forgetNames(on: Queryable, platform: Platform, people: string[]): Promise<void> {
  await on.query(sql`
    update connection_log set account = null, granted_by = null where platform = ${platform} and granted_by = any(${people})`)
}

export async function readConnections(
  on: Queryable,
  { search, what, platform, order, limit, skip }: ConnectionQuery,
): Promise<{ entries: ConnectionEntry[]; found: number }> {
  const pattern = search ? searchPattern(search) : null
  const from = sql`from connection_log l join users u on u.id = l.user_id
    where (${what ?? null}::text is null or l.what = ${what ?? null}) and (${platform ?? null}::text is null or l.platform = ${platform ?? null})
      and (${pattern}::text is null or u.first_name || ' ' || u.last_name ~* ${pattern} or u.email ~* ${pattern} or l.account ~* ${pattern})`
  const rows = await on.query(sql`
    select ${list(
      columns('connection_log l', 'id', 'at', 'platform', 'what', 'account', 'trouble'),
      columns('users u', 'first_name', 'last_name', 'email'),
    )} ${from} order by l.id ${order === 'asc' ? sql`asc` : sql`desc`} limit ${limit} offset ${skip}`)
  const [total] = await on.query(sql`select ${count('found')} ${from}`)
  return {
    entries: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      person: `${row.first_name} ${row.last_name}`.trim() || row.email,
      platform: row.platform,
      what: row.what,
      account: row.account,
      trouble: row.trouble !== null && isConnectTrouble(row.trouble) ? row.trouble : null,
    })),
    found: total?.found ?? 0,
  }
}

export async function deleteOldConnections(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from connection_log where at < ${new Date(now.getTime() - CONNECTIONS_KEPT_MS)}`)
}
