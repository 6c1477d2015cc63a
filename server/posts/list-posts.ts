import type { Post } from '#core/posts/contract.ts'
import type { Caller } from '../caller.ts'
import type { Queryable } from '../db/database.ts'
import { invalid } from './checks.ts'
import { cursorAfter, listStatement, positionAt, toPost, type ListFilter } from './store.ts'

/**
 * One page of somebody's posts.
 * @returns where the next page begins, undefined on the last one
 * @throws AppError validation_failed for a cursor that we did not make
 */
export async function listPosts(
  on: Queryable,
  { userId, language }: Caller,
  { cursor, ...filter }: Omit<ListFilter, 'userId' | 'after'> & { cursor?: string },
): Promise<{ posts: Post[]; nextCursor: string | undefined }> {
  const after = cursor === undefined ? undefined : positionAt(cursor)
  if (cursor !== undefined && !after) throw invalid('cursor', 'invalid', language)
  // One more than asked for tells whether there is a next page.
  const found = await on.query(listStatement({ ...filter, userId, limit: filter.limit + 1, after }))
  const rows = found.slice(0, filter.limit)
  const last = found.length > filter.limit ? rows.at(-1) : undefined
  return {
    posts: rows.map((row) => toPost(row, language)),
    nextCursor: last && cursorAfter(last, filter.order),
  }
}
