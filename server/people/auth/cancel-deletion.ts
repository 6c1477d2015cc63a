import { AppError } from '#core/errors.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { resumeUserPosts } from '../../posts/transitions/postpone.ts'

/**
 * Cancels a pending account deletion, if any. Signing in does the same.
 * @throws AppError invalid_credentials once the deletion is due
 */
export async function cancelDeletion(tx: Queryable, userId: string, now: Date): Promise<void> {
  const [user] = await tx.query(sql`
    select ${columns('users', 'deletion_due_at')} from users where id = ${userId}`)
  if (!user?.deletion_due_at) return
  const updated = await tx.query(sql`
    update users set deletion_due_at = null where id = ${userId} and deletion_due_at > ${now} returning id`)
  if (updated.length === 0) throw new AppError('invalid_credentials')
  await resumeUserPosts(tx, userId, now)
}
