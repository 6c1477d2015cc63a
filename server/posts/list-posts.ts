import type { Language } from '#core/language.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Caller } from '../http/caller.ts'
import type { Queryable } from '../db/database.ts'
import { invalid } from './checks.ts'
import { idOfVersion, postJson } from './post-json.ts'
import { SizedCache } from './sized-cache.ts'
import { cursorAfter, linesStatement, pageStatement, positionAt, versionsOf, type ListFilter } from './store.ts'

/** A cache of posts as JSON, by language and version: paging, filters and searches return the same posts again. */
export type PostCache = SizedCache<string>
export const postCache = (): PostCache => new SizedCache(16 * 1024 ** 2)

/**
 * One page of a user's posts.
 * @returns their JSON, and the next cursor if there is one
 * @throws AppError validation_failed for an invalid cursor
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

/** Reads posts whose version is not cached. Some may have changed or been deleted meanwhile. */
async function readAll(on: Queryable, cache: PostCache, versions: string[], language: Language): Promise<string[]> {
  const known = versions.map((version) => cache.get(`${language} ${version}`))
  const unknown = versions.filter((_, index) => known[index] === undefined)
  if (unknown.length === 0) return known as string[]
  const read = new Map<string, string>()
  for (const { version, line } of await on.query(linesStatement(unknown.map(idOfVersion)))) {
    // Cache a copy: V8 keeps a concatenated string as its parts, which would be joined again for every list.
    const json = Buffer.from(postJson(line, language)).toString()
    cache.set(`${language} ${version}`, json, json.length)
    read.set(idOfVersion(version), json)
  }
  return versions.flatMap((version, index) => known[index] ?? read.get(idOfVersion(version)) ?? [])
}
