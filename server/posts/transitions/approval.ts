import sql from '../../db/sql.ts'

// A post that needs approval is scheduled or sent only in its approved revision. The constraint
// `approved_before_sending` checks each write, and the worker compares again right before sending, under a lock.

/**
 * Approves a change by a user who needs no approval. Part of an SQL `set` list, in which `revision = revision + 1`
 * follows.
 */
export const APPROVES = sql`approved_revision = case when needs_approval then revision + 1 end,`

/**
 * Keeps the approval for the next revision, which publishes the same content. Part of an SQL `set` list, in which
 * `revision = revision + 1` follows.
 */
export const KEEPS_APPROVAL = sql`approved_revision = case when approved_revision = revision then revision + 1 else approved_revision end,`

const WARNING_MS = 2 * 3_600_000

/**
 * Returns when to warn about a post without approval: two hours before its publishing time. If fewer than four hours
 * are left, returns the middle of the remaining time.
 */
export const warnsAt = (at: Date, now: Date): Date =>
  new Date(at.getTime() - Math.min(WARNING_MS, Math.max(0, at.getTime() - now.getTime()) / 2))
