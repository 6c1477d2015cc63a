import { randomUUID } from 'node:crypto'
import type { Caller } from '../http/caller.ts'
import type { Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'
import { invalid } from './checks.ts'
import { ownPost } from './store.ts'
import { setIdea } from './transitions/edit.ts'

// Two posts that share an idea, in English and Arabic, are siblings. Deleting one, or pairing it with another post,
// leaves the other without a sibling.

/**
 * Prepares a post to become the sibling of a new one.
 * @returns the shared idea
 * @throws AppError not_found
 */
export async function pairWith(tx: Queryable, siblingId: string, userId: string, now: Date): Promise<string> {
  await ownPost(tx, siblingId, userId, true)
  const idea = randomUUID()
  await setIdea(tx, [siblingId], idea, now)
  return idea
}

/**
 * Makes two posts siblings, or separates a post from its sibling.
 * @param siblingId null for no sibling
 * @throws AppError not_found, validation_failed
 */
export async function setSibling(
  tx: Queryable,
  { userId, language }: Caller,
  id: string,
  siblingId: string | null,
  now: Date,
): Promise<void> {
  if (siblingId === id) throw invalid('siblingId', 'invalid', language)
  if (siblingId) await ownPost(tx, siblingId, userId)
  await setIdea(tx, siblingId ? [id, siblingId] : [id], siblingId && randomUUID(), now)
}

/** Locks posts in a fixed order, so that two tabs that pair the same posts cannot deadlock. */
export async function lockPair(tx: Queryable, ids: string[], userId: string): Promise<void> {
  await tx.query(sql`select from posts where id = any(${ids}::uuid[]) and user_id = ${userId} order by id for update`)
}
