import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT_COLUMNS } from '#server/accounts/store.ts'
import { markLost } from '#server/accounts/transitions.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import sql, { columns, computed, count } from '#server/db/sql.ts'
import { POST_COLUMNS, type PostRow } from '#server/posts/store.ts'
import { recordSetback } from '#server/posts/transitions/fail.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import { deleteOldEvents } from './events.ts'
import { notifyOfLostAccount } from './notify-owners.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const later = ({ clock }: Installation, ms: number) => new Date(clock.now().getTime() + ms)

/** The events about one object, in order. */
async function eventKindsOf(database: Database, id: string): Promise<string[]> {
  const rows = await database.query(
    sql`select ${columns('events', 'kind')} from events where subject_id = ${id} order by id`,
  )
  return rows.map(({ kind }) => kind)
}

test('appends an event for each change of posts and accounts, in order', async () => {
  await using place = await installation()
  let post: string
  let account: string
  {
    await using frogy = await place.start()
    const layla = await frogy.visitor().register()
    await layla.connect('twitter')
    account = (await layla.call('GET /api/social-accounts', {}))[0]?.id ?? ''
    const params = { id: account }
    const first = await layla.schedule({ platform: 'twitter', content: 'Once', at: later(place, HOUR_MS) })
    post = first.id
    await layla.call('PATCH /api/posts/{id}', { params: { id: post }, body: { content: 'Once only' } })
    await layla.call('POST /api/posts/{id}/publish', { params: { id: post } })
    await layla.call('PATCH /api/social-accounts/{id}', { params, body: { isActive: false } })
    await layla.connect('twitter')
    await layla.call('DELETE /api/posts/{id}', { params: { id: post }, query: { network: 'false' } })
    await layla.call('DELETE /api/social-accounts/{id}', { params })
  }
  await using database = await place.database()
  const ofPost = ['created', 'changed', 'changed', 'begun', 'published', 'removed'].map((what) => `post.${what}`)
  expect(await eventKindsOf(database, post)).toEqual(ofPost)
  const ofAccount = ['connected', 'changed', 'changed', 'removed'].map((what) => `account.${what}`)
  expect(await eventKindsOf(database, account)).toEqual(ofAccount)
})

describe('scheduled posts', () => {
  let place: Installation
  let database: Database
  let posts: readonly PostRow[]

  beforeAll(async () => {
    place = await installation()
    {
      await using frogy = await place.start()
      const layla = await frogy.visitor().register()
      await layla.connect('twitter')
      for (let n = 0; n < 60; n++)
        await layla.schedule({ platform: 'twitter', content: `Later ${n}`, at: later(place, DAY_MS) })
    }
    database = await place.database()
    posts = await database.query(sql`select ${POST_COLUMNS} from posts order by created_at`)
  })
  afterAll(async () => {
    await database[Symbol.asyncDispose]()
    await place[Symbol.asyncDispose]()
  })

  const fail = (tx: Queryable, post: PostRow | undefined, code: 'duplicate' | 'policy' | 'reconnect') => {
    if (!post) throw new Error('There are fewer posts')
    const now = place.clock.now()
    return recordSetback(tx, post, 'refused', { code, detail: null, at: now.toISOString() }, null, now)
  }

  /** The notifications with this reason, and their number of posts. */
  const told = (reason: string) =>
    database.query(sql`
      select ${columns('notifications n', 'kind', 'mail_at')}, ${count('posts')}
      from notifications n join notification_posts on notification_id = n.id where reason = ${reason} group by n.id`)

  test('marks a post as failed and notifies its author in one transaction', async () => {
    const [post] = posts
    const cut = database.transaction(async (tx) => {
      const query: Queryable['query'] = (statement) => {
        if (statement.text.includes('notification_posts')) throw new Error('killed')
        return tx.query(statement)
      }
      await fail({ query }, post, 'policy')
    })
    await expect(cut).rejects.toThrow('killed')
    expect(await eventKindsOf(database, post?.id ?? '')).toEqual(['post.created'])
    const [row] = await database.query(sql`select ${columns('posts', 'status')} from posts where id = ${post?.id}`)
    expect(row?.status).toBe('scheduled')
    expect(await told('policy')).toEqual([])
  })

  test('refuses to notify outside a transaction', async () => {
    await expect(fail(database, posts[0], 'policy')).rejects.toThrow('transaction')
    const [row] = await database.query(sql`select ${columns('posts', 'status')} from posts where id = ${posts[0]?.id}`)
    expect(row?.status).toBe('scheduled')
    const [account] = await database.query(sql`select ${ACCOUNT_COLUMNS} from social_accounts`)
    if (account) await expect(notifyOfLostAccount(database, account, place.clock.now())).rejects.toThrow('transaction')
    expect(account).toBeDefined()
  })

  test('merges posts that fail at the same time into one notification and one mail', async () => {
    await Promise.all(posts.slice(1, 30).map((post) => database.transaction((tx) => fail(tx, post, 'duplicate'))))
    expect(await told('duplicate')).toEqual([{ kind: 'failed', posts: 29, mail_at: expect.any(Date) as Date }])
  })

  test('marks an account as lost once under concurrent failures, and lists all blocked posts in one notification', async () => {
    const [account] = await database.query(sql`select ${ACCOUNT_COLUMNS} from social_accounts`)
    if (!account) throw new Error('There is no account')
    await Promise.all(
      posts.slice(30, 60).map(async (post) => {
        await markLost(database, account, place.clock.now())
        await database.transaction((tx) => fail(tx, post, 'reconnect'))
      }),
    )
    expect(await told('reconnect')).toEqual([{ kind: 'reconnect', posts: 30, mail_at: expect.any(Date) as Date }])
    expect((await eventKindsOf(database, account.id)).filter((kind) => kind === 'account.lost')).toHaveLength(1)
  })

  test('deletes all events older than thirty days, even thousands in one run', async () => {
    const [owner] = posts
    const now = place.clock.now()
    const old = new Date(now.getTime() - 30 * DAY_MS - 1)
    await database.query(sql`delete from events`)
    await database.query(sql`
      insert into events (user_id, kind, subject_id, at)
      select ${owner?.user_id}::uuid, 'post.changed', gen_random_uuid(), ${old}::timestamptz from generate_series(1, 12345)`)
    await database.query(sql`
      insert into events (user_id, kind, subject_id, at) values (${owner?.user_id}, 'post.changed', ${owner?.id}, ${new Date(old.getTime() + 1_000)})`)
    await deleteOldEvents(database, now)
    const left = await database.query(sql`select ${columns('events', 'subject_id')} from events`)
    expect(left).toEqual([{ subject_id: owner?.id }])
  })

  test('finds only one database trigger, which sends notifications and writes no rows', async () => {
    const triggers = await database.query(sql`
      select tgname as name, tgrelid::regclass::text as on_table from pg_trigger where not tgisinternal`)
    expect(triggers).toEqual([{ name: 'events_told', on_table: 'events' }])
    const functions = await database.query(sql`
      select ${computed('source', 'text', sql`prosrc`, '')} from pg_proc where pronamespace = 'public'::regnamespace`)
    expect(functions.filter(({ source }) => source.includes('pg_notify'))).toHaveLength(1)
    for (const { source } of functions) expect(source).not.toMatch(/\b(insert|update|delete)\b/i)
  })
})
