import { randomUUID } from 'node:crypto'
import type { Caller } from '../http/caller.ts'
import type { Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'
import { invalid } from './checks.ts'
import { ownPost } from './store.ts'
import { setIdea } from './transitions/edit.ts'

// English and Arabic of one idea. Two posts share an idea that no third one has: whoever is paired anew leaves the former
// sibling alone, and a deleted one is nobody's sibling, without a look at the other one's row.

/**
 * Makes a person's post ready to be the sibling of a new one.
 * @returns the idea that the new one is to have
 * @throws AppError not_found
 */
export async function pairWith(tx: Queryable, siblingId: string, userId: string, now: Date): Promise<string> {
  await ownPost(tx, siblingId, userId, true)
  const idea = randomUUID()
  await setIdea(tx, [siblingId], idea, now)
  return idea
}

/**
 * Pairs two of a person's posts, or parts one from its sibling.
 * @param siblingId null for none
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

/** Locks both in one order, so that two people's tabs that pair the same posts do not wait for each other. */
export async function lockBoth(tx: Queryable, ids: string[], userId: string): Promise<void> {
  await tx.query(sql`select from posts where id = any(${ids}::uuid[]) and user_id = ${userId} order by id for update`)
}
