import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import sql from '#server/db/sql.ts'
import { runAdminCommand } from '#server/operate/machine/admin-command.ts'
import { copyInstallation, SERVER_URL, type TestDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import { mailsIn } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { postgresBinaries } from '#tests/support/postgres.ts'
import { HOUR_MS } from '#tests/support/publishing.ts'

type Frogy = Awaited<ReturnType<Installation['start']>>

const startCopy = (place: Installation, { databaseUrl, dataDir }: TestDatabase, more: Record<string, string> = {}) =>
  place.start({ ...(databaseUrl && { DATABASE_URL: databaseUrl }), DATA_DIR: dataDir, ...more })

const warningsOf = async (frogy: Frogy) =>
  ((await (await frogy.visitor().fetch('/healthz')).json()) as { warnings?: string[] }).warnings

const outIn = async (place: Installation, platform: Platform) =>
  (await place.simulator.posts(platform)).flatMap(({ text, deleted }) => (deleted ? [] : [text])).toSorted()

async function deleteByHand(place: Installation, platform: Platform, text: string): Promise<void> {
  const found = (await place.simulator.posts(platform)).find((post) => post.text === text)
  await place.simulator.byHand(platform, found?.id ?? '', 'delete')
}

const partsOf = (contents: string[]) => contents.map((content) => ({ content }))

/** Advances the clock until the outcome of these posts is known. @returns their statuses */
async function decisions(place: Installation, layla: Person, posts: Post[]): Promise<string[]> {
  let statuses: string[] = []
  await eventually(async () => {
    place.clock.advance(5_000)
    statuses = []
    for (const post of posts) statuses.push((await layla.read(post)).status)
    if (statuses.some((status) => status === 'scheduled' || status === 'publishing'))
      throw new Error(`Undecided: ${statuses.join(', ')}`)
  })
  return statuses
}

test('holds publishing in a restored copy, then looks up due posts, and sends only those that are not live', async () => {
  await using place = await installation()
  // Switch off the networks' duplicate checks, so that only Frogy prevents double posts.
  await place.simulator.manners({ twitterDuplicateMs: 0, linkedinDuplicateMs: 0, facebookDuplicateMs: 0 })
  const due = new Date(place.clock.now().getTime() + HOUR_MS)
  let layla: Person
  const posts: Record<string, Post> = {}
  {
    await using before = await place.start()
    layla = await before.visitor().register()
    for (const platform of ['linkedin', 'twitter', 'facebook', 'threads'] as const) {
      await layla.connect(platform)
      posts[platform] = await layla.schedule({ platform, content: 'Out before the restore', at: due })
      posts[`${platform} later`] = await layla.schedule({
        platform,
        content: 'Still to come',
        at: new Date(due.getTime() + 5 * HOUR_MS),
      })
    }
    posts['unsent'] = await layla.schedule({
      platform: 'twitter',
      content: 'Not sent yet',
      at: new Date(due.getTime() + 60_000),
    })
    posts['by hand'] = await layla.schedule({
      platform: 'threads',
      content: 'Posted at once after the backup',
      at: new Date(due.getTime() + 5 * HOUR_MS),
    })
  }
  await using backup = await copyInstallation(place)
  {
    await using original = await place.start()
    layla.movedTo(original.url)
    place.clock.advanceTo(due)
    for (const platform of ['linkedin', 'twitter', 'facebook', 'threads'])
      await layla.until(posts[platform] as Post, ({ status }) => status === 'published')
    await layla.call('POST /api/posts/{id}/publish', { params: { id: posts['by hand']?.id ?? '' } })
  }
  place.clock.advance(2 * 60_000)

  await using restored = await startCopy(place, backup)
  layla.movedTo(restored.url)
  expect(await warningsOf(restored)).toEqual(['held'])
  const state = await layla.call('GET /api/admin/publishing', {})
  expect(state).toMatchObject({ isHeld: true, reason: 'copy', waiting: [] })
  expect(state.due).toEqual([
    { platform: 'facebook', posts: 1 },
    { platform: 'linkedin', posts: 1 },
    { platform: 'threads', posts: 1 },
    { platform: 'twitter', posts: 2 },
  ])
  const now = { platform: 'twitter', content: 'While held', status: 'published' } as const
  expect(await layla.ask('POST /api/posts', { body: now })).toMatchObject({
    status: 409,
    body: { code: 'publishing_held' },
  })
  await eventually(async () =>
    expect(mailsIn(backup.dataDir).filter((mail) => mail.includes('is this a copy?'))).toHaveLength(1),
  )

  expect(await layla.call('POST /api/admin/publishing/release', {})).toMatchObject({ isHeld: false, reason: null })
  expect(await warningsOf(restored)).toBeUndefined()
  const dueNow = ['linkedin', 'twitter', 'facebook', 'threads', 'unsent'].map((name) => posts[name] as Post)
  expect(await decisions(place, layla, dueNow)).toEqual([
    'unconfirmed',
    'published',
    'published',
    'published',
    'published',
  ])
  expect((await layla.read(posts['linkedin'] as Post)).failure?.code).toBe('restored')
  expect(Date.parse((await layla.read(posts['twitter'] as Post)).publishedAt ?? '')).toBe(due.getTime())
  const author = { id: layla.user?.id, name: 'Layla Haddad' }
  expect(await layla.call('GET /api/admin/publishing', {})).toMatchObject({
    waiting: [{ author, posts: 1 }],
    posts: [{ id: posts['linkedin']?.id, platform: 'linkedin', dueAt: due.toISOString(), author }],
  })
  expect(await layla.call('POST /api/admin/publishing/resolve', { body: { outcome: 'live' } })).toEqual({ resolved: 1 })
  expect((await layla.read(posts['linkedin'] as Post)).status).toBe('published')

  place.clock.advanceTo(new Date(due.getTime() + 5 * HOUR_MS))
  const later = Object.keys(posts).filter((name) => name.endsWith('later'))
  const coming = [...later, 'by hand'].map((name) => posts[name] as Post)
  expect(new Set(await decisions(place, layla, coming))).toEqual(new Set(['published']))
  const both = ['Out before the restore', 'Still to come']
  expect(await outIn(place, 'linkedin')).toEqual(both)
  expect(await outIn(place, 'facebook')).toEqual(both)
  expect(await outIn(place, 'twitter')).toEqual(['Not sent yet', ...both])
  expect(await outIn(place, 'threads')).toEqual([
    'Out before the restore',
    'Posted at once after the backup',
    'Still to come',
  ])
  const { entries } = await layla.call('GET /api/admin/audit', { query: {} })
  expect(entries.map(({ act }) => act)).toEqual(['restored_posts_resolved', 'publishing_released'])
})

test('asks the author about a due post if the network lists an unknown post of that time, with another text', async () => {
  await using place = await installation()
  await place.simulator.manners({ twitterDuplicateMs: 0, facebookDuplicateMs: 0 })
  const due = new Date(place.clock.now().getTime() + HOUR_MS)
  const platforms = ['twitter', 'facebook', 'instagram', 'threads', 'bluesky', 'mastodon'] as const
  let layla: Person
  const [edited, unedited, unsent]: [Post[], Post[], Post[]] = [[], [], []]
  {
    await using before = await place.start()
    layla = await before.visitor().register()
    const file = new Uint8Array(await pictureFile('jpeg', 400, 400))
    for (const platform of platforms) {
      await layla.connect(platform)
      const schedule = async (content: string, minutes: number) => {
        const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(['one.jpg', file]) })
        const images = platform === 'instagram' ? media.images.map(({ id }) => id) : []
        const scheduledAt = new Date(due.getTime() + minutes * 60_000).toISOString()
        return await layla.call('POST /api/posts', {
          body: { platform, content, status: 'scheduled', scheduledAt, media: { images } },
        })
      }
      edited.push(await schedule('Old text', 0))
      unedited.push(await schedule('Same text', 1))
      unsent.push(await schedule('Sent later', 50))
    }
  }
  await using backup = await copyInstallation(place)
  {
    await using original = await place.start()
    layla.movedTo(original.url)
    for (const { id } of edited)
      await layla.call('PATCH /api/posts/{id}', { params: { id }, body: { content: 'A better text' } })
    place.clock.advanceTo(new Date(due.getTime() + 60_000))
    for (const post of [...edited, ...unedited]) await layla.until(post, ({ status }) => status === 'published')
  }
  place.clock.advance(50 * 60_000)

  await using restored = await startCopy(place, backup)
  layla.movedTo(restored.url)
  await layla.call('POST /api/admin/publishing/release', {})
  const all = [...edited, ...unedited, ...unsent]
  expect(await decisions(place, layla, all)).toEqual(
    all.map((post) => (edited.includes(post) ? 'unconfirmed' : 'published')),
  )
  for (const platform of platforms)
    expect(await outIn(place, platform)).toEqual(['A better text', 'Same text', 'Sent later'])

  const [onX] = edited as [Post]
  expect((await layla.read(onX)).failure).toMatchObject({
    code: 'restored',
    message: expect.stringContaining('perhaps with other text') as string,
  })
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: onX.id }, body: { outcome: 'not_live' } })
  expect(await decisions(place, layla, [onX])).toEqual(['published'])
  expect(await outIn(place, 'twitter')).toEqual(['A better text', 'Old text', 'Same text', 'Sent later'])

  // The author deletes the edited posts at their networks before answering. The old text must not replace them.
  for (const platform of platforms.slice(1)) await deleteByHand(place, platform, 'A better text')
  const asked = edited.slice(1)
  const before = await Promise.all(asked.map((post) => lookUps(layla, post)))
  await eventually(async () => {
    place.clock.advance(60_000)
    for (const [n, post] of asked.entries()) expect(await lookUps(layla, post)).toBeGreaterThan((before[n] ?? 0) + 1)
  })
  for (const post of asked) expect((await layla.read(post)).status).toBe('unconfirmed')
  for (const platform of platforms.slice(1)) expect(await outIn(place, platform)).toEqual(['Same text', 'Sent later'])
})

