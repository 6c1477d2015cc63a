import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import { instantOf, wallClock } from '#core/time-zone.ts'
import sql, { columns } from '#server/db/sql.ts'
import { ZONE_RULES } from '#server/posts/transitions/wall-time.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import { mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { reconcileLocalTimes } from './reconcile-local-times.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONE = 'Africa/Cairo'
const OLD_RULES = '2000a'

const list = (person: Person) => person.call('GET /api/notifications', {})
const shifted = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Nine o'clock in Cairo, some days ahead. */
function nine(now: Date, days = 3): Date {
  const at = instantOf(wallClock(shifted(now, days * DAY_MS), ZONE).date, '09:00', ZONE)
  if (!at) throw new Error('There is no nine o’clock')
  return at
}

const scheduled = (person: Person, at: Date, content: string, zone: string | null = ZONE): Promise<Post> =>
  person.call('POST /api/posts', {
    body: {
      platform: 'linkedin',
      content,
      status: 'scheduled',
      ...(zone ? chosenTime(at, zone) : { scheduledAt: at.toISOString() }),
    },
  })

/** Stores the posts as a process with older time-zone rules would: nine o'clock was another instant. */
async function asByOlderRules(place: Installation, posts: Post[], offMs: number): Promise<void> {
  await using database = await place.database()
  for (const { id, scheduledAt } of posts) {
    const off = shifted(new Date(scheduledAt ?? ''), offMs)
    await database.query(sql`
      update posts set scheduled_at = ${off}, next_step_at = ${off},
        zone_rules = case when time_zone is null then null else ${OLD_RULES} end where id = ${id}`)
  }
}

