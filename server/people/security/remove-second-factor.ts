import type { SecurityDetails } from '#core/notifications/security-details.ts'
import { mailSecurityNotice, type SecurityMailParts } from '../auth/sign-in.ts'
import type { UserRow } from '../auth/sessions.ts'
import { deleteTwoFactor } from '../two-factor/store.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { addSecurityNotice } from '../../notifications/security-notices.ts'

/**
 * Removes two-factor sign-in and all passkeys of a user who lost them, and notifies the user. The password stays. Call
 * `mails.open` before the transaction.
 * @returns what was removed; undefined when the user had neither two-factor sign-in nor passkeys
 */
export async function removeSecondFactor(
  tx: Queryable,
  parts: SecurityMailParts,
  owner: UserRow,
  by: Extract<SecurityDetails, { what: 'second_factor_removed' }>['by'],
  now: Date,
): Promise<{ twoFactor: boolean; passkeys: number } | undefined> {
  const twoFactor = await deleteTwoFactor(tx, owner.id)
  const deleted = await tx.query(
    sql`delete from passkeys where user_id = ${owner.id} returning ${columns('passkeys', 'id')}`,
  )
  if (!twoFactor && deleted.length === 0) return undefined
  await addSecurityNotice(tx, owner.id, { what: 'second_factor_removed', by }, now)
  await mailSecurityNotice(tx, parts, owner, 'secondFactorRemoved')
  return { twoFactor, passkeys: deleted.length }
}
