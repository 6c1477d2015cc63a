import { scryptSync } from 'node:crypto'
import type { Queryable } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'

/** Everybody's password in the tests. */
export const PASSWORD = 'correct horse'

/** Where the `n`th of those who are settled is reached, counted from 1. */
export const fixtureEmail = (n: number): string => `person-${n}@example.com`

/** As cheap as can be: a hash names its own cost, and most tests are about something else than passwords. */
export const CHEAP_HASH = { N: 2, r: 1, p: 1 }

/** Gives hundreds of people an account, the first one an admin's, with confirmed addresses, as if they had registered one after the other. */
export async function createFixtureUsers(on: Queryable): Promise<void> {
  const salt = Buffer.from('salt')
  const key = scryptSync(PASSWORD, salt, 32, CHEAP_HASH)
  const hash = [
    'scrypt',
    CHEAP_HASH.N,
    CHEAP_HASH.r,
    CHEAP_HASH.p,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$')
  const emails = Array.from({ length: 500 }, (_, index) => fixtureEmail(index + 1))
  await on.query(sql`
    insert into users (email, password_hash, first_name, last_name, role, email_confirmed_at, created_at)
    select email, ${hash}, 'Layla', 'Haddad', case when n = 1 then 'admin' else 'user' end, now(), now()
    from unnest(${emails}::text[]) with ordinality as settled (email, n)`)
}
