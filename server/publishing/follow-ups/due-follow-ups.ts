import type { Leased } from '../../accounts/leases.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, list, type Sql } from '../../db/sql.ts'
import { IS_NEXT } from '../../posts/transitions/follow-ups.ts'

/** SQL for `leaseAccounts`: the accounts with due thread parts or comments. They come after accounts with due posts. */
export const accountsWithFollowUps = (now: Date): Sql => sql`
  select p.account_id, f.next_step_at as since, true as is_only_look
  from follow_ups f join posts p on p.id = f.post_id where f.next_step_at <= ${now} and p.account_id is not null and ${IS_NEXT}`

/** Returns for each account the id of the first thread part or comment that is due. */
export async function findDueFollowUps(on: Queryable, accounts: Leased[], now: Date): Promise<(string | undefined)[]> {
  const due = await on.query(sql`
    select distinct on (p.account_id) ${list(columns('follow_ups f', 'id'), columns('posts p', 'account_id'))}
    from follow_ups f join posts p on p.id = f.post_id
    where f.next_step_at <= ${now} and p.account_id = any(${accounts.map(({ id }) => id)}::uuid[]) and ${IS_NEXT}
    order by p.account_id, f.next_step_at, f.id`)
  return accounts.map(({ id }) => due.find(({ account_id: accountId }) => accountId === id)?.id)
}
