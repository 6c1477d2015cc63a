import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { deepTest } from '#tests/support/deep-test.ts'
import { installation } from '#tests/support/installation.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startProcess } from '#tests/support/processes.ts'
import {
  attempts,
  HOUR_MS,
  later,
  mails,
  startBehindProxy,
  startWithPausingProxy,
  texts,
  type PausableFrogy,
} from '#tests/support/publishing.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import sql from '../../db/sql.ts'

let frogy: PausableFrogy
beforeAll(async () => {
  frogy = await startWithPausingProxy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

test('publishes a scheduled post once, at its time and not earlier', async () => {
  const layla = await frogy.person('linkedin')
  const at = later(frogy)
  const post = await layla.schedule({ platform: 'linkedin', content: 'Hello', at })

  frogy.clock.advanceTo(new Date(at.getTime() - 60_000))
  expect(await frogy.simulator.posts('linkedin')).toEqual([])
  expect((await layla.read(post)).status).toBe('scheduled')

  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await frogy.simulator.posts('linkedin')).toMatchObject([{ text: 'Hello', deleted: false }])
})

for (const platform of ['linkedin', 'twitter', 'facebook', 'threads'] as const) {
  test(`publishes the previewed text at the network ${platform} before the API responds to the author`, async () => {
    const layla = await frogy.person(platform)
    const content = 'Costs fell (a lot) 3 < 5 & «ثقة»\n\n#machine_learning\u200f [now] https://example.com/a_(b) 👩‍💻'
    const { status, body } = await layla.ask('POST /api/posts', {
      body: { platform, content, status: 'published', hashtags: 'Work, ثقة' },
    })
    expect({ status, post: body.status }).toEqual({ status: 201, post: 'published' })
    expect(await texts(frogy, platform)).toEqual([`${content}\n\n#Work #ثقة`])
  })
}

test("fails a refused post, and sends the reason by mail in the author's language", async () => {
  const layla = await frogy.person('twitter')
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  await layla.call('POST /api/posts', { body: { platform: 'twitter', content: 'Twice the same', status: 'published' } })
  const { body: post } = await layla.ask('POST /api/posts', {
    body: { platform: 'twitter', content: 'Twice the same', status: 'published' },
  })
  expect(post).toMatchObject({
    status: 'failed',
    failure: { code: 'duplicate', message: expect.stringContaining('لم يُنشر شيء') as string },
  })
  const [mail] = await mails(frogy, layla, 1)
  expect(mail).toContain('Twice the same')
  expect(mail).toContain('منشور على X بانتظار قرار')

  await layla.call('PATCH /api/posts/{id}', { params: { id: post.id }, body: { content: 'Something new' } })
  expect((await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })).status).toBe('published')
})

test('waits as long as the network asks, and then publishes the post', async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({
    platform: 'twitter',
    operation: 'publish',
    fault: 'status',
    status: 429,
    retryAfter: 600,
  })
  const post = await layla.schedule({ platform: 'twitter', content: 'Patience', at: frogy.clock.now() })
  await layla.until(post, ({ failure }) => failure?.code === 'rate_limited')
  frogy.clock.advance(590_000)
  expect(await layla.read(post)).toMatchObject({ status: 'scheduled' })
  expect(await texts(frogy, 'twitter')).toEqual([])
  frogy.clock.advance(15_000)
  expect(await layla.decided(post)).toMatchObject({ status: 'published', failure: null })
})

test('reports an exhausted daily limit in plain words', async () => {
  // LinkedIn's limit resets at midnight UTC. Move the clock to noon, since Frogy waits for a reset within the hour.
  frogy.clock.advance(24 * HOUR_MS - ((frogy.clock.now().getTime() + 12 * HOUR_MS) % (24 * HOUR_MS)))
  const layla = await frogy.person('twitter', 'linkedin')
  for (const [platform, words] of [
    ['twitter', /^Daily tweet limit reached\. The post was not published/],
    ['linkedin', /^LinkedIn’s daily limit is reached/],
  ] as const) {
    await frogy.simulator.fault({ platform, operation: 'publish', fault: 'status', as: 'quota' })
    const { body } = await layla.ask('POST /api/posts', {
      body: { platform, content: 'One more', status: 'published' },
    })
    expect(body).toMatchObject({ status: 'failed', failure: { code: 'daily_limit' } })
    expect(body.failure?.message).toMatch(words)
  }
  // Advance the clock, so that the daily limits of the accounts above end.
  frogy.clock.advance(25 * HOUR_MS)
})

test('retries after the wait that LinkedIn requests, even if its message mentions a daily limit', async () => {
  const layla = await frogy.person('linkedin')
  const tooMany = { platform: 'linkedin', operation: 'publish', fault: 'status', status: 429 } as const
  await frogy.simulator.fault({ ...tooMany, retryAfter: 30 })
  const post = await layla.schedule({ platform: 'linkedin', content: 'Not for long', at: frogy.clock.now() })
  await layla.until(post, ({ failure }) => failure?.code === 'rate_limited')
  frogy.clock.advance(31_000)
  expect(await layla.decided(post)).toMatchObject({ status: 'published', failure: null })
})

