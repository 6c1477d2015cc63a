import type { Queryable } from '../db/database.ts'
import sql, { computed } from '../db/sql.ts'

/**
 * The value of the `To` header for mails about the content of a user or workspace. For a workspace, these are its
 * owners and editors with a confirmed address. Null if there is none.
 */
export async function recipientsOf(on: Queryable, userId: string): Promise<string | null> {
  const [row] = await on.query(sql`
    select ${computed(
      'emails',
      'text',
      sql`case when exists (select from workspaces w where w.id = ${userId}) then (
        select string_agg(u.email, ', ' order by m.since, u.id) from members m join users u on u.id = m.user_id
        where m.workspace_id = ${userId} and m.role in ('owner', 'editor') and u.email_confirmed_at is not null
          and u.suspended_at is null and u.deletion_due_at is null)
      else (select email from users where id = ${userId}) end`,
    )}`)
  return row?.emails ?? null
}