/** How often a look-up at the network did not find the post. */
async function lookUps(layla: Person, { id }: Post): Promise<number> {
  const moments = await layla.call('GET /api/posts/{id}/timeline', { params: { id } })
  return moments.filter(({ what }) => what === 'not_seen').length
}

test('asks the author about a part of a thread if the network lists an unknown reply, with another text', async () => {
  await using place = await installation()
  const due = new Date(place.clock.now().getTime() + HOUR_MS)
  let layla: Person
  let thread: Post
  {
    await using before = await place.start()
    layla = await before.visitor().register()
    await layla.connect('bluesky')
    thread = await layla.call('POST /api/posts', {
      body: {
        platform: 'bluesky',
        content: 'First',
        parts: partsOf(['Second', 'Third']),
        status: 'scheduled',
        scheduledAt: due.toISOString(),
      },
    })
  }
  const params = { id: thread.id }
  const partsAre = (states: string[]) => (post: Post) =>
    JSON.stringify(post.parts?.map(({ state }) => state)) === JSON.stringify(states)
  await using backup = await copyInstallation(place)
  {
    await using original = await place.start()
    layla.movedTo(original.url)
    await layla.call('PATCH /api/posts/{id}', {
      params,
      body: { parts: partsOf(['First', 'Second, edited', 'Third']) },
    })
    place.clock.advanceTo(due)
    await layla.until(thread, partsAre(['published', 'published', 'published']))
  }

  await using restored = await startCopy(place, backup)
  layla.movedTo(restored.url)
  await layla.call('POST /api/admin/publishing/release', {})
  await layla.until(thread, partsAre(['published', 'unconfirmed', 'waiting']))
  expect(await outIn(place, 'bluesky')).toEqual(['First', 'Second, edited', 'Third'])

  // The author deletes the edited reply, and a look-up follows: the old text must not replace it.
  await deleteByHand(place, 'bluesky', 'Second, edited')
  const asked = await layla.read(thread)
  place.clock.advance(HOUR_MS)
  await layla.connect('bluesky')
  const { updatedAt } = await layla.until(thread, (post) => post.updatedAt !== asked.updatedAt)
  // The reconnect itself has changed the post. Wait until the look-up at the network changes it once more.
  place.clock.advance(HOUR_MS)
  await eventually(async () => {
    place.clock.advance(60_000)
    expect((await layla.read(thread)).updatedAt).not.toBe(updatedAt)
  })
  expect((await layla.read(thread)).parts?.map(({ state }) => state)).toEqual(['published', 'unconfirmed', 'waiting'])
  expect(await outIn(place, 'bluesky')).toEqual(['First', 'Third'])
  await layla.call('POST /api/posts/{id}/continue', { params, body: { action: 'not_live' } })
  await layla.until(thread, ({ parts }) => parts?.[1]?.state === 'published')
})

