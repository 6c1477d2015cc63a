import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { openDatabase, type Queryable } from '#server/db/database.ts'
import sql, { computed } from '#server/db/sql.ts'
import { cookies, SESSION_COOKIE } from '#server/http/cookies.ts'
import { keyFinder } from '#server/programs/keys/api-keys.ts'
import { secretsFrom } from '#server/secrets.ts'
import { testDatabase } from '#tests/support/databases.ts'
import { sessions } from './sessions.ts'

const secrets = secretsFrom(['a secret of an installation in a test'])
const clock = { now: () => new Date(), until: async () => {} }

/** Creates many users, each with a session and an API key. @returns the id of one of them */
async function createUsers(database: Queryable): Promise<string> {
  const id = randomUUID()
  await database.query(sql`
    insert into users (id, email, first_name, last_name, created_at)
    select case n when 1 then ${id}::uuid else gen_random_uuid() end, n || '@example.com', 'A', 'B', now() from generate_series(1, 3000) n`)
  await database.query(sql`
    insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at)
    select id, case id when ${id}::uuid then ${secrets.tokenHash('token')} else id::text end, now(), now(), now() + interval '1 day' from users`)
  await database.query(sql`
    insert into api_keys (user_id, name, scopes, token_hash, created_at)
    select id, 'Key', '{}', case id when ${id}::uuid then ${secrets.tokenHash('key')} else id::text end, now() from users`)
  return id
}

test("reuses PostgreSQL's query plans to look up sessions and API keys when there are many", async () => {
  await using place = await testDatabase()
  // PostgreSQL keeps query plans per connection, so use only one connection.
  await using database = await openDatabase({ ...place, connections: { main: 1, queue: 1 }, onError: console.error })
  const id = await createUsers(database)
  await database.query(sql`analyze`)
  const { find } = sessions(database, clock, secrets, cookies('http://localhost'))
  const findKey = keyFinder({ database, clock, secrets }, { spend: async () => {} })
  const request = { headers: { cookie: `${SESSION_COOKIE}=token` } } as unknown as FastifyRequest
  // Run each statement ten times. PostgreSQL makes a new plan for each of the first five runs, and may then reuse one.
  for (let run = 0; run < 10; run++) {
    for (const asksVersion of [true, false]) expect((await find(request, { asksVersion }))?.user.id).toBe(id)
    expect((await findKey('key', { asksVersion: true })).user.id).toBe(id)
  }
  const plans = await database.query(sql`
    select ${computed('reused', 'integer', sql`generic_plans`, 0)} from pg_prepared_statements
    where statement like '%token_hash = any%' and statement not like '%pg_prepared_statements%'`)
  expect(plans).toHaveLength(3)
  for (const { reused } of plans) expect(reused).toBeGreaterThan(0)
})
