import sql from '../../db/sql.ts'

/** Condition on `users` for access without a session. Suspension ends sessions separately. */
export const isActiveUser = sql`(users.suspended_at is null and users.deletion_due_at is null)`
