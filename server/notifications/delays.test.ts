import { expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import sql, { columns } from '#server/db/sql.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import { installation } from '#tests/support/installation.ts'
import { mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { delayWatch } from './delay-watch.ts'
import { notifyOfDelays } from './delays.ts'

const MINUTE_MS = 60_000

const list = (person: Person) => person.call('GET /api/notifications', {})

/** Starts a Frogy, schedules posts and stops it again, so that the posts become due but nothing publishes them. */
async function withPostsDue(count: number) {
  await using opened = new AsyncDisposableStack()
  const place = opened.use(await installation())
  const frogy = await place.start()
  const layla = await frogy.visitor().register()
  await layla.connect('linkedin')
  const at = new Date(place.clock.now().getTime() + MINUTE_MS)
  const posts = []
  for (let n = 0; n < count; n++) posts.push(await layla.schedule({ platform: 'linkedin', content: `Late ${n}`, at }))
  await frogy[Symbol.asyncDispose]()
  place.clock.advanceTo(new Date(at.getTime() + MINUTE_MS))
  const stack = opened.move()
  return { place, layla, posts, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const tellOfAll = (database: Database, now: Date) => database.transaction((tx) => notifyOfDelays(tx, sql`true`, now))

test('counts late posts in one notification, and resolves it when they are published', async () => {
  await using late = await withPostsDue(3)
  const { place, layla, posts } = late
  {
    await using database = await place.database()
    for (let n = 0; n < 3; n++) await tellOfAll(database, place.clock.now())
    const rows = await database.query(sql`select kind from notifications`)
    expect(rows).toEqual([{ kind: 'delayed' }])
  }
  await using again = await place.start()
  layla.movedTo(again.url)
  const [item] = (await list(layla)).items
  expect(item).toMatchObject({ kind: 'delayed', title: expect.stringContaining('LinkedIn') as unknown })
  for (const post of posts) expect((await layla.decided(post)).status).toBe('published')
  expect(await list(layla)).toMatchObject({ unread: 0, items: [{ kind: 'delayed', action: null, count: 3 }] })
})

test("mails about posts that are still late after minutes, in the user's language", async () => {
  await using late = await withPostsDue(2)
  const { place, layla } = late
  {
    await using database = await place.database()
    await database.query(sql`update users set preferred_language = 'ar', email_confirmed_at = ${place.clock.now()}`)
    await tellOfAll(database, place.clock.now())
    await database.query(sql`update posts set next_step_at = now() + interval '1 day'`)
  }
  place.clock.advance(3 * MINUTE_MS)
  await using _again = await place.start()
  const mail = await mailTo(place.dataDir, layla.user?.email ?? '')
  expect(mail).toContain('تأخّر منشوران على')
  expect(mail).toContain('Late 1')
})

test('notifies again when a late post is rescheduled and late again', async () => {
  await using late = await withPostsDue(1)
  const { place, layla } = late
  {
    await using database = await place.database()
    await tellOfAll(database, place.clock.now())
    await database.query(sql`update notifications set read_at = ${place.clock.now()}`)
    const at = new Date(place.clock.now().getTime() + MINUTE_MS)
    await database.query(sql`update posts set scheduled_at = ${at}, next_step_at = ${at}`)
    await tellOfAll(database, place.clock.now())
    place.clock.advance(2 * MINUTE_MS)
    await tellOfAll(database, place.clock.now())
    await database.query(sql`update posts set next_step_at = now() + interval '1 day'`)
  }
  await using again = await place.start()
  expect(await list(layla.movedTo(again.url))).toMatchObject({
    unread: 1,
    items: [{ kind: 'delayed', action: 'look' }],
  })
})

test('notifies authors only of due posts that no worker has begun to send', async () => {
  await using late = await withPostsDue(2)
  const { place, layla, posts } = late
  {
    await using database = await place.database()
    await database.query(sql`
      with begun as (update posts set status = 'publishing' where id = ${posts[1]?.id} returning account_id)
      insert into account_leases select account_id, 'somebody', clock_timestamp() + interval '1 hour' from begun`)
    const watch = delayWatch({ database, clock: place.clock }, 50)
    // Checks for delayed posts if a check is due, and lists the posts of which authors were notified.
    const look = async () => {
      if (await watch.dueAt(place.clock.now())) await watch.run()
      return await database.query(sql`select ${columns('notification_posts', 'post_id')} from notification_posts`)
    }
    expect(await look()).toEqual([])
    await expect.poll(look).toEqual([{ post_id: posts[0]?.id }])
    expect(await watch.dueAt(place.clock.now())).toBeUndefined()
    await database.query(sql`delete from account_leases`)
    await expect.poll(async () => (await look()).length).toBe(2)
  }
  await using again = await place.start()
  expect((await list(layla.movedTo(again.url))).items).toMatchObject([{ kind: 'delayed' }])
})

if (SERVER_URL) {
  test('mails about delays from a web process when no worker runs', async () => {
    await using late = await withPostsDue(1)
    const { place, layla } = late
    {
      await using database = await place.database()
      await database.query(sql`update users set email_confirmed_at = ${place.clock.now()}`)
      await tellOfAll(database, place.clock.now())
    }
    place.clock.advance(3 * MINUTE_MS)
    await using _web = await place.start({ ROLE: 'web' })
    expect(await mailTo(place.dataDir, layla.user?.email ?? '')).toContain('Subject: LinkedIn: 1 post is delayed')
  })
}
