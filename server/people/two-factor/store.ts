import { AppError } from '#core/errors.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import type { Secrets } from '../../secrets.ts'
import { periodOf } from './totp.ts'

const PURPOSE = 'two-factor secret'
const COLUMNS = columns('two_factors', 'user_id', 'sealed_secret', 'confirmed_at')

/** When two-factor sign-in was turned on; null while it is off. */
export async function twoFactorSince(on: Queryable, userId: string): Promise<Date | null> {
  const [row] = await on.query(sql`select ${COLUMNS} from two_factors where user_id = ${userId}`)
  return row?.confirmed_at ?? null
}

/** Stores an unconfirmed secret in place of an earlier one. @throws AppError two_factor_on */
export async function storeSecret(on: Queryable, secrets: Secrets, userId: string, secret: string, now: Date) {
  const [stored] = await on.query(sql`
    insert into two_factors as t (user_id, sealed_secret, created_at) values (${userId}, ${secrets.seal(secret, PURPOSE)}, ${now})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_period = 0
      where t.confirmed_at is null
    returning ${columns('two_factors t', 'user_id')}`)
  if (!stored) throw new AppError('two_factor_on')
}

/**
 * Uses up a code, so that neither it nor an older one works again.
 * @param state `confirming` turns two-factor sign-in on
 * @returns whether the code was valid
 */
export async function useCode(
  tx: Queryable,
  secrets: Secrets,
  { userId, code, state, now }: { userId: string; code: string; state: 'confirmed' | 'confirming'; now: Date },
): Promise<boolean> {
  const [row] = await tx.query(sql`select ${COLUMNS} from two_factors where user_id = ${userId}`)
  if (!row || (state === 'confirmed') !== (row.confirmed_at !== null)) return false
  const period = await periodOf(secrets.open(row.sealed_secret, PURPOSE), code, now)
  if (period === undefined) return false
  const used = await tx.query(sql`
    update two_factors set last_period = ${period}, confirmed_at = coalesce(confirmed_at, ${now})
    where user_id = ${userId} and last_period < ${period} and sealed_secret = ${row.sealed_secret}
    returning ${columns('two_factors', 'user_id')}`)
  return used.length > 0
}

/** Turns two-factor sign-in off. @returns whether it was on */
export async function deleteTwoFactor(tx: Queryable, userId: string): Promise<boolean> {
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`)
  await deleteSecondSteps(tx, userId)
  const [deleted] = await tx.query(sql`delete from two_factors where user_id = ${userId} returning ${COLUMNS}`)
  return deleted?.confirmed_at != null
}

/** Ends all trusted browsers and all sign-ins that wait for a code. */
export async function deleteSecondSteps(tx: Queryable, userId: string): Promise<void> {
  await tx.query(sql`delete from trusted_browsers where user_id = ${userId}`)
  await tx.query(sql`delete from pending_sign_ins where user_id = ${userId}`)
}

export async function deleteExpiredSecondSteps(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from trusted_browsers where expires_at <= ${now}`)
  await on.query(sql`delete from pending_sign_ins where expires_at <= ${now}`)
}

/** Encrypts secrets again that were sealed with an older APP_SECRET. */
export async function resealTwoFactors(on: Queryable, secrets: Secrets): Promise<void> {
  const rows = await on.query(sql`select ${COLUMNS} from two_factors`)
  for (const { user_id, sealed_secret } of rows.filter((row) => secrets.isOutdated(row.sealed_secret))) {
    const sealed = secrets.seal(opened(secrets, sealed_secret), PURPOSE)
    await on.query(
      sql`update two_factors set sealed_secret = ${sealed} where user_id = ${user_id} and sealed_secret = ${sealed_secret}`,
    )
  }
}

function opened(secrets: Secrets, sealed: string): string {
  try {
    return secrets.open(sealed, PURPOSE)
  } catch (cause) {
    throw new Error(
      'The two-factor secrets in this database were encrypted with another secret. Set APP_SECRET to that secret, or add it as APP_SECRET_PREVIOUS. Only if that secret is permanently lost, run "delete from two_factors" in the database. Users then sign in with only the password and can turn it on again.',
      { cause },
    )
  }
}
