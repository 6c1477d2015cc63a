import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ORDER_WAIT_MS, SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import sql, { columns } from '#server/db/sql.ts'
import { eventually } from '#tests/support/eventually.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import type { PausedRequest } from '#tests/support/pausing-proxy.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import {
  attempts,
  later,
  mails,
  startBehindProxy,
  texts,
  untilAnswered,
  untilLastAttempt,
  untilStatus,
} from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

test('looks up a post with a lost response, and publishes it once', async () => {
  const layla = await frogy.person('twitter', 'threads', 'facebook')
  for (const platform of ['twitter', 'threads', 'facebook'] as const) {
    for (const fault of ['drop_after', 'garbage'] as const) {
      await frogy.simulator.fault({ platform, operation: 'publish', fault })
      const { body } = await layla.ask('POST /api/posts', {
        body: { platform, content: `Lost by ${fault}`, status: 'published' },
      })
      expect(body.status, `${platform} ${fault}`).toBe('published')
    }
    expect(await texts(frogy, platform)).toEqual(['Lost by drop_after', 'Lost by garbage'])
  }
})

test.each([
  ['twitter', 'drop_after'],
  ['twitter', 'drop_before'],
  ['linkedin', 'drop_after'],
  ['linkedin', 'drop_before'],
] as const)(
  'publishes later posts on the network %s within two minutes, or says why they wait, after the fault %s lost a response',
  async (platform, fault) => {
    const layla = await frogy.person(platform)
    const at = later(frogy)
    const schedule = (content: string, second: number) =>
      layla.schedule({ platform, content, at: new Date(at.getTime() + second * 1_000) })
    const lost = await schedule('Lost', 0)
    const behind = [await schedule('Second', 1), await schedule('Third', 2), await schedule('Fourth', 3)]
    await frogy.simulator.fault({ platform, operation: 'publish', fault })
    frogy.clock.advanceTo(at)
    await layla.until(lost, async () =>
      (await attempts(layla, lost)).some(({ state }) => state !== 'prepared' && state !== 'sending'),
    )
    for (const post of behind) {
      await eventually(async () => {
        if (frogy.clock.now().getTime() < at.getTime() + 2 * 60_000) frogy.clock.advance(1_000)
        const { status, failure } = await layla.read(post)
        expect(status === 'published' || failure !== null, `${post.content}: ${status}`).toBe(true)
      })
    }
    for (const post of behind) await untilStatus(frogy, layla, post, 'published')
    await untilStatus(frogy, layla, lost, platform === 'linkedin' ? 'unconfirmed' : 'published')
    const out = (await texts(frogy, platform)).filter((text) => text !== 'Lost')
    expect(out).toEqual(['Second', 'Third', 'Fourth'])
    expect((await texts(frogy, platform)).filter((text) => text === 'Lost').length).toBeLessThan(2)
  },
)

test('finds a post whose request was answered with the error 500', async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({
    platform: 'twitter',
    operation: 'publish',
    fault: 'status',
    status: 500,
    afterWork: true,
  })
  const { body } = await layla.ask('POST /api/posts', {
    body: { platform: 'twitter', content: 'Made all the same', status: 'published' },
  })
  expect(body.status).toBe('published')
  expect(await texts(frogy, 'twitter')).toEqual(['Made all the same'])
})

test('resends a request that never reached X, at the earliest 90 s later', async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_before' })
  const post = await layla.schedule({ platform: 'twitter', content: 'Second try', at: frogy.clock.now() })
  await untilLastAttempt(layla, post, 'unknown')
  expect(await texts(frogy, 'twitter')).toEqual([])

  await untilStatus(frogy, layla, post, 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['Second try'])
  const [first, second] = (await attempts(layla, post)).map(({ sentAt }) => Date.parse(sentAt ?? ''))
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(90_000)
})

test('sends a lost post again before later posts of its account', async () => {
  const layla = await frogy.person('twitter')
  const at = later(frogy)
  const schedule = (content: string, second: number) =>
    layla.schedule({ platform: 'twitter', content, at: new Date(at.getTime() + second * 1_000) })
  const [first, second] = [await schedule('First', 0), await schedule('Second', 1)]
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_before' })
  // The second post waits for the first one only for a limited time. Stop the clock, so that a slow machine does not
  // exceed that time.
  using _ = frogy.clock.stopped()
  frogy.clock.advanceTo(new Date(at.getTime() + 2_000))
  await untilLastAttempt(layla, first, 'unknown')
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  expect((await layla.decided(first)).status).toBe('published')
  expect((await layla.decided(second)).status).toBe('published')
  expect(await texts(frogy, 'twitter')).toEqual(['First', 'Second'])
})

