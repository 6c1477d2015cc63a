import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Part, Post } from '#core/posts/contract.ts'
import { byDepth } from '#tests/support/depth.ts'
import { eventually } from '#tests/support/eventually.ts'
import { randomFrom } from '#tests/support/mixed-texts.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { HOUR_MS, later, startBehindProxy, texts, untilLastAttempt } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

const NETWORKS = ['twitter', 'threads', 'bluesky', 'mastodon'] as const
type Network = (typeof NETWORKS)[number]

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `Part ${n + 1} of ${count}`)
const partsOf = (contents: string[]) => contents.map((content) => ({ content }))

async function publishThread(person: Person, platform: Network, contents: string[]): Promise<Post> {
  const { body } = await person.ask('POST /api/posts', {
    body: { platform, content: contents[0], parts: partsOf(contents), status: 'published' },
  })
  return body
}

const states = ({ parts }: Post): Part['state'][] => (parts ?? []).map(({ state }) => state)

/** Advances the clock in small steps until the parts have these states. */
async function untilStates(
  person: Person,
  post: Pick<Post, 'id'>,
  wanted: Part['state'][],
  server: Pick<Frogy, 'clock'> = frogy,
): Promise<Post> {
  let read = await person.read(post)
  await eventually(async () => {
    read = await person.read(post)
    if (states(read).join() !== wanted.join()) server.clock.advance(3_000)
    expect(states(read)).toEqual(wanted)
  })
  return read
}

const allPublished = (count: number): Part['state'][] => Array.from({ length: count }, () => 'published')

/** The posts at a network in order, each with the position of the post that it replies to, or -1. */
async function postsAt(platform: Network, before = 0) {
  const posts = (await frogy.simulator.posts(platform)).slice(before).filter(({ deleted }) => !deleted)
  return posts.map(({ text, replyTo }) => [text, posts.findIndex(({ id }) => id === replyTo)])
}

/** The expected posts of a thread: each text once, as a reply to the previous one. */
const threadOf = (contents: string[]) => contents.map((text, position) => [text, position - 1])

for (const platform of NETWORKS) {
  test(`publishes the parts of a thread on the network ${platform} in order, each as a reply to the previous one`, async () => {
    const layla = await frogy.person(platform)
    const contents = numbered(5)
    const post = await publishThread(layla, platform, contents)
    expect(post.status).toBe('published')
    await untilStates(layla, post, allPublished(5))
    expect(await postsAt(platform)).toEqual(threadOf(contents))
    await eventually(async () => {
      const { parts } = await layla.read(post)
      expect(parts?.map(({ permalink }) => typeof permalink)).toEqual(Array(5).fill('string'))
    })
  })

  test(`publishes a scheduled thread of 25 parts on the network ${platform}`, async () => {
    const layla = await frogy.person(platform)
    const contents = numbered(25)
    const at = later(frogy)
    const post = await layla.call('POST /api/posts', {
      body: {
        platform,
        content: contents[0],
        parts: partsOf(contents.slice(1)),
        status: 'scheduled',
        scheduledAt: at.toISOString(),
      },
    })
    expect(states(post)).toEqual(Array(25).fill('waiting'))
    frogy.clock.advanceTo(at)
    await untilStates(layla, post, allPublished(25))
    expect(await postsAt(platform)).toEqual(threadOf(contents))
  })

  for (const fault of ['drop_after', 'drop_before', 'garbage'] as const) {
    test(`publishes each part of a thread on the network ${platform} once when its response is lost by the fault ${fault}`, async () => {
      const layla = await frogy.person(platform)
      const contents = numbered(byDepth({ gate: 3, all: 5 }))
      for (let lost = 1; lost < contents.length; lost++) {
        const before = (await frogy.simulator.posts(platform)).length
        const now = contents.map((content) => `${content}, ${lost} is lost`)
        const post = await layla.call('POST /api/posts', {
          body: {
            platform,
            content: now[0],
            parts: partsOf(now),
            status: 'scheduled',
            scheduledAt: later(frogy).toISOString(),
          },
        })
        // Each earlier part uses up a harmless fault, so that the fault below hits the chosen part.
        for (let part = 0; part < lost; part++)
          await frogy.simulator.fault({ platform, operation: 'publish', fault: 'slow', delayMs: 1 })
        await frogy.simulator.fault({ platform, operation: 'publish', fault })
        frogy.clock.advanceTo(new Date(post.scheduledAt ?? ''))
        await untilStates(layla, post, allPublished(now.length))
        expect(await postsAt(platform, before)).toEqual(threadOf(now))
      }
    })
  }
}

