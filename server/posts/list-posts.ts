import type { Post } from '#core/posts/contract.ts'
import type { Caller } from '../caller.ts'
import type { Queryable } from '../db/database.ts'
import { invalid } from './checks.ts'
import { postJson } from './post-json.ts'
import { cursorAfter, pageStatement, positionAt, type ListFilter } from './store.ts'

/**
 * One page of somebody's posts.
 * @returns their JSON, and where the next page begins, undefined on the last one
 * @throws AppError validation_failed for a cursor that we did not make
 */
export async function listPosts(
  on: Queryable,
  { userId, language }: Caller,
  { cursor, ...filter }: Omit<ListFilter, 'userId' | 'after'> & { cursor?: string },
): Promise<{ json: string; nextCursor: string | undefined }> {
  const after = cursor === undefined ? undefined : positionAt(cursor)
  if (cursor !== undefined && !after) throw invalid('cursor', 'invalid', language)
  const rows = await on.query(pageStatement({ ...filter, userId, after }))
  const posts = rows.slice(0, filter.limit).map(({ line }) => postJson(line, language))
  const last = rows.length > filter.limit ? posts.at(-1) : undefined
  return { json: `[${posts.join(',')}]`, nextCursor: last && cursorAfter(JSON.parse(last) as Post, filter.order) }
}
