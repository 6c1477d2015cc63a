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
 * Prepares a post to be paired with a new one, its version in the other language.
 * @returns the id that both posts share
 * @throws AppError not_found
 */
export async function pairWith(tx: Queryable, siblingId: string, userId: string, now: Date): Promise<string> {
  await ownPost(tx, siblingId, userId, true)
  const idea = randomUUID()
  await setIdea(tx, [siblingId], idea, now)
  return idea
}

/**
 * Pairs a post with its version in the other language, or ends the pair.
 * @param siblingId null to end the pair
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