test('sends later posts of the account first when the response of a post is lost twice', async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_before', count: 2 })
  const at = frogy.clock.now()
  const first = await layla.schedule({ platform: 'twitter', content: 'Lost twice', at })
  const second = await layla.schedule({ platform: 'twitter', content: 'Behind it', at })
  {
    using _ = frogy.clock.stopped()
    await untilLastAttempt(layla, first, 'unknown')
    frogy.clock.advance(SEND_AGAIN_AFTER_MS)
    await layla.until(first, async () => (await attempts(layla, first)).length === 2)
    await untilLastAttempt(layla, first, 'unknown')
  }
  frogy.clock.advance(ORDER_WAIT_MS - SEND_AGAIN_AFTER_MS)
  expect((await layla.decided(second)).status).toBe('published')
  expect(await texts(frogy, 'twitter')).toEqual(['Behind it'])
  await untilStatus(frogy, layla, first, 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['Behind it', 'Lost twice'])
})

for (const platform of ['threads', 'facebook'] as const) {
  test(`sends a lost post again at the network ${platform}, where requests are idempotent, once the post is proven absent`, async () => {
    const layla = await frogy.person(platform)
    await frogy.simulator.fault({ platform, operation: 'publish', fault: 'drop_before' })
    const post = await layla.schedule({ platform, content: 'Second try', at: frogy.clock.now() })
    await untilLastAttempt(layla, post, 'unknown')
    frogy.clock.advance(10_500)
    expect((await layla.decided(post)).status).toBe('published')
    expect(await texts(frogy, platform)).toEqual(['Second try'])
  })
}

test('never reports a post as failed while its outcome is unknown', async () => {
  const [layla, omar] = [await frogy.person('twitter'), await frogy.person('twitter')]
  await frogy.simulator.manners({ twitterDuplicateMs: 0 })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'garbage', count: 9 })
  const lost = async (author: Person, content: string) => {
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
    const post = await author.schedule({ platform: 'twitter', content, at: frogy.clock.now() })
    await untilLastAttempt(author, post, 'unknown')
    return (await attempts(author, post))[0]?.failure
  }
  expect(await lost(layla, 'Hello')).toMatchObject({
    code: 'answer_lost',
    message: 'The connection was lost after sending. The post may be live. We won’t send it again until we know.',
  })
  await omar.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  expect((await lost(omar, 'مرحبا'))?.message).toContain('انقطع الاتصال')
  await frogy.simulator.clearFaults()
  await untilAnswered(frogy, layla, 'twitter')
})

test('does not treat garbage instead of a list of posts as proof that the post is absent', async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.manners({ twitterDuplicateMs: 0 })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'garbage', count: 2 })
  const post = await layla.schedule({ platform: 'twitter', content: 'There all the time', at: frogy.clock.now() })
  for (const left of [1, 0]) {
    await eventually(async () => expect((await frogy.simulator.faults())[0]?.count ?? 0).toBe(left))
    frogy.clock.advance(11_000)
  }
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'twitter')).toEqual(['There all the time'])
})

test('does not mistake another post with the same text for the lost one', async () => {
  const layla = await frogy.person('threads')
  const body = { platform: 'threads', content: 'Every Monday', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  await frogy.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'drop_after' })
  await layla.call('POST /api/posts', { body })
  const posts = await layla.call('GET /api/posts', {})
  expect(posts.map(({ status }) => status)).toEqual(['published', 'published'])
  expect(await texts(frogy, 'threads')).toEqual(['Every Monday', 'Every Monday'])
})

for (const [fault, out] of [
  ['drop_after', 'is found'],
  ['drop_before', 'goes out after all'],
] as const) {
  test(`looks up a lost post until it ${out}, even after its author was asked (fault ${fault})`, async () => {
    const layla = await frogy.person('twitter')
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault })
    await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', status: 503, count: 1_000 })
    const post = await layla.schedule({ platform: 'twitter', content: 'In the middle of it', at: frogy.clock.now() })
    await untilLastAttempt(layla, post, 'unknown')
    await untilStatus(frogy, layla, post, 'unconfirmed')
    expect(await mails(frogy, layla, 1)).toHaveLength(1)

    await frogy.simulator.clearFaults()
    await untilStatus(frogy, layla, post, 'published')
    expect(await texts(frogy, 'twitter')).toEqual(['In the middle of it'])
  })
}

