import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { LONGEST_OUTAGE_PAUSE_MS } from '#core/publishing/pauses.ts'
import { eventually } from '#tests/support/eventually.ts'
import { installation } from '#tests/support/installation.ts'
import { openPausingProxy, type PausingProxy } from '#tests/support/pausing-proxy.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { attempts, HOUR_MS, texts, untilAnswered, untilLastAttempt } from '#tests/support/publishing.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import type { AccountRow } from '../accounts/store.ts'
import sql, { columns } from '../db/sql.ts'
import { openPauses } from './pauses.ts'

const MINUTE_MS = 60_000

/** Starts Frogy with networks that the test can switch off, so that they refuse connections. */
async function behindSwitches() {
  await using opened = new AsyncDisposableStack()
  let networks = ''
  const open = (port?: number) => openPausingProxy(() => networks, port)
  const gates = new Map<Platform, PausingProxy>()
  for (const platform of PLATFORMS) gates.set(platform, await open())
  opened.defer(async () => {
    for (const gate of gates.values()) await gate[Symbol.asyncDispose]()
  })
  const addresses = [...gates].map(([platform, { url }]) => [
    `${platform.toUpperCase()}_BASE_URL`,
    `${url}/${platform}`,
  ])
  const frogy = opened.use(await startFrogy(Object.fromEntries(addresses)))
  networks = frogy.simulator.url
  const off = new Map<Platform, number>()
  const stack = opened.move()
  return {
    ...frogy,
    async switchOff(platform: Platform): Promise<void> {
      const gate = gates.get(platform)
      off.set(platform, Number(new URL(gate?.url ?? '').port))
      await gate?.[Symbol.asyncDispose]()
    },
    async switchOn(): Promise<void> {
      for (const [platform, port] of off) gates.set(platform, await open(port))
      off.clear()
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

let frogy: Awaited<ReturnType<typeof behindSwitches>>
beforeAll(async () => {
  frogy = await behindSwitches()
})
beforeEach(async () => {
  await frogy.switchOn()
  await frogy.simulator.reset()
  // Advance the clock past all rate limits that the previous test left.
  frogy.clock.advance(25 * HOUR_MS)
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** Users with one account each at the same network. */
async function peopleAt(platform: Platform): Promise<[Person, Person, Person]> {
  const accounts = (await frogy.simulator.accounts()).filter(
    (one) => one.platform === platform && one.pages?.length !== 0,
  )
  const [first, second, third] = accounts.map(({ id }) => id)
  const personWith = async (id = '') => {
    const person = await frogy.person()
    await person.connect(platform, id)
    return person
  }
  return await Promise.all([personWith(first), personWith(second), personWith(third)])
}

const LONG_STEP_MS = 10_000

/** Moves the clock in small steps until the condition holds, with a moment of real time in between. */
async function passUntil(holds: () => Promise<boolean>, stepMs = 2_000): Promise<void> {
  const passing = async () => {
    if (await holds()) return true
    frogy.clock.advance(stepMs)
    return false
  }
  await eventually(async () => expect(await passing()).toBe(true))
}

async function pass(ms: number): Promise<void> {
  const until = frogy.clock.now().getTime() + ms
  await passUntil(async () => frogy.clock.now().getTime() >= until, LONG_STEP_MS)
}

/** Whether a post waits for the end of an outage. */
async function isHeldUp(person: Person, { id }: Post): Promise<boolean> {
  const timeline = await person.call('GET /api/posts/{id}/timeline', { params: { id } })
  const soon = frogy.clock.now().getTime() + MINUTE_MS
  return timeline.some(({ what, at }) => what === 'tries_until' && Date.parse(at) > soon)
}

const statusOf = async (person: Person, post: Post) => (await person.read(post)).status

test.each(['linkedin', 'twitter', 'facebook', 'threads'] as const)(
  'after a ten-minute outage of the network %s, publishes the due posts in order within a minute',
  async (platform) => {
    const people = await peopleAt(platform)
    const begin = frogy.clock.now().getTime()
    await frogy.switchOff(platform)
    const due: { person: Person; post: Post }[] = []
    for (const person of people) {
      for (const [n, minute] of [0.1, 3, 9.9].entries()) {
        const at = new Date(begin + minute * MINUTE_MS)
        due.push({ person, post: await person.schedule({ platform, content: `${person.user?.email} ${n}`, at }) })
      }
    }
    await pass(10 * MINUTE_MS)
    expect(await texts(frogy, platform)).toEqual([])
    for (const { person, post } of due) expect(await statusOf(person, post)).toBe('scheduled')

    await frogy.switchOn()
    const back = frogy.clock.now().getTime()
    // Move the clock past the longest pause in one step: frequent steps would outrun a slow machine.
    frogy.clock.advance(LONGEST_OUTAGE_PAUSE_MS)
    for (const { person, post } of due) {
      const { publishedAt } = await person.decided(post)
      expect(Date.parse(publishedAt ?? '') - back).toBeLessThan(MINUTE_MS)
    }
    const out = await texts(frogy, platform)
    for (const person of people) {
      const own = out.filter((text) => text.startsWith(person.user?.email ?? '-'))
      expect(own).toEqual([0, 1, 2].map((n) => `${person.user?.email} ${n}`))
    }
  },
)

test.each(['bluesky', 'twitter'] as const)(
  'looks up a lost post at the network %s after an outage before it sends later posts, and so keeps their order',
  async (platform) => {
    const layla = await frogy.person(platform)
    const begin = frogy.clock.now()
    await frogy.simulator.fault({ platform, operation: 'publish', fault: 'drop_before' })
    const lost = await layla.schedule({ platform, content: 'Lost', at: begin })
    await untilLastAttempt(layla, lost, 'unknown')
    await frogy.switchOff(platform)
    const at = new Date(begin.getTime() + MINUTE_MS)
    const behind = await layla.schedule({ platform, content: 'Behind it', at })
    await pass(10 * MINUTE_MS)
    await passUntil(async () => (await statusOf(layla, lost)) === 'unconfirmed', LONG_STEP_MS)
    expect(await statusOf(layla, behind)).toBe('scheduled')

    await frogy.switchOn()
    frogy.clock.advance(LONGEST_OUTAGE_PAUSE_MS)
    expect((await layla.decided(behind)).status).toBe('published')
    expect(await statusOf(layla, lost)).toBe('published')
    expect(await texts(frogy, platform)).toEqual(['Lost', 'Behind it'])
  },
)

test("keeps the order of an account's posts when one got no response before a short outage, without delaying other accounts", async () => {
  const [layla, omar] = await peopleAt('twitter')
  const begin = frogy.clock.now().getTime()
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_before' })
  const lost = await layla.schedule({ platform: 'twitter', content: 'Lost', at: new Date(begin) })
  await untilLastAttempt(layla, lost, 'unknown')
  await frogy.switchOff('twitter')
  const at = new Date(begin + 5_000)
  const behind = await layla.schedule({ platform: 'twitter', content: 'Behind it', at })
  const others = await omar.schedule({ platform: 'twitter', content: 'Of another account', at })
  await passUntil(() => isHeldUp(omar, others), LONG_STEP_MS)

  await frogy.switchOn()
  await passUntil(async () => (await statusOf(omar, others)) === 'published')
  expect(await statusOf(layla, behind)).toBe('scheduled')
  await passUntil(async () => (await statusOf(layla, behind)) === 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['Of another account', 'Lost', 'Behind it'])
})

test("notifies the author of an outage, and marks posts as missed when the outage outlasts the author's limit for late posts", async () => {
  const layla = await frogy.person('twitter')
  await frogy.switchOff('twitter')
  const post = await layla.schedule({ platform: 'twitter', content: 'For too long', at: frogy.clock.now() })
  await passUntil(async () => {
    const { items } = await layla.call('GET /api/notifications', {})
    return items.some(({ kind, text }) => kind === 'delayed' && text.includes('can’t be reached'))
  })
  expect(await layla.read(post)).toMatchObject({ status: 'scheduled', failure: { code: 'not_reached' } })
  const [ahead] = (await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })).filter(
    (one) => one.isAhead,
  )
  expect(ahead?.what).toBe('tries_until')
  frogy.clock.advance(61 * MINUTE_MS)
  expect(await layla.decided(post)).toMatchObject({ status: 'missed', failure: { code: 'not_reached' } })
  // A post that came due during the outage may have been prepared again, but not sent.
  expect((await attempts(layla, post)).filter(({ sentAt }) => sentAt)).toHaveLength(1)
})

test('fails a post that waits for a network when its account is disconnected, and notifies the author', async () => {
  const layla = await frogy.person('twitter')
  await frogy.switchOff('twitter')
  const post = await layla.schedule({ platform: 'twitter', content: 'From nobody', at: frogy.clock.now() })
  await passUntil(() => isHeldUp(layla, post))
  const [account] = await layla.call('GET /api/social-accounts', {})
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  await pass(MINUTE_MS)
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'account_not_connected' } })
  const { items } = await layla.call('GET /api/notifications', {})
  expect(items).toMatchObject([{ kind: 'failed', action: 'connect', posts: [{ id: post.id }] }])
})

