import { AppError } from '#core/errors.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { resumeUserPosts } from '../../posts/transitions/postpone.ts'

/**
 * Takes the deletion of an account back, as signing in does. Nothing happens where there is none.
 * @throws AppError invalid_credentials for an account whose time is over: what is left of it is being deleted
 */
export async function keepAccount(tx: Queryable, userId: string, now: Date): Promise<void> {
  const [user] = await tx.query(sql`
    select ${columns('users', 'deletion_due_at')} from users where id = ${userId}`)
  if (!user?.deletion_due_at) return
  const kept = await tx.query(sql`
    update users set deletion_due_at = null where id = ${userId} and deletion_due_at > ${now} returning id`)
  if (kept.length === 0) throw new AppError('invalid_credentials')
  await resumeUserPosts(tx, userId, now)
}
