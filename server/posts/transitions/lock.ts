import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import type { PostRow } from '../store.ts'
import type { PostId } from './statement.ts'

/**
 * Locks a post. All transactions lock posts before attempts and accounts, which prevents deadlocks.
 * @returns its current revision and status, undefined when it is gone
 */
export async function lockPost(
  tx: Queryable,
  { id }: PostId,
): Promise<Pick<PostRow, 'revision' | 'status'> | undefined> {
  const [row] = await tx.query(sql`
    select ${columns('posts', 'revision', 'status')} from posts where id = ${id} for update`)
  return row
}

/** Locks the posts that no other transaction has locked. @returns their ids */
export async function lockFreePosts(tx: Queryable, posts: PostId[]): Promise<string[]> {
  const rows = await tx.query(sql`
    select ${columns('posts', 'id')} from posts where id = any(${posts.map(({ id }) => id)}::uuid[]) for update skip locked`)
  return rows.map(({ id }) => id)
}
