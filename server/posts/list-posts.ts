import type { Caller } from '../caller.ts'
import type { Queryable } from '../db/database.ts'
import { invalid } from './checks.ts'
import { withOurWords } from './post-json.ts'
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
  const [page] = await on.query(pageStatement({ ...filter, userId, after }))
  const { last_at: at = null, last_id: id = null, posts = '' } = page ?? {}
  return { json: `[${withOurWords(posts, language)}]`, nextCursor: at && id ? cursorAfter({ at, id }) : undefined }
}