test('stops a thread at the part that the network refuses, notifies the author, and sends the rest on request', async () => {
  const layla = await frogy.person('twitter')
  const contents = numbered(4)
  for (let part = 0; part < 2; part++)
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'slow', delayMs: 1 })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', as: 'permission' })
  const post = await publishThread(layla, 'twitter', contents)
  const stopped = await untilStates(layla, post, ['published', 'published', 'failed', 'waiting'])
  expect(stopped.status).toBe('published')
  expect(stopped.parts?.[2]?.failure?.code).toBe('permission')
  expect(stopped.parts?.[2]?.failure?.message).toMatch(/2 of 4 parts are live/)
  const notifications = async () => (await layla.call('GET /api/notifications', {})).items
  expect(await notifications()).toMatchObject([
    { kind: 'incomplete', title: 'A post on X is live, but not all of it', action: 'see', posts: [{ id: post.id }] },
  ])

  await layla.call('POST /api/posts/{id}/continue', { params: { id: post.id }, body: { action: 'retry' } })
  await untilStates(layla, post, allPublished(4))
  expect(await postsAt('twitter')).toEqual(threadOf(contents))
  expect(await notifications()).toMatchObject([{ posts: [] }])
})

test('pauses a thread whose account lost its permission, and continues after the reconnection', async () => {
  const layla = await frogy.person('threads')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const contents = numbered(5)
  for (let part = 0; part < 2; part++)
    await frogy.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'slow', delayMs: 1 })
  await frogy.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'status', as: 'token', count: 2 })
  const post = await publishThread(layla, 'threads', contents)
  await eventually(async () => {
    const { parts, status } = await layla.read(post)
    expect(status).toBe('published')
    expect(parts?.[2]?.failure?.code).toBe('reconnect')
    expect(parts?.[2]?.failure?.message).toMatch(/2 of 5 parts are live/)
  })
  expect(await texts(frogy, 'threads')).toEqual(contents.slice(0, 2))

  await frogy.simulator.clearFaults()
  expect(account?.platform).toBe('threads')
  await layla.connect('threads')
  await untilStates(layla, post, allPublished(5))
  expect(await postsAt('threads')).toEqual(threadOf(contents))
})

test('keeps the rest of a thread while its account is disconnected', async () => {
  const layla = await frogy.person('twitter')
  const contents = numbered(3)
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'slow', delayMs: 1 })
  await frogy.simulator.fault({
    platform: 'twitter',
    operation: 'publish',
    fault: 'status',
    as: 'rate',
    retryAfter: 600,
  })
  const post = await publishThread(layla, 'twitter', contents)
  await eventually(async () => expect((await layla.read(post)).parts?.[1]?.failure?.code).toBe('rate_limited'))
  const [account] = await layla.call('GET /api/social-accounts', {})
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  expect((await layla.read(post)).parts?.[1]?.failure?.code).toBe('account_not_connected')
  await frogy.simulator.liftLimits()
  await layla.connect('twitter')
  frogy.clock.advance(700_000)
  await untilStates(layla, post, allPublished(3))
  expect(await postsAt('twitter')).toEqual(threadOf(contents))
})

