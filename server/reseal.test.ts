import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { fixtureEmail } from '#tests/support/fixture-users.ts'
import { openDatabase, type Database } from './db/database.ts'
import sql, { columns, type Statement } from './db/sql.ts'
import { resealAll } from './reseal.ts'
import { secretsFrom } from './secrets.ts'

const [OLD, NEW] = ['an old secret of an installation', 'the new secret of an installation']
const TEXT = JSON.stringify({ accessToken: 'a text to keep' })
const USER = sql`(select id from users where email = ${fixtureEmail(1)})`

interface SealedTable {
  purpose: string
  insert: (sealed: string) => Statement<object>
  read: Statement<{ sealed: string }>
}

const TABLES: Record<string, SealedTable> = {
  social_accounts: {
    purpose: 'social-account-tokens',
    insert: (sealed) => sql`
      insert into social_accounts (user_id, platform, remote_id, display_name, simulated, sealed_tokens, connected_at)
      values (${USER}, 'linkedin', 'sealed', '', false, ${sealed}, now())`,
    read: sql`
      select ${columns('social_accounts', 'sealed_tokens as sealed')} from social_accounts where remote_id = 'sealed'`,
  },
  registered_apps: {
    purpose: 'registered-app',
    insert: (sealed) => sql`
      insert into registered_apps (platform, server, redirect_uri, sealed_app, registered_at)
      values ('mastodon', 'social.example', '', ${sealed}, now())`,
    read: sql`select ${columns('registered_apps', 'sealed_app as sealed')} from registered_apps`,
  },
  push_keys: {
    purpose: 'push key',
    insert: (sealed) => sql`
      insert into push_keys (public_key, sealed_private_key, created_at) values ('public', ${sealed}, now())`,
    read: sql`select ${columns('push_keys', 'sealed_private_key as sealed')} from push_keys`,
  },
  webhooks: {
    purpose: 'webhook',
    insert: (sealed) => sql`
      insert into webhooks (user_id, url, events, sealed_secret, created_at)
      values (${USER}, 'https://example.com', '{}', ${sealed}, now())`,
    read: sql`select ${columns('webhooks', 'sealed_secret as sealed')} from webhooks`,
  },
  feeds: {
    purpose: 'feed',
    insert: (sealed) => sql`
      insert into feeds (user_id, kind, token_hash, sealed_token, created_at)
      values (${USER}, 'calendar', 'hash', ${sealed}, now())`,
    read: sql`select ${columns('feeds', 'sealed_token as sealed')} from feeds`,
  },
  provider_keys: {
    purpose: 'key of openai',
    insert: (sealed) => sql`
      insert into provider_keys (provider, sealed_key, last_four, set_at) values ('openai', ${sealed}, 'keep', now())`,
    read: sql`select ${columns('provider_keys', 'sealed_key as sealed')} from provider_keys`,
  },
  two_factors: {
    purpose: 'two-factor secret',
    insert: (sealed) => sql`
      insert into two_factors (user_id, sealed_secret, created_at) values (${USER}, ${sealed}, now())`,
    read: sql`select ${columns('two_factors', 'sealed_secret as sealed')} from two_factors`,
  },
}

let files: TestDatabase
let database: Database
beforeAll(async () => {
  files = await testDatabase('peopled')
  database = await openDatabase({ ...files, onError: console.error })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await files[Symbol.asyncDispose]()
})

// In each test, only one table has an outdated text, because the earlier tests have sealed those of the other tables.
test.each(Object.entries(TABLES))(
  'encrypts a text in the table %s again with the newest secret, even if no other table has an outdated text',
  async (_name, { purpose, insert, read }) => {
    await database.query(insert(secretsFrom([OLD]).seal(TEXT, purpose)))
    await resealAll(database, secretsFrom([NEW, OLD]))
    const [row] = await database.query(read)
    expect(secretsFrom([NEW]).open(row?.sealed ?? '', purpose)).toBe(TEXT)
  },
)