test('sends a post once when the clock jumps during the request', async () => {
  await using behind = await startBehindProxy('twitter')
  const { frogy: held, gate, layla } = behind
  const arrival = gate.hold('answer', ({ path }) => path === '/twitter/2/tweets')
  const post = await layla.schedule({ platform: 'twitter', content: 'Through the jump', at: held.clock.now() })
  const answered = await arrival
  held.clock.advance(20 * 60_000)
  // Schedule another post, so that the worker runs another round.
  const other = await layla.schedule({ platform: 'twitter', content: 'After it', at: held.clock.now() })
  answered.release()
  expect((await layla.decided(post)).status).toBe('published')
  expect((await layla.decided(other)).status).toBe('published')
  expect(await attempts(layla, post)).toHaveLength(1)
  expect(await texts(held, 'twitter')).toEqual(['Through the jump', 'After it'])
})

test("continues with the next posts when a look-up fails by Frogy's own fault", async () => {
  await using place = await installation()
  const first = await place.start()
  const layla = await first.visitor().register()
  await layla.connect('twitter')
  const file: [string, Uint8Array<ArrayBuffer>] = ['a.png', new Uint8Array(await pictureFile('png', 300, 200))]
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(file) })
  await place.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_before' })
  await place.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', status: 503, count: 1_000 })
  const spoilt = await layla.call('POST /api/posts', {
    body: {
      platform: 'twitter',
      content: 'With a spoilt picture',
      status: 'scheduled',
      scheduledAt: place.clock.now().toISOString(),
      media: { images: media.images.map(({ id }) => id) },
    },
  })
  await untilLastAttempt(layla, spoilt, 'unknown')
  await first[Symbol.asyncDispose]()
  {
    await using database = await place.database()
    await database.query(sql`update images set renditions = 'null'`)
  }
  await using second = await place.start()
  layla.movedTo(second.url)
  const behind = await layla.schedule({ platform: 'twitter', content: 'Behind it', at: place.clock.now() })
  await untilStatus(place, layla, behind, 'published')
  expect(await texts(place, 'twitter')).toContain('Behind it')
})

if (SERVER_URL) {
  test('changes nothing when a frozen worker wakes after another worker has sent the post', async () => {
    await using behind = await startBehindProxy('threads')
    const { frogy: held, gate, layla } = behind
    const frozen = gate.hold('answer', ({ method, path }) => method === 'POST' && path.endsWith('/threads'))
    const post = await layla.schedule({ platform: 'threads', content: 'Once', at: held.clock.now() })
    const answerOfFrozen = await frozen
    await using database = await openDatabase({
      databaseUrl: held.databaseUrl,
      dataDir: held.dataDir,
      onError: console.error,
    })
    const [lease] = await database.query(sql`select ${columns('account_leases', 'leased_by')} from account_leases`)
    await using _other = await openApp(
      readConfig({
        PORT: '0',
        ROLE: 'worker',
        DATA_DIR: held.dataDir,
        DATABASE_URL: held.databaseUrl,
        LOG_LEVEL: 'silent',
        SIMULATOR_PORT: new URL(held.simulator.url).port,
        THREADS_BASE_URL: `${gate.url}/threads`,
      }),
      { clock: held.clock },
    )
    const sending = gate.hold('answer', ({ method, path }) => method === 'POST' && path.includes('threads_publish'))
    let answer: PausedRequest | undefined
    void sending.then((arrived) => (answer = arrived))
    await eventually(async () => {
      // Let the frozen worker's lease expire, so that another worker takes over.
      await database.query(sql`
        update account_leases set lease_until = clock_timestamp() - interval '1 second' where leased_by = ${lease?.leased_by}`)
      expect(answer).toBeDefined()
    })
    answerOfFrozen.release()
    answer?.cut()
    await untilStatus(held, layla, post, 'published')
    const timeline = await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
    expect(timeline.map(({ what }) => what)).toContain('answer_lost')
    expect(await texts(held, 'threads')).toEqual(['Once'])
  })
}
