import type { Language } from '#core/language.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Caller } from '../http/caller.ts'
import type { Queryable } from '../db/database.ts'
import { invalid } from './checks.ts'
import type { PostCache } from './post-cache.ts'
import { idOfVersion, postJson } from './post-json.ts'
import { cursorAfter, linesStatement, pageStatement, positionAt, versionsOf, type ListFilter } from './store.ts'

/**
 * One page of somebody's posts.
 * @returns their JSON, and where the next page begins, undefined on the last one
 * @throws AppError validation_failed for a cursor that we did not make
 */
export async function listPosts(
  on: Queryable,
  cache: PostCache,
  { userId, language }: Caller,
  { cursor, ...filter }: Omit<ListFilter, 'userId' | 'after'> & { cursor?: string },
): Promise<{ json: string; nextCursor: string | undefined }> {
  const after = cursor === undefined ? undefined : positionAt(cursor)
  if (cursor !== undefined && !after) throw invalid('cursor', 'invalid', language)
  const [page] = await on.query(pageStatement({ ...filter, userId, after }))
  const found = versionsOf(page)
  const versions = found.slice(0, filter.limit)
  const posts = await readAll(on, cache, versions, language)
  const last = found.length > filter.limit ? posts.at(-1) : undefined
  return { json: `[${posts.join(',')}]`, nextCursor: last && cursorAfter(JSON.parse(last) as Post, filter.order) }
}

/** Those whose version is not cached are read: by then they may be newer, or gone. */
async function readAll(on: Queryable, cache: PostCache, versions: string[], language: Language): Promise<string[]> {
  const known = versions.map((version) => cache.get(language, version))
  const unknown = versions.filter((_, index) => known[index] === undefined)
  if (unknown.length === 0) return known as string[]
  const read = new Map<string, string>()
  for (const { version, line } of await on.query(linesStatement(unknown.map(idOfVersion)))) {
    const json = postJson(line, language)
    cache.set(language, version, json)
    read.set(idOfVersion(version), json)
  }
  return versions.flatMap((version, index) => known[index] ?? read.get(idOfVersion(version)) ?? [])
}
