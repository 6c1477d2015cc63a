import sql from '../../db/sql.ts'

/**
 * SQL condition on `users`: neither suspended nor about to be deleted. For access without a session, such as API keys.
 */
export const isActiveUser = sql`(users.suspended_at is null and users.deletion_due_at is null)`
