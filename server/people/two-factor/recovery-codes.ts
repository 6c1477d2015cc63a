import { createHash, randomBytes } from 'node:crypto'
import { plainRecoveryCode, RECOVERY_CODES, recoveryCodeOf } from '#core/people/codes.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, count } from '../../db/sql.ts'

/** Replaces all recovery codes with ten new ones. Only their hashes are stored. */
export async function renewRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(randomBytes(32)))
  const hashes = codes.map((code) => hashOf(userId, code))
  // Lock the user's row. Two concurrent calls would otherwise leave twenty codes.
  await tx.query(sql`select from two_factors where user_id = ${userId} for update`)
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.query(sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::text[])`)
  return codes
}

/** Uses up a recovery code. @returns whether it was valid */
export async function useRecoveryCode(tx: Queryable, userId: string, code: string, now: Date): Promise<boolean> {
  const used = await tx.query(sql`
    update recovery_codes set used_at = ${now} where user_id = ${userId} and code_hash = ${hashOf(userId, code)} and used_at is null
    returning ${columns('recovery_codes', 'code_hash')}`)
  return used.length > 0
}

export async function recoveryCodesLeft(on: Queryable, userId: string): Promise<number> {
  const [row] = await on.query(
    sql`select ${count('left')} from recovery_codes where user_id = ${userId} and used_at is null`,
  )
  return row?.left ?? 0
}

/** Hashes a code. A plain hash is safe for 75 random bits. It needs no key, so codes survive a change of APP_SECRET. */
function hashOf(userId: string, code: string): string {
  return createHash('sha256')
    .update(`${userId} ${plainRecoveryCode(code)}`)
    .digest('base64url')
}