test('sends a part of a thread again when Threads publishes it as a separate post', async () => {
  const layla = await frogy.person('threads')
  const contents = numbered(2)
  await frogy.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'slow', delayMs: 1 })
  await frogy.simulator.manners({ threadsParents: 'lost' })
  const post = await publishThread(layla, 'threads', contents)
  const done = await untilStates(layla, post, allPublished(2))
  // After the second failure, Frogy leaves the part public and reports that it is detached from the thread.
  await eventually(async () => expect((await layla.read(done)).parts?.[1]?.failure?.code).toBe('detached'))
  const live = (await frogy.simulator.posts('threads')).filter(({ deleted }) => !deleted)
  expect(live.map(({ text }) => text)).toEqual(contents)
  await frogy.simulator.manners({ threadsParents: 'kept' })
})

test('asks the author about a part that the network cannot confirm, and sends the other parts after the answer', async () => {
  await using started = await startBehindProxy('twitter')
  const { frogy: server, layla } = started
  const contents = numbered(3)
  const post = await layla.call('POST /api/posts', {
    body: {
      platform: 'twitter',
      content: contents[0],
      parts: partsOf(contents),
      status: 'scheduled',
      scheduledAt: later(server).toISOString(),
    },
  })
  await server.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'slow', delayMs: 1 })
  await server.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await server.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', as: 'server', count: 1_000 })
  server.clock.advanceTo(new Date(post.scheduledAt ?? ''))
  const asked = await untilStates(layla, post, ['published', 'unconfirmed', 'waiting'], server)
  expect(asked.parts?.[1]?.failure?.message).toMatch(/1 of 3 parts are live/)
  await layla.call('POST /api/posts/{id}/continue', { params: { id: post.id }, body: { action: 'live' } })
  await server.simulator.clearFaults()
  await untilStates(layla, post, allPublished(3), server)
  expect((await server.simulator.posts('twitter')).map(({ text }) => text)).toEqual(contents)
})

test('sends no further part after the author cancels the post while its first part is being sent', async () => {
  const layla = await frogy.person('twitter')
  const contents = numbered(3)
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', status: 503, count: 100 })
  const { id } = await layla.call('POST /api/posts', {
    body: {
      platform: 'twitter',
      content: contents[0],
      parts: partsOf(contents),
      status: 'scheduled',
      scheduledAt: later(frogy).toISOString(),
    },
  })
  frogy.clock.advance(HOUR_MS)
  await untilLastAttempt(layla, { id }, 'unknown')
  expect((await layla.ask('DELETE /api/posts/{id}', { params: { id } })).status).toBe(202)
  await frogy.simulator.clearFaults()
  await untilStates(layla, { id }, ['published', 'waiting', 'waiting'])

  const other = ['After', 'And after']
  await untilStates(layla, await publishThread(layla, 'twitter', other), allPublished(2))
  expect(await texts(frogy, 'twitter')).toEqual([contents[0], ...other])
  expect(states(await layla.read({ id }))).toEqual(['published', 'waiting', 'waiting'])
})

test('deletes a thread from its network, starting with the last part', async () => {
  const layla = await frogy.person('twitter')
  const contents = numbered(3)
  const post = await publishThread(layla, 'twitter', contents)
  await untilStates(layla, post, allPublished(3))
  await layla.call('DELETE /api/posts/{id}', { params: { id: post.id }, query: { network: 'true' } })
  expect((await frogy.simulator.posts('twitter')).map(({ deleted }) => deleted)).toEqual([true, true, true])
})

test('discards the unsent parts of a thread on request', async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'slow', delayMs: 1 })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', as: 'permission' })
  const post = await publishThread(layla, 'twitter', numbered(3))
  await untilStates(layla, post, ['published', 'failed', 'waiting'])
  const stopped = await layla.call('POST /api/posts/{id}/continue', {
    params: { id: post.id },
    body: { action: 'stop' },
  })
  expect(stopped.parts).toBeUndefined()
  expect(
    await layla.ask('POST /api/posts/{id}/continue', { params: { id: post.id }, body: { action: 'retry' } }),
  ).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_continue' },
  })
})

