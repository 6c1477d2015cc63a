import { byName } from '#core/by-name.ts'
import { AppError } from '#core/errors.ts'
import type { Tag } from '#core/posts/tags-contract.ts'
import { MAX_TAGS } from '#core/posts/tags.ts'
import type { Clock } from '../clock/clock.ts'
import { violatedConstraint, type Database, type Queryable } from '../db/database.ts'
import sql, { columns, count } from '../db/sql.ts'
import { settingsChanged } from '../events/events.ts'
import { callerOf, type Caller } from '../http/caller.ts'
import type { Handle } from '../http/router.ts'
import { invalid, requireDraft } from './checks.ts'
import { ownPost } from './store.ts'
import { removeTag, setTags } from './transitions/tags.ts'

interface Parts {
  database: Database
  clock: Clock
}

export function tagRoutes(handle: Handle, parts: Parts): void {
  handle('GET /api/tags', async ({ signedIn, language }) =>
    byName(await listTags(parts.database, signedIn.user.id), language),
  )

  handle('POST /api/tags', ({ signedIn, body }) => addTag(parts, signedIn.user.id, body))

  handle('PATCH /api/tags/{id}', ({ signedIn, params, body }) => changeTag(parts, signedIn.user.id, params.id, body))

  handle('DELETE /api/tags/{id}', ({ signedIn, params }) => deleteTag(parts, signedIn.user.id, params.id))

  handle('PUT /api/posts/{id}/tags', ({ params, body, ...context }) =>
    tagPost(parts, callerOf(context), params.id, body.tagIds),
  )
}

const COLUMNS = columns('tags', 'id', 'name', 'colour')

export async function listTags(on: Queryable, userId: string): Promise<Tag[]> {
  return await on.query(sql`select ${COLUMNS} from tags where user_id = ${userId} order by id`)
}

/** @throws AppError too_many_tags */
async function addTag({ database, clock }: Parts, userId: string, { name, colour }: Omit<Tag, 'id'>): Promise<Tag> {
  return await database.transaction(async (tx) => {
    // Lock the user's row, so that concurrent calls cannot exceed the limit.
    await tx.query(sql`select from users where id = ${userId} for update`)
    const [known] = await tx.query(sql`
      select ${COLUMNS} from tags where user_id = ${userId} and lower(name) = lower(${name})`)
    if (known) return known
    const [had] = await tx.query(sql`select ${count('tags')} from tags where user_id = ${userId}`)
    if ((had?.tags ?? 0) >= MAX_TAGS) throw new AppError('too_many_tags', { values: { limit: MAX_TAGS } })
    const [added] = await tx.query(sql`
      insert into tags (user_id, name, colour, created_at) values (${userId}, ${name}, ${colour}, ${clock.now()})
      returning ${COLUMNS}`)
    if (!added) throw new Error('A tag was not added')
    await tx.query(settingsChanged(userId, clock.now()))
    return added
  })
}

/** @throws AppError not_found, tag_exists */
async function changeTag(
  { database, clock }: Parts,
  userId: string,
  id: string,
  { name, colour }: Partial<Omit<Tag, 'id'>>,
): Promise<Tag> {
  try {
    return await database.transaction(async (tx) => {
      const [changed] = await tx.query(sql`
        update tags set name = coalesce(${name ?? null}, name), colour = coalesce(${colour ?? null}, colour)
        where id = ${id} and user_id = ${userId} returning ${COLUMNS}`)
      if (!changed) throw new AppError('not_found')
      await tx.query(settingsChanged(userId, clock.now()))
      return changed
    })
  } catch (cause) {
    throw violatedConstraint(cause) === 'one_tag_per_name' ? new AppError('tag_exists') : cause
  }
}

/** @throws AppError not_found */
async function deleteTag({ database, clock }: Parts, userId: string, id: string): Promise<undefined> {
  await database.transaction(async (tx) => {
    const [gone] = await tx.query(sql`
      delete from tags where id = ${id} and user_id = ${userId} returning ${columns('tags', 'id')}`)
    if (!gone) throw new AppError('not_found')
    await removeTag(tx, gone.id, userId, clock.now())
    await tx.query(settingsChanged(userId, clock.now()))
  })
}

/** @throws AppError not_found, also for a tag of another user, forbidden for a writer if the post is not a draft */
async function tagPost(
  { database, clock }: Parts,
  caller: Caller,
  postId: string,
  tagIds: readonly string[],
): Promise<undefined> {
  const wanted = distinct(tagIds)
  await database.transaction(async (tx) => {
    const found = await lockTags(tx, caller.userId)
    if (!wanted.every((id) => found.has(id))) throw new AppError('not_found')
    requireDraft(await ownPost(tx, postId, caller.userId, true), caller)
    await setTags(tx, { id: postId }, wanted, clock.now())
  })
}

/**
 * The ids of tags for a new post, each once. Keeps the tags from being deleted, as `lockTags` does.
 * @throws AppError validation_failed for a deleted tag or one of another user
 */
export async function ownTagIds(
  tx: Queryable,
  tagIds: readonly string[],
  { userId, language }: Pick<Caller, 'userId' | 'language'>,
): Promise<string[]> {
  if (tagIds.length === 0) return []
  const wanted = distinct(tagIds)
  const found = await lockTags(tx, userId)
  if (!wanted.every((id) => found.has(id))) throw invalid('tagIds', 'unknown_tag', language)
  return wanted
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))]

/** Keeps the user's tags from being deleted. Call it before locking a post, because a deletion locks in this order. */
export async function lockTags(tx: Queryable, userId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query(sql`
    select ${columns('tags', 'id')} from tags where user_id = ${userId} order by id for share`)
  return new Set(rows.map(({ id }) => id))
}