test('publishes nothing with PUBLISHING=held until an administrator releases publishing', async () => {
  await using place = await installation()
  await using frogy = await place.start({ PUBLISHING: 'held' })
  const layla = await frogy.visitor().register()
  await layla.connect('twitter')
  const post = await layla.schedule({ platform: 'twitter', content: 'It waits', at: place.clock.now() })
  const draft = await layla.call('POST /api/posts', {
    body: { platform: 'twitter', content: 'A draft', status: 'draft' },
  })
  place.clock.advance(SEND_AGAIN_AFTER_MS)
  const publish = { params: { id: draft.id } }
  expect((await layla.ask('POST /api/posts/{id}/publish', publish)).body.code).toBe('publishing_held')
  expect(await layla.read(draft)).toMatchObject({ status: 'draft', content: 'A draft' })
  expect(await warningsOf(frogy)).toEqual(['held'])
  expect(await layla.call('GET /api/admin/publishing', {})).toMatchObject({ isHeld: true, reason: 'environment' })
  expect(await outIn(place, 'twitter')).toEqual([])

  await layla.call('POST /api/admin/publishing/release', {})
  expect(await decisions(place, layla, [post])).toEqual(['published'])
  expect(await outIn(place, 'twitter')).toEqual(['It waits'])
})

test('looks up due posts at the network after a crash, and does not hold publishing', async () => {
  await using place = await installation()
  // Switch off the networks' duplicate checks, so that only Frogy prevents double posts.
  await place.simulator.manners({ twitterDuplicateMs: 0, linkedinDuplicateMs: 0, facebookDuplicateMs: 0 })
  const due = new Date(place.clock.now().getTime() + HOUR_MS)
  let layla: Person
  const posts: Post[] = []
  {
    await using before = await place.start()
    layla = await before.visitor().register()
    for (const platform of ['twitter', 'linkedin'] as const) {
      await layla.connect(platform)
      posts.push(await layla.schedule({ platform, content: 'Due during the crash', at: due }))
    }
  }
  await using copy = await copyInstallation(place)
  {
    // A copy publishes on X, without the knowledge of the crashed installation.
    await using other = await startCopy(place, copy)
    layla.movedTo(other.url)
    await layla.call('POST /api/admin/publishing/release', {})
    await layla.call('POST /api/posts/{id}/publish', { params: { id: posts[0]?.id ?? '' } })
  }
  {
    await using database = await place.database()
    await database.query(sql`update installation set ended_cleanly = false`)
  }
  place.clock.advanceTo(due)

  await using after = await place.start()
  layla.movedTo(after.url)
  expect(await warningsOf(after)).toBeUndefined()
  expect(await decisions(place, layla, posts)).toEqual(['published', 'published'])
  expect(await outIn(place, 'twitter')).toEqual(['Due during the crash'])
  expect(await outIn(place, 'linkedin')).toEqual(['Due during the crash'])
})