async function withPosts(
  make: (person: Person, now: Date) => Promise<Post[]>,
  { language = 'en', offMs = HOUR_MS }: { language?: 'en' | 'ar'; offMs?: number } = {},
) {
  await using opened = new AsyncDisposableStack()
  const place = opened.use(await installation())
  const frogy = await place.start()
  const layla = await frogy.visitor(language).register()
  await layla.call('PATCH /api/user', { body: { preferredLanguage: language } })
  await layla.connect('linkedin')
  const posts = await make(layla, place.clock.now())
  await frogy[Symbol.asyncDispose]()
  await asByOlderRules(place, posts, offMs)
  const stack = opened.move()
  return { place, layla, posts, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const timeOf = async (person: Person, post: Post) => (await person.read(post)).scheduledAt

test("keeps a post at nine o'clock local time when its country changes the time-zone rules, and notifies the author once", async () => {
  await using given = await withPosts(async (layla, now) => [
    await scheduled(layla, nine(now), 'Good morning, Cairo'),
    await scheduled(layla, nine(now), 'At this very instant', null),
  ])
  const { place, layla, posts } = given
  const [kept, instant] = posts as [Post, Post]
  const off = shifted(nine(place.clock.now()), HOUR_MS)
  {
    await using frogy = await place.start()
    layla.movedTo(frogy.url)
    await expect.poll(() => timeOf(layla, kept)).toBe(kept.scheduledAt)
    const { unread, items } = await list(layla)
    expect(unread).toBe(1)
    expect(items).toMatchObject([
      {
        kind: 'moved',
        count: 1,
        title: 'A post on LinkedIn has a new time',
        action: 'look',
        posts: [{ id: kept.id }],
      },
    ])
    expect(items[0]?.text).toMatch(/rules for Cairo.*was moved from .*10:00 to .* 9:00/)
    expect(await mailTo(place.dataDir, layla.user?.email ?? '')).toContain('Good morning, Cairo')
    // An editor that was opened before the move sends the old revision, which is refused.
    const edit = { params: { id: kept.id }, headers: { 'if-match': `"${kept.revision}"` }, body: { content: 'Late' } }
    expect((await layla.ask('PATCH /api/posts/{id}', edit)).status).toBe(409)
    // A post that was scheduled without a time zone keeps its instant.
    expect(await timeOf(layla, instant)).toBe(off.toISOString())
    await layla.call('POST /api/notifications/read', { body: {} })
  }

  await using again = await place.start()
  layla.movedTo(again.url)
  place.clock.advanceTo(shifted(new Date(kept.scheduledAt ?? ''), 1_000))
  const out = await layla.decided(kept)
  expect(out.status).toBe('published')
  expect((await layla.read(instant)).status).toBe('scheduled')
  expect(await place.simulator.posts('linkedin')).toHaveLength(1)
  // The author got one notification, which now asks for no action.
  expect(await list(layla)).toMatchObject({ unread: 0, items: [{ kind: 'moved', action: null }] })
})

test("notifies about two moved posts together, in the reader's language", async () => {
  const make = async (layla: Person, now: Date) => [
    await scheduled(layla, nine(now), 'صباح الخير'),
    await scheduled(layla, nine(now, 4), 'صباح النور'),
  ]
  await using given = await withPosts(make, { language: 'ar', offMs: -HOUR_MS })
  const { place, layla, posts } = given
  await using frogy = await place.start()
  layla.movedTo(frogy.url)
  for (const post of posts) await expect.poll(() => timeOf(layla, post)).toBe(post.scheduledAt)
  const { items } = await list(layla)
  expect(items).toMatchObject([{ kind: 'moved', count: 2, title: 'عُدّل موعدا منشورين على LinkedIn' }])
  expect(items[0]?.text).toMatch(/في القاهرة.*من يوم .* ٨:٠٠ إلى يوم .* ٩:٠٠/)
  const mail = await mailTo(place.dataDir, layla.user?.email ?? '')
  expect(mail).toMatch(/صباح الخير|صباح النور/)
  // After the author has chosen a new time, the notification asks for no action.
  const at = nine(place.clock.now(), 5)
  for (const { id } of posts) await layla.call('PATCH /api/posts/{id}', { params: { id }, body: chosenTime(at, ZONE) })
  expect((await list(layla)).items).toMatchObject([{ action: null }])
})

test('publishes a post at its old time if new rules would move it into the past, and notifies the author', async () => {
  const inHalfAnHour = async (layla: Person, now: Date) => [
    await scheduled(layla, shifted(now, HOUR_MS / 2), 'It was to be earlier'),
  ]
  await using given = await withPosts(inHalfAnHour, { offMs: 0 })
  const { place, layla, posts } = given
  const [post] = posts as [Post]
  {
    // Store a local time that is an hour earlier than the post's instant.
    await using database = await place.database()
    const { date, time } = wallClock(shifted(new Date(post.scheduledAt ?? ''), -HOUR_MS), ZONE)
    await database.query(sql`update posts set wall_time = ${`${date}T${time}`} where id = ${post.id}`)
  }
  await using frogy = await place.start()
  layla.movedTo(frogy.url)
  await expect.poll(async () => (await list(layla)).items).toMatchObject([{ kind: 'unmoved', action: 'look' }])
  expect((await list(layla)).items[0]?.text).toContain('has now passed')
  expect(await layla.read(post)).toMatchObject({ scheduledAt: post.scheduledAt, revision: post.revision })
  place.clock.advanceTo(shifted(new Date(post.scheduledAt ?? ''), 1_000))
  expect((await layla.decided(post)).status).toBe('published')
})

test('moves no post whose time is correct by the new time-zone rules, and ignores posts checked with newer rules', async () => {
  await using given = await withPosts(
    async (layla, now) => [
      await scheduled(layla, nine(now), 'As it was'),
      await scheduled(layla, nine(now, 4), 'By newer rules'),
      await scheduled(layla, nine(now, 5), 'In a zone of others'),
    ],
    { offMs: 0 },
  )
  const { place, layla, posts } = given
  const [right, newer, strange] = posts as [Post, Post, Post]
  const stored = columns('posts', 'revision', 'scheduled_at', 'zone_rules')
  await using database = await place.database()
  const off = shifted(nine(place.clock.now(), 4), HOUR_MS)
  await database.query(sql`update posts set zone_rules = '9999z', scheduled_at = ${off} where id = ${newer.id}`)
  await database.query(sql`update posts set time_zone = 'Mars/Olympus' where id = ${strange.id}`)
  const parts = { database, clock: place.clock }
  await Promise.all([1, 2].map(() => reconcileLocalTimes(parts, AbortSignal.timeout(60_000))))
  const rows = await database.query(sql`select ${stored} from posts order by created_at`)
  expect(rows).toEqual([
    { revision: right.revision, scheduled_at: new Date(right.scheduledAt ?? ''), zone_rules: ZONE_RULES },
    { revision: newer.revision, scheduled_at: off, zone_rules: '9999z' },
    { revision: strange.revision, scheduled_at: new Date(strange.scheduledAt ?? ''), zone_rules: ZONE_RULES },
  ])
  expect(await database.query(sql`select kind from notifications`)).toEqual([])
  expect(layla.user).toBeDefined()
})

test("clears a post's time zone when an edit changes the time without a zone, and otherwise keeps it", async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const at = nine(frogy.clock.now())
  const post = await scheduled(layla, at, 'In Cairo')
  const change = (body: object) => layla.call('PATCH /api/posts/{id}', { params: { id: post.id }, body })
  expect(post.timeZone).toBe(ZONE)
  expect((await change({ content: 'Still in Cairo' })).timeZone).toBe(ZONE)
  expect((await change({ content: 'Still in Cairo', timeZone: 'Asia/Riyadh' })).timeZone).toBe(ZONE)
  expect((await change({ scheduledAt: at.toISOString() })).timeZone).toBeNull()
  expect((await change({ scheduledAt: at.toISOString(), timeZone: 'Asia/Riyadh' })).timeZone).toBe('Asia/Riyadh')
  expect((await change({ scheduledAt: null })).timeZone).toBeNull()
  await change(chosenTime(at, ZONE))
  const published = await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })
  expect(published.timeZone).toBeNull()
})

test('rejects unknown time zones, and local times on another day than the instant', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.visitor().register()
  const scheduledAt = nine(frogy.clock.now()).toISOString()
  const status = async (more: object) => {
    const body = { platform: 'linkedin', content: 'When?', status: 'scheduled', scheduledAt, ...more }
    return (await layla.ask('POST /api/posts', { body })).status
  }
  for (const timeZone of ['Mars/Olympus', '+02:00', '', 'x'.repeat(10_000), 7])
    expect(await status({ timeZone })).toBe(422)
  for (const wallTime of ['2031-01-01T09:00', '2026-99-99T99:99', 'nine', `${scheduledAt.slice(0, 10)}T09:00:00`])
    expect(await status({ timeZone: ZONE, wallTime })).toBe(422)
  expect(await status({ timeZone: ZONE, wallTime: `${wallClock(new Date(scheduledAt), ZONE).date}T10:00` })).toBe(201)
})
