import { hash } from 'node:crypto'
import type { Language } from '#core/language.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Caller } from '../http/caller.ts'
import type { Queryable } from '../db/database.ts'
import { invalid } from './checks.ts'
import { idOfVersion, postJson } from './post-json.ts'
import { SizedCache } from './sized-cache.ts'
import { cursorAfter, linesStatement, pageStatement, positionAt, versionsOf, type ListFilter } from './store.ts'

/**
 * A post as JSON with a hash of it. The bytes begin with a comma, so that posts can be joined to a list without copying
 * them.
 */
interface PostText {
  bytes: Buffer
  digest: string
}

/** Caches posts as JSON, by language and version. Pages, filters and searches often return the same posts again. */
export type PostCache = Record<Language, SizedCache<PostText>>
export const postCache = (): PostCache => ({ en: new SizedCache(8 * 1024 ** 2), ar: new SizedCache(8 * 1024 ** 2) })

/**
 * One page of a user's posts.
 * @returns their JSON in pieces, a hash of it, and the next cursor if there is one
 * @throws AppError validation_failed for an invalid cursor
 */
export async function listPosts(
  on: Queryable,
  cache: PostCache,
  { userId, language }: Caller,
  { cursor, ...filter }: Omit<ListFilter, 'userId' | 'after'> & { cursor?: string },
): Promise<{ json: Buffer[]; digest: string; nextCursor: string | undefined }> {
  const after = cursor === undefined ? undefined : positionAt(cursor)
  if (cursor !== undefined && !after) throw invalid('cursor', 'invalid', language)
  const [page] = await on.query(pageStatement({ ...filter, userId, after }))
  const found = versionsOf(page)
  const versions = found.slice(0, filter.limit)
  const posts = await readAll(on, cache[language], versions, language)
  const last = found.length > filter.limit ? posts.at(-1) : undefined
  return {
    json: asList(posts),
    // Hash the hashes of the posts, which costs a tenth of hashing their whole JSON.
    digest: hash('sha256', posts.map(({ digest }) => digest).join(), 'base64url'),
    nextCursor: last && cursorAfter(JSON.parse(last.bytes.toString().slice(1)) as Post, filter.order),
  }
}

function asList([first, ...rest]: PostText[]): Buffer[] {
  if (!first) return [Buffer.from('[]')]
  return [BEGIN, first.bytes.subarray(1), ...rest.map(({ bytes }) => bytes), END]
}

const BEGIN = Buffer.from('[')
const END = Buffer.from(']')

/** Reads posts whose version is not cached. Some may have changed or been deleted since the list was read. */
async function readAll(
  on: Queryable,
  cache: SizedCache<PostText>,
  versions: string[],
  language: Language,
): Promise<PostText[]> {
  const known = versions.map((version) => cache.get(version))
  const unknown = versions.filter((_, index) => known[index] === undefined)
  if (unknown.length === 0) return known as PostText[]
  const read = new Map<string, PostText>()
  for (const { version, line } of await on.query(linesStatement(unknown.map(idOfVersion)))) {
    const bytes = Buffer.from(`,${postJson(line, language)}`)
    const post = { bytes, digest: hash('sha256', bytes, 'base64url') }
    cache.set(version, post, bytes.length)
    read.set(idOfVersion(version), post)
  }
  return versions.flatMap((version, index) => known[index] ?? read.get(idOfVersion(version)) ?? [])
}
