import type { Queryable } from '../db/database.ts'
import sql, { computed } from '../db/sql.ts'

/** Members of a workspace to write to: those who approve posts, or those who asked for approval of these posts, or both. */
export type Recipients = { approvers: boolean; askersOf: readonly string[] }

/**
 * The value of the `To` header for mails about the content of a user or workspace. For a workspace, these are members
 * with a confirmed address, by default its owners and editors. Null if there is none.
 */
export async function recipientsOf(
  on: Queryable,
  userId: string,
  { approvers, askersOf }: Recipients = { approvers: true, askersOf: [] },
): Promise<string | null> {
  const [row] = await on.query(sql`
    select ${computed(
      'emails',
      'text',
      sql`case when exists (select from workspaces w where w.id = ${userId}) then (
        select string_agg(u.email, ', ' order by m.since, u.id) from members m join users u on u.id = m.user_id
        where m.workspace_id = ${userId} and (${approvers} and m.role in ('owner', 'editor') or m.user_id in (
            select distinct on (post_id) actor_id from post_reviews where post_id = any(${askersOf}::uuid[]) and act = 'asked'
            order by post_id, id desc))
          and u.email_confirmed_at is not null
          and u.suspended_at is null and u.deletion_due_at is null)
      else (select email from users where id = ${userId}) end`,
    )}`)
  return row?.emails ?? null
}