test('publishes due posts in order after a crash when a network does not answer the first look-up', async () => {
  await using place = await installation()
  const due = new Date(place.clock.now().getTime() + HOUR_MS)
  const contents = ['First', 'Second', 'Third']
  let layla: Person
  const posts: Post[] = []
  {
    await using before = await place.start()
    layla = await before.visitor().register()
    await layla.connect('twitter')
    for (const [second, content] of contents.entries())
      posts.push(await layla.schedule({ platform: 'twitter', content, at: new Date(due.getTime() + second * 1_000) }))
  }
  {
    await using database = await place.database()
    await database.query(sql`update installation set ended_cleanly = false`)
  }
  await place.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'drop_before' })
  place.clock.advanceTo(new Date(due.getTime() + 5_000))

  await using after = await place.start()
  layla.movedTo(after.url)
  await eventually(async () => expect(await place.simulator.faults()).toEqual([]))
  place.clock.advance(5_000)
  for (const post of posts) expect((await layla.decided(post)).status).toBe('published')
  expect((await place.simulator.posts('twitter')).map(({ text }) => text)).toEqual(contents)
})

test('does not hold publishing when it starts with the data of an older release', async () => {
  await using place = await installation()
  {
    await using _before = await place.start()
  }
  {
    await using database = await place.database()
    await database.query(sql`delete from installation`)
  }
  await using copy = await copyInstallation(place)
  await using upgraded = await startCopy(place, copy)
  expect(await warningsOf(upgraded)).toBeUndefined()
})

