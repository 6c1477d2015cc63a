import { scryptSync } from 'node:crypto'
import type { Queryable } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'

export const PASSWORD = 'correct horse'

/** The email address of the `n`th fixture user. Numbers start at 1. */
export const fixtureEmail = (n: number): string => `person-${n}@example.com`

/** The lowest cost of password hashing, which makes sign-in fast in tests. Each stored hash records its cost. */
export const CHEAP_HASH = { N: 2, r: 1, p: 1 }

/** Returns the hash that is stored for every test user's password, with the lowest cost of hashing. */
export function cheapPasswordHash(): string {
  const salt = Buffer.from('salt')
  const key = scryptSync(PASSWORD, salt, 32, CHEAP_HASH)
  const { N, r, p } = CHEAP_HASH
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Creates hundreds of users with confirmed email addresses. The first is the administrator. */
export async function createFixtureUsers(on: Queryable): Promise<void> {
  const hash = cheapPasswordHash()
  const emails = Array.from({ length: 500 }, (_, index) => fixtureEmail(index + 1))
  await on.query(sql`
    insert into users (email, password_hash, first_name, last_name, role, email_confirmed_at, created_at)
    select email, ${hash}, 'Layla', 'Haddad', case when n = 1 then 'admin' else 'user' end, now(), now()
    from unnest(${emails}::text[]) with ordinality as settled (email, n)`)
}
