import sql from '../../db/sql.ts'

/** Of a row of `users`: whether they are let in by whatever is no session, which end with a suspension. */
export const isWelcome = sql`(users.suspended_at is null and users.deletion_due_at is null)`