test("retries a post while its network is down until the author's limit for late posts, then fails with a message", async () => {
  await using behind = await startBehindProxy('twitter')
  const { frogy: shielded, gate, layla } = behind
  await gate[Symbol.asyncDispose]()
  // Wait until the server refuses connections. A connection cut mid-request does not prove that the post was never
  // sent.
  await expect
    .poll(() => fetch(gate.url).then(String, ({ cause }: { cause: { code: string } }) => cause.code))
    .toBe('ECONNREFUSED')
  const post = await layla.schedule({ platform: 'twitter', content: 'Nobody there', at: shielded.clock.now() })
  // Advance the clock far only after the first attempt has failed. If the limit passed during a request, its failure
  // would be final.
  await expect.poll(() => isPutOff(shielded.clock, layla, post)).toBe(true)
  shielded.clock.advance(58 * 60_000)
  expect(await layla.read(post)).toMatchObject({ status: 'scheduled' })
  shielded.clock.advance(2 * 60_000)
  expect(await layla.decided(post)).toMatchObject({ status: 'missed', failure: { code: 'not_reached' } })
})

/** Whether the timeline says that Frogy retries until the author's limit for late posts. If not, advances the clock. */
async function isPutOff(clock: PausableFrogy['clock'], person: Person, { id }: Post): Promise<boolean> {
  const timeline = await person.call('GET /api/posts/{id}/timeline', { params: { id } })
  const soon = clock.now().getTime() + 60_000
  if (timeline.some(({ what, at }) => what === 'tries_until' && Date.parse(at) > soon)) return true
  clock.advance(2_000)
  return false
}

test('applies an edit, a move or a deletion before the post is due', async () => {
  const layla = await frogy.person('linkedin')
  const at = later(frogy)
  const edited = await layla.schedule({ platform: 'linkedin', content: 'Old words', at })
  const moved = await layla.schedule({ platform: 'linkedin', content: 'Moved', at })
  const removed = await layla.schedule({ platform: 'linkedin', content: 'Removed', at })
  await layla.call('PATCH /api/posts/{id}', { params: { id: edited.id }, body: { content: 'New words' } })
  await layla.call('PATCH /api/posts/{id}', {
    params: { id: moved.id },
    body: { scheduledAt: later(frogy, 2 * HOUR_MS).toISOString() },
  })
  await layla.call('DELETE /api/posts/{id}', { params: { id: removed.id } })
  frogy.clock.advanceTo(at)
  await layla.decided(edited)
  expect(await texts(frogy, 'linkedin')).toEqual(['New words'])
  frogy.clock.advance(HOUR_MS)
  await layla.decided(moved)
  expect(await texts(frogy, 'linkedin')).toEqual(['New words', 'Moved'])
})

test('refuses an edit, a move or a deletion with a message once sending has begun', async () => {
  const layla = await frogy.person('linkedin')
  const arrival = frogy.gate.hold('request', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'On its way', at: frogy.clock.now() })
  const sending = await arrival
  const params = { id: post.id }
  const replies = [
    await layla.ask('PATCH /api/posts/{id}', { params, body: { content: 'Too late' } }),
    await layla.ask('PATCH /api/posts/{id}', { params, body: { scheduledAt: later(frogy).toISOString() } }),
    await layla.ask('DELETE /api/posts/{id}', { params }),
    await layla.ask('POST /api/posts/{id}/publish', { params }),
  ]
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [409, 'already_publishing']))
  sending.release()
  expect((await layla.decided(post)).status).toBe('published')
})

test('marks a post as missed when its worker died before sending it and the limit for late posts has passed', async () => {
  await using place = await installation()
  const first = await place.start()
  const layla = await first.visitor().register()
  await layla.connect('threads')
  await place.simulator.fault({ platform: 'threads', operation: 'upload', fault: 'slow', delayMs: 20_000 })
  const post = await layla.schedule({ platform: 'threads', content: 'Far too late', at: place.clock.now() })
  await expect.poll(() => attempts(layla, post)).toMatchObject([{ state: 'prepared' }])
  await first[Symbol.asyncDispose]()

  place.clock.advance(HOUR_MS + 10 * 60_000)
  await using second = await place.start()
  layla.movedTo(second.url)
  expect(await layla.decided(post)).toMatchObject({ status: 'missed', failure: { code: 'missed' } })
  expect(await place.simulator.posts('threads')).toEqual([])
})