test('immediately publishes a post that waits for the end of an outage when its author chooses another network', async () => {
  const layla = await frogy.person('twitter', 'linkedin')
  await frogy.switchOff('twitter')
  const post = await layla.schedule({ platform: 'twitter', content: 'Elsewhere', at: frogy.clock.now() })
  await passUntil(() => isHeldUp(layla, post))
  const params = { id: post.id }
  const changed = await layla.call('PATCH /api/posts/{id}', { params, body: { platform: 'linkedin' } })
  expect(changed).toMatchObject({ status: 'scheduled', scheduledAt: post.scheduledAt, failure: null })
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual(['Elsewhere'])
})

test('sends posts of only a few of many accounts while a network answers every post with an error', async () => {
  const people = await peopleAt('linkedin')
  await frogy.simulator.fault({
    platform: 'linkedin',
    operation: 'publish',
    fault: 'status',
    as: 'server',
    count: 1_000,
  })
  const at = frogy.clock.now()
  const posts: { person: Person; post: Post }[] = []
  for (const person of people)
    posts.push({ person, post: await person.schedule({ platform: 'linkedin', content: 'First', at }) })
  await passUntil(async () =>
    (await Promise.all(posts.map(({ person, post }) => statusOf(person, post)))).includes('unconfirmed'),
  )
  for (const person of people) {
    for (let n = 0; n < 3; n++)
      posts.push({
        person,
        post: await person.schedule({ platform: 'linkedin', content: `Later ${n}`, at: frogy.clock.now() }),
      })
  }
  await pass(5 * MINUTE_MS)
  const asked = await Promise.all(posts.map(({ person, post }) => statusOf(person, post)))
  // Expect one look-up each time Frogy tests whether the network answers. The pauses between these tests grow.
  expect(asked.filter((status) => status === 'unconfirmed').length).toBeLessThan(
    people.length + (5 * MINUTE_MS) / LONGEST_OUTAGE_PAUSE_MS,
  )
  await frogy.simulator.clearFaults()
  for (const { person, post } of posts)
    await passUntil(async () => ['published', 'unconfirmed'].includes(await statusOf(person, post)))
  for (const person of people) await untilAnswered(frogy, person, 'linkedin')
})

