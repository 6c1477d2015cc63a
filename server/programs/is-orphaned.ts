import sql, { type Sql } from '../db/sql.ts'

/**
 * SQL condition on a webhook, feed or shared report of a workspace: the member who set its address no longer has
 * access. A former member must not continue to receive its data.
 * @param row the table or its alias, with `user_id` and `set_by`
 */
export const isOrphaned = (
  row: Sql,
): Sql => sql`(exists (select from workspaces where id = ${row}.user_id) and not exists (
  select from members join users setter on setter.id = members.user_id
  where members.workspace_id = ${row}.user_id and members.user_id = ${row}.set_by
    and setter.suspended_at is null and setter.deletion_due_at is null))`
