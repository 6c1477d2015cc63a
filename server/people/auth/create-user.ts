import type { Language } from '#core/language.ts'
import type { User } from '#core/people/auth-contract.ts'
import { isTimeZone } from '#core/time-zone.ts'
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts'
import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import { USER_COLUMNS, type UserRow } from './sessions.ts'

/** Serializes concurrent registrations, so that exactly one user is the first. */
export async function lockRegistrations(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.registrations})`)
}

interface NewUser {
  email: string
  /** The hash of the password. Null for users without one, who sign in with Google or OpenID Connect. */
  passwordHash: string | null
  firstName: string
  lastName: string
  language: Language
  timeZone: string | null
  isConfirmed: boolean
  role: User['role']
}

/** Creates a user. Call `lockRegistrations` and `admit` first. */
export async function createUser(tx: Queryable, given: NewUser, now: Date): Promise<UserRow> {
  const [made] = await tx.query(sql`
    insert into users (email, password_hash, first_name, last_name, preferred_language, time_zone, role, email_confirmed_at, created_at)
    values (${given.email}, ${given.passwordHash}, ${given.firstName}, ${given.lastName}, ${given.language}, ${given.timeZone},
      ${given.role}, ${given.isConfirmed ? now : null}, ${now})
    returning ${USER_COLUMNS}`)
  if (!made) throw new Error('The new user was not returned')
  return made
}

/** The standard IANA name of a time zone. Null if unknown, because some browsers report only an offset. */
export function canonicalTimeZone(zone: string | undefined): string | null {
  if (!zone || !isTimeZone(zone)) return null
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
}
