import type { Language } from '#core/language.ts'
import { isTimeZone } from '#core/time-zone.ts'
import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import { USER_COLUMNS, type UserRow } from './sessions.ts'

/** Any number works; it only has to be the same for all who register at once. */
const FIRST_USER_LOCK = 7_166_002

/** Whoever makes an account waits here for those who do so at the same time: one of them is the first. */
export async function waitForOthers(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${FIRST_USER_LOCK})`)
}

export interface NewUser {
  email: string
  /** Null for who signs in another way. */
  passwordHash: string | null
  firstName: string
  lastName: string
  language: Language
  timeZone: string | null
  /** Whether it is known that the address is theirs. */
  isConfirmed: boolean
}

/** Makes an account. An installation's first one is its admin, and confirmed. To be called after `waitForOthers`. */
export async function makeUser(tx: Queryable, given: NewUser, adminEmails: string[], now: Date): Promise<UserRow> {
  const isAdmin = adminEmails.includes(given.email)
  const [made] = await tx.query(sql`
    insert into users (email, password_hash, first_name, last_name, preferred_language, time_zone, role, email_confirmed_at, created_at)
    values (${given.email}, ${given.passwordHash}, ${given.firstName}, ${given.lastName}, ${given.language}, ${given.timeZone},
      case when ${isAdmin}::boolean or not exists (select from users) then 'admin' else 'user' end,
      case when ${given.isConfirmed}::boolean or not exists (select from users) then ${now}::timestamptz end, ${now})
    returning ${USER_COLUMNS}`)
  if (!made) throw new Error('The new user was not returned')
  return made
}

/** A zone of the world by its own name, else null: some browsers have none to tell but an offset. */
export function knownZone(zone: string | undefined): string | null {
  if (!zone || !isTimeZone(zone)) return null
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
}
