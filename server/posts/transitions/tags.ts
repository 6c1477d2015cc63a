import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import { updatePosts, type PostId } from './statement.ts'

export async function setTags(tx: Queryable, { id }: PostId, tagIds: readonly string[], now: Date): Promise<void> {
  await updatePosts(tx, sql`tag_ids = ${[...tagIds]}::text[]`, sql`id = ${id}`, now)
}

export async function removeTag(tx: Queryable, tagId: string, userId: string, now: Date): Promise<void> {
  const which = sql`user_id = ${userId} and tag_ids <> '{}' and tag_ids @> array[${tagId}]::text[]`
  await updatePosts(tx, sql`tag_ids = array_remove(tag_ids, ${tagId}::text)`, which, now)
}