test('releases publishing of a running installation from the command line, until the next start', async () => {
  await using place = await installation()
  const environment = { ...place.environment, PUBLISHING: 'held' }
  const said: string[] = []
  const output = { log: (line: string) => void said.push(line), error: (line: string) => void said.push(line) }
  {
    await using frogy = await place.start({ PUBLISHING: 'held' })
    expect(await runAdminCommand(['release'], environment, output)).toBe(0)
    expect(said).toEqual(['Publishing continues.'])
    expect(await warningsOf(frogy)).toBeUndefined()
  }
  await using next = await place.start({ PUBLISHING: 'held' })
  expect(await warningsOf(next)).toEqual(['held'])
})

// The embedded database cannot be restored under a running process.
if (SERVER_URL) {
  test.each(['tables', 'rows'] as const)('holds publishing when the %s are restored while Frogy runs', async (what) => {
    await using place = await installation()
    await using frogy = await place.start()
    const layla = await frogy.visitor().register()
    await layla.connect('twitter')
    await place.simulator.manners({ twitterDuplicateMs: 0 })
    const at = new Date(place.clock.now().getTime() + HOUR_MS)
    const post = await layla.schedule({ platform: 'twitter', content: 'In the dump', at })
    const [dump, url] = [join(place.dataDir, 'dump'), place.databaseUrl ?? '']
    run('pg_dump', '-Fc', '-f', dump, url)
    await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })
    if (what === 'tables') restoreDatabase(dump, url)
    else restoreRows(dump, url)

    await eventually(async () => {
      place.clock.advance(5_000)
      expect(await warningsOf(frogy)).toEqual(['held'])
    })
    place.clock.advanceTo(at)
    await layla.call('POST /api/admin/publishing/release', {})
    expect(await decisions(place, layla, [post])).toEqual(['published'])
    expect(await outIn(place, 'twitter')).toEqual(['In the dump'])
  })
}

function restoreDatabase(dump: string, url: string): void {
  const name = new URL(url).pathname.slice(1)
  run('psql', '-q', '-c', `drop database ${name} with (force)`, '-c', `create database ${name}`, SERVER_URL ?? '')
  run('pg_restore', '-d', url, dump)
}

/** Replaces the rows of all tables, as `pg_restore --data-only` does. The tables stay. */
function restoreRows(dump: string, url: string): void {
  const script = `${dump}.sql`
  run('pg_restore', '--data-only', '--disable-triggers', '-f', script, dump)
  const empty = `do $$ begin execute (
    select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ') from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')); end $$`
  run('psql', '-q', '-v', 'ON_ERROR_STOP=1', '--single-transaction', '-c', empty, '-f', script, url)
}

function run(tool: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(join(postgresBinaries() ?? '', tool), args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${tool} failed: ${stderr}`)
}
