import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { change, create } from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { countValues } from '#tests/support/count-values.ts'

let frogy: Frogy
let reader: Person
let stranger: Person
beforeAll(async () => {
  frogy = await startFrogy({ THREADS_SCOPES: 'threads_delete' })
  reader = await frogy.person()
  stranger = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

describe('publishing on request', () => {
  test('publishes a draft or scheduled post immediately and lists its attempts', async () => {
    const layla = await frogy.person('threads')
    for (const draft of [true, false]) {
      const content = `Now ${crypto.randomUUID()}`
      const { body: post } = await create(frogy, layla, { content })
      if (draft) await change(layla, post, { scheduledAt: null })
      const reply = await layla.ask('POST /api/posts/{id}/publish', { params: { id: post.id } })
      expect({ status: reply.status, state: reply.body.status }).toEqual({ status: 200, state: 'published' })
      expect((await frogy.simulator.posts('threads')).filter(({ text }) => text === content)).toHaveLength(1)
      const attempts = await layla.call('GET /api/posts/{id}/attempts', { params: { id: post.id } })
      expect(attempts).toMatchObject([{ number: 1, state: 'accepted', failure: null }])
    }
  })

  test('refuses to publish a post immediately without a connected account, and leaves it unchanged', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(frogy, layla, {})
    expect(await layla.ask('POST /api/posts/{id}/publish', { params: { id: post.id } })).toMatchObject({
      status: 409,
      body: { code: 'account_not_connected' },
    })
    expect(await layla.read(post)).toEqual(post)
  })

  test('publishes a post once for several concurrent requests', async () => {
    const layla = await frogy.person('threads')
    const content = `Now ${crypto.randomUUID()}`
    const { body: post } = await create(frogy, layla, { content })
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => layla.ask('POST /api/posts/{id}/publish', { params: { id: post.id } })),
    )
    expect(countValues(replies.map(({ status }) => status))).toEqual({ 200: 1, 409: 4 })
    expect((await frogy.simulator.posts('threads')).filter(({ text }) => text === content)).toHaveLength(1)
  })

  test("accepts an author's answer only about an unconfirmed post", async () => {
    const layla = await frogy.person()
    const { body: post } = await create(frogy, layla, {})
    for (const outcome of ['live', 'not_live'] as const) {
      const reply = await layla.ask('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome } })
      expect(reply).toMatchObject({ status: 409, body: { code: 'not_unconfirmed' } })
    }
    const silly = await layla.ask('POST /api/posts/{id}/resolve', {
      params: { id: post.id },
      body: { outcome: 'maybe' },
    })
    expect(silly.status).toBe(422)
  })
})

describe('deletion', () => {
  const remove = (who: Person, { id }: { id: string }, network?: string) =>
    who.ask('DELETE /api/posts/{id}', { params: { id }, ...(network !== undefined && { query: { network } }) })

  test('deletes a scheduled post from the calendar', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(frogy, layla, {})
    expect((await remove(layla, post)).status).toBe(204)
    expect((await layla.ask('GET /api/posts/{id}', { params: { id: post.id } })).status).toBe(404)
    expect((await remove(layla, post)).status).toBe(404)
  })

  test.each(['linkedin', 'twitter', 'facebook', 'threads'] as const)(
    'requires a choice whether to delete a published post only in Frogy or also from the network %s',
    async (platform) => {
      const layla = await frogy.person(platform)
      const [kept, gone] = [`Kept ${crypto.randomUUID()}`, `Gone ${crypto.randomUUID()}`]
      const publish = async (content: string) =>
        (await create(frogy, layla, { platform, status: 'published', content })).body
      const [first, second] = [await publish(kept), await publish(gone)]
      for (const post of [first, second]) {
        expect(await remove(layla, post)).toMatchObject({ status: 409, body: { code: 'already_published' } })
        expect(await layla.read(post)).toEqual(post)
      }
      expect((await remove(layla, first, 'false')).status).toBe(204)
      expect((await remove(layla, second, 'true')).status).toBe(204)
      const posts = await frogy.simulator.posts(platform)
      expect(posts.find(({ text }) => text === kept)).toMatchObject({ deleted: false })
      expect(posts.find(({ text }) => text === gone)?.deleted ?? true).toBe(true)
      expect(await layla.call('GET /api/posts', {})).toEqual([])
    },
  )

  test('keeps a post when its network refuses the deletion because the account lost access', async () => {
    const layla = await frogy.person('linkedin')
    const { body: post } = await create(frogy, layla, {
      platform: 'linkedin',
      status: 'published',
      content: `Out ${crypto.randomUUID()}`,
    })
    const [account] = await layla.call('GET /api/social-accounts', {})
    await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
    const refused = await remove(layla, post, 'true')
    expect(refused).toMatchObject({ status: 502, body: { code: 'platform_failed' } })
    expect((await layla.read(post)).status).toBe('published')
    expect((await remove(layla, post, 'false')).status).toBe(204)
  })

  test('accepts only true and false as the query parameter `network` of a deletion', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(frogy, layla, {})
    expect((await remove(layla, post, 'yes')).status).toBe(422)
    expect((await remove(layla, post, 'false')).status).toBe(204)
  })
})

describe('post of another user', () => {
  const EVERY_CALL = [
    ['GET', ''],
    ['GET', '/attempts'],
    ['PATCH', '', { content: 'Mine now' }],
    ['POST', '/publish'],
    ['POST', '/resolve', { outcome: 'live' }],
    ['DELETE', ''],
    ['DELETE', '?network=true'],
  ] as const
  const send = async (who: Person, id: string, [method, path, body]: (typeof EVERY_CALL)[number]) =>
    await who.fetch(`/api/posts/${id}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })

  test.each(EVERY_CALL)('hides the post of another user from the call %s /api/posts/{id}%s', async (...call) => {
    const { body: post } = await create(frogy, reader, {})
    const reply = await send(stranger, post.id, call as never)
    expect({ status: reply.status, code: ((await reply.json()) as { code: string }).code }).toEqual({
      status: 404,
      code: 'not_found',
    })
    expect(await reader.read(post)).toEqual(post)
    expect(await stranger.call('GET /api/posts', {})).toEqual([])
  })

  test.each(['1', 'not-a-uuid', '%2e%2e', "' or 1=1 --", '00000000-0000-0000-0000-00000000000g', 'x'.repeat(300)])(
    'responds 404 for the post id %s',
    async (id) => {
      for (const call of EVERY_CALL) expect((await send(reader, encodeURIComponent(id), call)).status).toBe(404)
    },
  )

  test('responds 401 to calls on posts without a session', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(frogy, layla, {})
    for (const call of EVERY_CALL) expect((await send(frogy.visitor(), post.id, call)).status).toBe(401)
    expect((await frogy.visitor().fetch('/api/posts')).status).toBe(401)
  })
})

test('publishes video links after the text, as in the preview', async () => {
  const layla = await frogy.person('twitter')
  const video = { id: 'v1', url: 'https://youtu.be/abc123' }
  const content = `Watch this ${crypto.randomUUID()}`
  await layla.call('POST /api/posts', {
    body: { platform: 'twitter', content, status: 'published', media: { videos: [video] } },
  })
  const sent = (await frogy.simulator.posts('twitter')).find(({ text }) => text.startsWith(content))
  expect(sent?.text).toBe(`${content}\n\nhttps://youtu.be/abc123`)
})