test("publishes the next posts after one that fails by Frogy's own fault", async () => {
  await using place = await installation()
  const first = await place.start()
  const layla = await first.visitor().register()
  await layla.connect('twitter')
  const file: [string, Uint8Array<ArrayBuffer>] = ['a.png', new Uint8Array(await pictureFile('png', 300, 200))]
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(file) })
  const at = later(place)
  const spoilt = await layla.call('POST /api/posts', {
    body: {
      platform: 'twitter',
      content: 'With a spoilt picture',
      status: 'scheduled',
      scheduledAt: at.toISOString(),
      media: { images: media.images.map(({ id }) => id) },
    },
  })
  const behind = await layla.schedule({ platform: 'twitter', content: 'Behind it', at: new Date(at.getTime() + 1) })
  await first[Symbol.asyncDispose]()
  {
    await using database = await place.database()
    await database.query(sql`update images set renditions = 'null'`)
  }

  place.clock.advanceTo(new Date(at.getTime() + 1))
  await using second = await place.start()
  layla.movedTo(second.url)
  expect((await layla.decided(behind)).status).toBe('published')
  expect(await layla.read(spoilt)).toMatchObject({ status: 'scheduled', failure: { code: 'own_fault' } })
})

test("marks a post as missed, without sending it, when preparing it outlasts the author's limit for late posts", async () => {
  const layla = await frogy.person('threads')
  const arrival = frogy.gate.hold('request', ({ path }) => path.endsWith('/threads'))
  const post = await layla.schedule({ platform: 'threads', content: 'Too long in the making', at: frogy.clock.now() })
  const preparing = await arrival
  frogy.clock.advance(HOUR_MS + 60_000)
  preparing.release()
  expect(await layla.decided(post)).toMatchObject({ status: 'missed', failure: { code: 'missed' } })
  expect(await texts(frogy, 'threads')).toEqual([])
})

test("publishes a late post within the author's limit for late posts, and marks it as missed after that", async () => {
  const layla = await frogy.person('linkedin')
  const soon = await layla.schedule({ platform: 'linkedin', content: 'A little late', at: later(frogy) })
  frogy.clock.advance(HOUR_MS + 50 * 60_000)
  expect((await layla.decided(soon)).status).toBe('published')

  const long = await layla.schedule({ platform: 'linkedin', content: 'Far too late', at: later(frogy) })
  frogy.clock.advance(HOUR_MS + 70 * 60_000)
  expect(await layla.decided(long)).toMatchObject({ status: 'missed', failure: { code: 'missed' } })
  expect(await texts(frogy, 'linkedin')).toEqual(['A little late'])
  expect(await mails(frogy, layla, 1)).toHaveLength(1)

  expect((await layla.call('POST /api/posts/{id}/publish', { params: { id: long.id } })).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual(['A little late', 'Far too late'])
})

deepTest('delays only the posts of a network that hangs', async () => {
  await using frogy = await startFrogy()
  const people = await Promise.all(Array.from({ length: 9 }, () => frogy.person('linkedin')))
  const omar = await frogy.person('twitter')
  const at = later(frogy)
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'slow', delayMs: 8_000, count: 9 })
  for (const [n, person] of people.entries()) await person.schedule({ platform: 'linkedin', content: `Slow ${n}`, at })
  const quick = await omar.schedule({ platform: 'twitter', content: 'Quick', at })
  frogy.clock.advanceTo(at)
  expect((await omar.decided(quick)).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual([])
})

test('publishes the posts of one account one by one, in the order of their times', async () => {
  const layla = await frogy.person('threads')
  const at = later(frogy)
  const posts = []
  for (const minute of [3, 1, 2]) {
    posts.push(
      await layla.schedule({
        platform: 'threads',
        content: `Minute ${minute}`,
        at: new Date(at.getTime() + minute * 60_000),
      }),
    )
  }
  frogy.clock.advanceTo(new Date(at.getTime() + 10 * 60_000))
  for (const post of posts) await layla.decided(post)
  expect(await texts(frogy, 'threads')).toEqual(['Minute 1', 'Minute 2', 'Minute 3'])
})

if (SERVER_URL) {
  test('publishes each post once with several workers on one server', async () => {
    await using frogy = await startFrogy()
    const environment = {
      DATA_DIR: frogy.dataDir,
      DATABASE_URL: frogy.databaseUrl,
      ROLE: 'worker',
      SIMULATOR_PORT: new URL(frogy.simulator.url).port,
    }
    await using _first = await startProcess(environment)
    await using _second = await startProcess(environment)
    const people = await Promise.all([1, 2, 3, 4].map(() => frogy.person('linkedin', 'threads')))
    const at = new Date(Date.now() + 3_000)
    const posts = await Promise.all(
      people.flatMap((person, one) =>
        (['linkedin', 'threads'] as const).flatMap((platform) =>
          Array.from({ length: 10 }, async (_, n) => ({
            person,
            post: await person.schedule({ platform, content: `${one} ${platform} ${n}`, at }),
          })),
        ),
      ),
    )
    for (const { person, post } of posts) expect((await person.decided(post)).status).toBe('published')
    const out = [...(await texts(frogy, 'linkedin')), ...(await texts(frogy, 'threads'))]
    expect(out.toSorted()).toEqual(posts.map(({ post }) => post.content).toSorted())
  })
}