test('rejects a thread that its network could not publish', async () => {
  const layla = await frogy.person('twitter', 'linkedin')
  const ask = async (platform: Post['platform'], contents: string[]) =>
    (
      await layla.ask('POST /api/posts', {
        body: { platform, content: contents[0], parts: partsOf(contents), status: 'published' },
      })
    ).body.issues
  expect(await ask('linkedin', ['One', 'Two'])).toMatchObject([{ path: 'parts.1.content' }])
  expect(await ask('twitter', ['One', 'x'.repeat(281)])).toMatchObject([{ path: 'parts.1.content' }])
  expect(await ask('twitter', ['One', ' '])).toMatchObject([{ path: 'parts.1.content' }])
  expect(await ask('twitter', ['One', 'Two', 'One'])).toMatchObject([{ path: 'parts.2.content' }])
  expect(await ask('twitter', numbered(26))).toMatchObject([{ path: 'parts' }])
})

test('changes, replaces and removes the parts of a scheduled thread', async () => {
  const layla = await frogy.person('twitter')
  const post = await layla.call('POST /api/posts', {
    body: {
      platform: 'twitter',
      content: 'One',
      parts: partsOf(['One', 'Two']),
      status: 'scheduled',
      scheduledAt: later(frogy).toISOString(),
    },
  })
  const change = async (body: object) => layla.call('PATCH /api/posts/{id}', { params: { id: post.id }, body })
  const contents = async (body: object) => (await change(body)).parts?.map(({ content }) => content)
  expect(await contents({ content: 'First' })).toEqual(['First', 'Two'])
  expect(await contents({ parts: partsOf(['A', 'B', 'C']) })).toEqual(['A', 'B', 'C'])
  expect((await layla.read(post)).content).toBe('A')
  expect(await contents({ parts: null })).toBeUndefined()
  expect((await layla.read(post)).content).toBe('A')
})

test('sends the pictures of each part with that part', async () => {
  const layla = await frogy.person('twitter')
  const uploaded = await layla.call('POST /api/images/upload', {
    form: uploadForm(['pond.jpg', new Uint8Array(await pictureFile('jpeg', 600, 400))]),
  })
  const id = uploaded.media.images[0]?.id ?? ''
  const { body: post } = await layla.ask('POST /api/posts', {
    body: {
      platform: 'twitter',
      content: 'Words',
      parts: [{ content: 'Words' }, { content: 'Pond', imageIds: [id] }],
      status: 'published',
    },
  })
  const done = await untilStates(layla, post, allPublished(2))
  expect(done.parts?.map(({ images }) => images)).toEqual([[], [id]])
  expect((await frogy.simulator.posts('twitter')).map(({ media }) => media.length)).toEqual([0, 1])
})

const SEED = 20_261_129

test('keeps the order of every thread under random faults, and publishes each part once', async () => {
  const random = randomFrom(SEED)
  const layla = await frogy.person(...NETWORKS)
  await frogy.simulator.liftLimits()
  for (let run = 0; run < byDepth({ gate: 4, all: 40 }); run++) {
    await frogy.simulator.clearFaults()
    const platform = NETWORKS[run % NETWORKS.length] ?? 'twitter'
    const contents = numbered(2 + Math.floor(random() * 6)).map((content) => `${content}, run ${run}`)
    const before = (await frogy.simulator.posts(platform)).length
    const post = await layla.call('POST /api/posts', {
      body: {
        platform,
        content: contents[0],
        parts: partsOf(contents),
        status: 'scheduled',
        scheduledAt: later(frogy).toISOString(),
      },
    })
    for (let n = 0; n < contents.length; n++) {
      const fault = (['slow', 'drop_after', 'drop_before', 'garbage'] as const)[Math.floor(random() * 4)] ?? 'slow'
      await frogy.simulator.fault({ platform, operation: 'publish', fault, delayMs: 1 })
    }
    frogy.clock.advanceTo(new Date(post.scheduledAt ?? ''))
    await untilStates(layla, post, allPublished(contents.length))
    expect(await postsAt(platform, before)).toEqual(threadOf(contents))
  }
})