test('delays no other account when a network fails for only one account', async () => {
  const [layla, omar] = await peopleAt('threads')
  await frogy.simulator.fault({ platform: 'threads', operation: 'upload', fault: 'drop_before', count: 1 })
  const first = await layla.schedule({ platform: 'threads', content: 'In trouble', at: frogy.clock.now() })
  await layla.until(first, ({ failure }) => failure?.code === 'not_reached')
  const other = await omar.schedule({ platform: 'threads', content: 'Beside it', at: frogy.clock.now() })
  expect((await omar.decided(other)).status).toBe('published')
  const second = await layla.schedule({ platform: 'threads', content: 'Behind it', at: frogy.clock.now() })
  await passUntil(async () => (await statusOf(layla, second)) === 'published')
  expect((await texts(frogy, 'threads')).filter((text) => text !== 'Beside it')).toEqual(['In trouble', 'Behind it'])
})

test("learns an account's rate limit once: the account's other posts wait without a request, and are published in order", async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({
    platform: 'twitter',
    operation: 'publish',
    fault: 'status',
    status: 429,
    retryAfter: 600,
    count: 20,
  })
  const at = frogy.clock.now().getTime() + MINUTE_MS
  const posts: Post[] = []
  for (let n = 0; n < 19; n++)
    posts.push(await layla.schedule({ platform: 'twitter', content: `Number ${n}`, at: new Date(at + n) }))
  const last = await layla.schedule({ platform: 'twitter', content: 'The last', at: new Date(at + 19) })
  posts.push(last)
  frogy.clock.advanceTo(new Date(at + 100))
  await layla.until(last, ({ failure }) => failure?.code === 'rate_limited')
  await pass(5 * MINUTE_MS)
  expect((await frogy.simulator.faults())[0]?.count).toBe(19)
  await frogy.simulator.clearFaults()
  for (const post of posts) await passUntil(async () => (await statusOf(layla, post)) === 'published', LONG_STEP_MS)
  expect(await texts(frogy, 'twitter')).toEqual(posts.map(({ content }) => content))
})

