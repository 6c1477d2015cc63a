import { AppError } from '#core/errors.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, type RowOf } from '../../db/sql.ts'

export const INVITATION_LIFE_MS = 7 * 24 * 3_600_000
const INVITATION = columns('invitations', 'id', 'email', 'expires_at')

/** Finds a pending invitation; undefined when it is used, revoked or expired. */
export async function findInvitation(
  on: Queryable,
  hashes: string[],
  now: Date,
): Promise<RowOf<typeof INVITATION> | undefined> {
  const [invitation] = await on.query(sql`
    select ${INVITATION} from invitations
    where token_hash = any(${hashes}) and used_at is null and expires_at > ${now}`)
  return invitation
}

/** Marks an invitation as used, in the transaction that creates its account. @throws AppError invalid_token */
export async function useInvitation(tx: Queryable, id: string | undefined, userId: string, now: Date): Promise<void> {
  if (id === undefined) return
  // Update only an unused invitation, because a concurrent request may have revoked or used it.
  const used = await tx.query(sql`
    update invitations set used_at = ${now}, used_by = ${userId} where id = ${id} and used_at is null and expires_at > ${now}
    returning ${columns('invitations', 'id')}`)
  if (used.length === 0) throw new AppError('invalid_token')
}

export async function deleteOldInvitations(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from invitations where expires_at <= ${now}`)
}
