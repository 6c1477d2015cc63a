import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { change, create, DAY_MS, fromNow, HOUR_MS, MINUTE_MS } from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let reader: Person
beforeAll(async () => {
  frogy = await startFrogy()
  reader = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

describe('changing a post', () => {
  test('changes text, hashtags, time and network, and raises the revision each time', async () => {
    const layla = await frogy.person('threads', 'linkedin')
    const { body: post } = await create(frogy, layla, { hashtags: ['one'] })
    const at = fromNow(frogy, DAY_MS)
    expect((await change(layla, post, { content: 'Better' })).body).toMatchObject({
      content: 'Better',
      revision: 2,
      hashtags: ['#one'],
    })
    expect((await change(layla, post, { scheduledAt: at })).body).toMatchObject({
      scheduledAt: at,
      revision: 3,
      status: 'scheduled',
    })
    expect((await change(layla, post, { hashtags: ['two'] })).body).toMatchObject({
      hashtags: ['#two'],
      content: 'Better',
    })
    const moved = (await change(layla, post, { platform: 'linkedin' })).body
    const account = (await layla.call('GET /api/social-accounts', {})).find(({ platform }) => platform === 'linkedin')
    expect(moved).toMatchObject({ platform: 'linkedin', accountId: account?.id, scheduledAt: at, revision: 5 })
    expect(await layla.read(post)).toEqual(moved)
  })

  test.each([[null], ['']])(
    'turns a post into a draft when its time is set to %o, and schedules it again with a new time',
    async (scheduledAt) => {
      const layla = await frogy.person()
      const { body: post } = await create(frogy, layla, {})
      expect((await change(layla, post, { scheduledAt })).body).toMatchObject({ status: 'draft', scheduledAt: null })
      expect(await layla.call('GET /api/posts/scheduled', {})).toEqual([])
      expect((await change(layla, post, { content: 'Still a draft' })).body.status).toBe('draft')
      expect((await change(layla, post, { scheduledAt: fromNow(frogy, HOUR_MS) })).body.status).toBe('scheduled')
    },
  )

  test('clears the temporary failure of a post when its time changes', async () => {
    const layla = await frogy.person('twitter')
    const at = new Date(fromNow(frogy, MINUTE_MS))
    const post = await layla.schedule({ platform: 'twitter', content: `Moved ${crypto.randomUUID()}`, at })
    await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 429 })
    frogy.clock.advanceTo(at)
    const waiting = await layla.until(post, ({ failure }) => failure !== null)
    expect(waiting).toMatchObject({ status: 'scheduled', failure: { code: 'rate_limited' } })
    const tomorrow = fromNow(frogy, DAY_MS)
    expect((await change(layla, post, { scheduledAt: tomorrow })).body).toMatchObject({
      status: 'scheduled',
      failure: null,
    })
    // Let the rate limit reset, so that it does not affect the other tests.
    frogy.clock.advance(HOUR_MS / 2)
  })

  test('refuses to move a post to a time in the past', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(frogy, layla, {})
    expect(await change(layla, post, { scheduledAt: fromNow(frogy, -2 * MINUTE_MS) })).toMatchObject({
      status: 400,
      body: { code: 'time_in_past' },
    })
    expect(await layla.read(post)).toEqual(post)
  })

  test('refuses changes of a published post', async () => {
    const layla = await frogy.person('threads')
    const { body: post } = await create(frogy, layla, { status: 'published', content: `Out ${crypto.randomUUID()}` })
    for (const body of [{ content: 'Better' }, { scheduledAt: null }, { scheduledAt: fromNow(frogy, HOUR_MS) }]) {
      expect(await change(layla, post, body)).toMatchObject({ status: 409, body: { code: 'already_published' } })
    }
    const again = await layla.ask('POST /api/posts/{id}/publish', { params: { id: post.id } })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_published' } })
  })

  test('refuses to move a post to an account of another network or user', async () => {
    const [layla, omar] = [await frogy.person('threads', 'linkedin'), await frogy.person('threads')]
    const { body: post } = await create(frogy, layla, {})
    const linkedin = (await layla.call('GET /api/social-accounts', {})).find(({ platform }) => platform === 'linkedin')
    const [omars] = await omar.call('GET /api/social-accounts', {})
    for (const accountId of [linkedin?.id, omars?.id, crypto.randomUUID()]) {
      expect((await change(layla, post, { accountId })).status).toBe(404)
    }
    expect(await layla.read(post)).toEqual(post)
  })

  describe('If-Match', () => {
    const meaning = (tag: string) => ({ 'if-match': tag })

    test('returns the revision with every response, and refuses a change based on another revision', async () => {
      const layla = await frogy.person('threads')
      const made = await create(frogy, layla, {})
      expect(made.headers.get('etag')).toBe('"1"')
      const params = { id: made.body.id }
      const edit = (content: string, tag: string) =>
        layla.ask('PATCH /api/posts/{id}', { params, body: { content }, headers: meaning(tag) })
      const first = await edit('The first tab', '"1"')
      expect({ status: first.status, tag: first.headers.get('etag') }).toEqual({ status: 200, tag: '"2"' })
      expect((await layla.ask('GET /api/posts/{id}', { params })).headers.get('etag')).toBe('"2"')

      const headers = meaning('"1"')
      const refusals = [
        await edit('The second tab', '"1"'),
        await layla.ask('DELETE /api/posts/{id}', { params, headers }),
        await layla.ask('POST /api/posts/{id}/publish', { params, headers }),
      ]
      expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
        refusals.map(() => [409, 'changed_meanwhile']),
      )
      expect(refusals[0]?.body.message).toMatch(/^This post was changed in the meantime/)
      expect(await layla.read(made.body)).toEqual(first.body)

      for (const tag of ['"2"', 'W/"3"', '"1", "4"', '*'])
        expect((await edit(`Tag ${tag}`, tag)).body.content).toBe(`Tag ${tag}`)
      expect((await layla.ask('POST /api/posts/{id}/publish', { params, headers: meaning('"6"') })).status).toBe(200)
    })

    test.each(['1', '"one"', '"1', '"1",', '"99999999999"', '"1"'.repeat(60)])(
      'refuses the invalid If-Match header %s when a post is changed',
      async (tag) => {
        const { body: post } = await create(frogy, reader, {})
        const { status, body } = await reader.ask('PATCH /api/posts/{id}', {
          params: { id: post.id },
          body: { content: 'Better' },
          headers: meaning(tag),
        })
        expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 422, path: 'If-Match' })
        await reader.call('DELETE /api/posts/{id}', { params: { id: post.id } })
      },
    )

    test("reports that the post's status forbids a change, even if the expected revision is wrong too", async () => {
      const layla = await frogy.person('threads')
      const { body: post } = await create(frogy, layla, {})
      const params = { id: post.id }
      await layla.call('PATCH /api/posts/{id}', { params, body: { content: `Out ${crypto.randomUUID()}` } })
      await layla.call('POST /api/posts/{id}/publish', { params })
      const headers = meaning('"1"')
      for (const reply of [
        await layla.ask('PATCH /api/posts/{id}', { params, body: { content: 'Late' }, headers }),
        await layla.ask('DELETE /api/posts/{id}', { params, headers }),
        await layla.ask('POST /api/posts/{id}/publish', { params, headers }),
      ])
        expect(reply).toMatchObject({ status: 409, body: { code: 'already_published' } })
      const late = await layla.ask('POST /api/posts/{id}/resolve', { params, body: { outcome: 'live' }, headers })
      expect(late).toMatchObject({ status: 409, body: { code: 'not_unconfirmed' } })
    })

    test('raises the revision only for changes by people, not by the worker', async () => {
      const layla = await frogy.person('twitter')
      const at = new Date(fromNow(frogy, MINUTE_MS))
      const post = await layla.schedule({ platform: 'twitter', content: `Late ${crypto.randomUUID()}`, at })
      await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 429 })
      frogy.clock.advanceTo(at)
      const waiting = await layla.until(post, ({ failure }) => failure !== null)
      expect(waiting).toMatchObject({ status: 'scheduled', revision: 1 })
      frogy.clock.advance(HOUR_MS / 2)
      expect(await layla.decided(post)).toMatchObject({ status: 'published', revision: 1 })
    })
  })

  test('refuses unknown fields in a change of a post', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(frogy, layla, {})
    for (const body of [
      { status: 'published' },
      { engagement: 9 },
      { userId: post.id },
      { revision: 7 },
      { id: post.id },
    ]) {
      const { status, body: error } = await change(layla, post, body)
      expect({ status, paths: error.issues?.map(({ path }) => path) }).toEqual({
        status: 422,
        paths: Object.keys(body),
      })
    }
    expect(await layla.read(post)).toEqual(post)
  })

  test('loses no change when many changes to a post arrive at the same time', async () => {
    const layla = await frogy.person()
    const { body: post } = await create(frogy, layla, {})
    await Promise.all(Array.from({ length: 8 }, (_, n) => change(layla, post, { content: `Version ${n}` })))
    expect((await layla.read(post)).revision).toBe(9)
  })
})