test('applies a rate limit of the app to all accounts, and a rate limit of an account to that account only', async () => {
  const [layla, omar, noor] = await peopleAt('linkedin')
  const limited = (words: string) =>
    frogy.simulator.fault({
      platform: 'linkedin',
      operation: 'publish',
      fault: 'status',
      status: 429,
      headers: { 'retry-after': '120' },
      body: { status: 429, serviceErrorCode: 101, code: 'TOO_MANY_REQUESTS', message: words },
    })
  await limited('Resource level throttle MEMBER limit for calls to this resource is reached.')
  const first = await layla.schedule({ platform: 'linkedin', content: 'Too many of hers', at: frogy.clock.now() })
  await layla.until(first, ({ failure }) => failure?.code === 'rate_limited')
  const free = await omar.schedule({ platform: 'linkedin', content: 'Not his', at: frogy.clock.now() })
  expect((await omar.decided(free)).status).toBe('published')

  await limited('Resource level throttle APPLICATION limit for calls to this resource is reached.')
  const second = await omar.schedule({ platform: 'linkedin', content: 'Too many of all', at: frogy.clock.now() })
  await omar.until(second, ({ failure }) => failure?.code === 'rate_limited')
  await frogy.simulator.clearFaults()
  const third = await noor.schedule({ platform: 'linkedin', content: 'Of them, too', at: frogy.clock.now() })
  await noor.until(third, ({ failure }) => failure?.code === 'rate_limited')
  // The third post may have been prepared, but must not have been sent.
  expect((await attempts(noor, third)).filter(({ sentAt }) => sentAt !== null)).toEqual([])
  for (const [person, post] of [
    [layla, first],
    [omar, second],
    [noor, third],
  ] as const)
    await passUntil(async () => (await statusOf(person, post)) === 'published', LONG_STEP_MS)
})

test("fails a post immediately when the network's daily limit lasts longer than the post may be late", async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', as: 'quota' })
  const body = { platform: 'twitter', status: 'published' } as const
  const { body: first } = await layla.ask('POST /api/posts', { body: { ...body, content: 'One too many' } })
  const { body: second } = await layla.ask('POST /api/posts', { body: { ...body, content: 'And another' } })
  for (const post of [first, second]) expect(post).toMatchObject({ status: 'failed', failure: { code: 'daily_limit' } })
  // The second post may have been prepared before the rate limit was known, but must not have been sent.
  expect((await attempts(layla, second)).filter(({ sentAt }) => sentAt !== null)).toEqual([])
  expect(await texts(frogy, 'twitter')).toEqual([])
})

test('publishes later posts while an earlier one waits for its own picture', async () => {
  const layla = await frogy.person('threads')
  const file: [string, Uint8Array<ArrayBuffer>] = ['a.png', new Uint8Array(await pictureFile('png', 500, 400))]
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(file) })
  await frogy.simulator.fault({
    platform: 'threads',
    operation: 'upload',
    fault: 'status',
    status: 400,
    body: {
      error: {
        message: 'The media could not be fetched from this URI',
        type: 'OAuthException',
        code: 9004,
        error_subcode: 2_207_052,
      },
    },
  })
  const shown = await layla.call('POST /api/posts', {
    body: {
      platform: 'threads',
      content: 'With a picture',
      status: 'scheduled',
      scheduledAt: frogy.clock.now().toISOString(),
      media: { images: media.images.map(({ id }) => id) },
    },
  })
  await layla.until(shown, ({ failure }) => failure?.code === 'media_unreachable')
  const behind = await layla.schedule({ platform: 'threads', content: 'Behind it', at: frogy.clock.now() })
  expect((await layla.decided(behind)).status).toBe('published')
  await passUntil(async () => (await statusOf(layla, shown)) === 'published')
})

test("ends a pause in one worker's cache when another worker has ended the pause", async () => {
  await using place = await installation()
  await (await place.start())[Symbol.asyncDispose]()
  await using database = await place.database()
  const [one, other] = [openPauses({ database, clock: place.clock }), openPauses({ database, clock: place.clock })]
  const account = { id: randomUUID(), platform: 'twitter', remote_id: '7' } as AccountRow
  await one.report(account, { ok: false, failure: { kind: 'not-sent', detail: null } })
  await other.refresh()
  expect(other.isPaused(account, { id: randomUUID() })).toBe(true)
  await one.endOutage(account)
  // A process that still caches the pause would retry the same post until its next refresh.
  await other.postponeDuePosts(account)
  expect(other.isPaused(account, { id: randomUUID() })).toBe(false)
})

test('leaves a post at its new time when its author moves it while Frogy tests whether an outage is over', async () => {
  await using place = await installation()
  await using first = await place.start()
  const layla = await first.visitor().register()
  await layla.connect('twitter')
  const tomorrow = new Date(place.clock.now().getTime() + 24 * HOUR_MS)
  const post = await layla.schedule({ platform: 'twitter', content: 'Moved', at: tomorrow })
  await first[Symbol.asyncDispose]()
  await using database = await place.database()
  const pauses = openPauses({ database, clock: place.clock })
  const account = { id: randomUUID(), platform: 'twitter', remote_id: '7' } as AccountRow
  await pauses.report(account, { ok: false, failure: { kind: 'not-sent', detail: null } })
  place.clock.advance(LONGEST_OUTAGE_PAUSE_MS)
  const [pause] = await pauses.claimDueOutages(tomorrow)
  if (!pause) throw new Error('The outage is not due')
  await pauses.allowTrial(pause, post.id, tomorrow)
  const stored = await database.query(sql`select ${columns('posts', 'next_step_at')} from posts where id = ${post.id}`)
  expect(stored).toEqual([{ next_step_at: tomorrow }])
})

test('leaves no account paused when the answers of several networks arrive together', async () => {
  await using place = await installation()
  await (await place.start())[Symbol.asyncDispose]()
  await using database = await place.database()
  const accounts = ['7', '8'].map((remote_id) => ({ id: randomUUID(), platform: 'twitter', remote_id }) as AccountRow)
  const served = accounts.map((account) => ({ account, pauses: openPauses({ database, clock: place.clock }) }))
  for (let round = 0; round < 20; round++) {
    for (const { account, pauses } of served)
      await pauses.report(account, { ok: false, failure: { kind: 'answer-lost', detail: null } })
    await Promise.all(served.map(({ account, pauses }) => pauses.endOutage(account)))
    expect(await database.query(sql`select ${columns('pauses', 'remote_id')} from pauses`)).toEqual([])
  }
})

test('does not count an old lost response towards a new outage', async () => {
  await using place = await installation()
  await (await place.start())[Symbol.asyncDispose]()
  await using database = await place.database()
  const pauses = openPauses({ database, clock: place.clock })
  const account = { id: randomUUID(), platform: 'twitter', remote_id: '7' } as AccountRow
  const loseAnswer = () => pauses.report(account, { ok: false, failure: { kind: 'answer-lost', detail: null } })
  await loseAnswer()
  place.clock.advance(24 * 60 * MINUTE_MS)
  await loseAnswer()
  expect(pauses.isPaused(account, { id: randomUUID() })).toBe(false)
  await loseAnswer()
  expect(pauses.isPaused(account, { id: randomUUID() })).toBe(true)
})
