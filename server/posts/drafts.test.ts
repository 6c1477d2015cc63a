import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import {
  change,
  create,
  DAY_MS,
  fromNow,
  HOUR_MS,
  idsOf,
  MINUTE_MS,
  type PostRequest,
} from '#tests/support/post-requests.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { countValues } from '#tests/support/count-values.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const draft = (who: Person, post: PostRequest = {}, headers: Record<string, string> = {}) =>
  create(frogy, who, { status: 'draft', scheduledAt: null, content: '', ...post }, headers)
const publish = (who: Person, { id }: Post, headers: Record<string, string> = {}) =>
  who.ask('POST /api/posts/{id}/publish', { params: { id }, headers })
const sentTexts = async (content: string) =>
  (await frogy.simulator.posts('threads')).filter(({ text }) => text === content)

describe('draft', () => {
  test('stores an incomplete draft without a time and shows it on another device', async () => {
    const layla = await frogy.person()
    const made = await draft(layla, { platform: 'instagram', content: '  \n', hashtags: ['ثقة'], tone: 'casual' })
    expect(made.status).toBe(201)
    expect(made.headers.get('etag')).toBe('"1"')
    expect(made.body).toMatchObject({
      status: 'draft',
      content: '  \n',
      hashtags: ['#ثقة'],
      tone: 'casual',
      scheduledAt: null,
      timeZone: null,
      publishedAt: null,
      siblingId: null,
    })
    const there = await frogy.visitor().signIn(layla.user?.email ?? '')
    expect(await there.read(made.body)).toEqual(made.body)
  })

  test.each<[string, PostRequest]>([
    ['no content', {}],
    ['too much text for its network', { content: 'x'.repeat(63_206), platform: 'twitter' }],
    ['six links on Threads', { content: 'https://example.com '.repeat(6) }],
    ['no photo on Instagram', { platform: 'instagram', content: 'Hello' }],
  ])('stores a draft with %s, but does not schedule or publish it', async (_what, post) => {
    const layla = await frogy.person('threads')
    const { status, body } = await draft(layla, post)
    expect(status).toBe(201)
    const tagged = await change(layla, body, { hashtags: ['one'] })
    expect(tagged).toMatchObject({ status: 200, body: { status: 'draft', content: body.content, hashtags: ['#one'] } })
    const cleared = (await change(layla, body, { hashtags: [] })).body
    for (const refused of [
      await change(layla, body, { scheduledAt: fromNow(frogy, HOUR_MS) }),
      await publish(layla, body),
    ])
      expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect(await layla.read(body)).toEqual(cleared)
    const finished = { platform: 'threads', content: 'Done', scheduledAt: fromNow(frogy, HOUR_MS) }
    expect((await change(layla, body, finished)).body).toMatchObject({ status: 'scheduled', content: 'Done' })
  })

  test('changes every field of a draft', async () => {
    const layla = await frogy.person('threads', 'linkedin')
    const { body } = await draft(layla)
    const changes = {
      content: 'مسودة',
      contentLanguage: 'ar',
      contentType: 'share_news',
      tone: 'analytical',
      platform: 'linkedin',
      hashtags: ['#one'],
      media: { images: [], videos: [{ id: 'v', url: 'https://youtu.be/x' }] },
    } as const
    expect((await change(layla, body, changes)).body).toMatchObject({ ...changes, status: 'draft', revision: 2 })
    expect((await change(layla, body, { content: ' ', tone: null })).body).toMatchObject({ content: ' ', tone: null })
  })

  test.each<[string, PostRequest, string]>([
    ['more text than any network accepts', { content: 'x'.repeat(63_207) }, 'content'],
    ['a missing photo', { images: ['nope'] }, 'media.images'],
    ['a character that cannot be stored', { content: 'nul \0' }, 'content'],
    ['an unknown network', { platform: 'myspace' as never }, 'platform'],
  ])('refuses a draft with %s', async (_what, post, path) => {
    const layla = await frogy.person()
    const { status, body } = await draft(layla, post)
    expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 422, path })
    expect(await layla.call('GET /api/posts', {})).toEqual([])
  })

  test('refuses to empty a post that is scheduled or published', async () => {
    const layla = await frogy.person()
    const { body } = await create(frogy, layla, {})
    const refused = await change(layla, body, { content: ' ' })
    expect(refused.body.issues).toEqual([{ path: 'content', message: 'This field is required.', code: 'required' }])
    expect((await change(layla, body, { content: ' ', scheduledAt: null })).body.status).toBe('draft')
  })

  test('lists and counts a draft only among drafts', async () => {
    const layla = await frogy.person('threads')
    const scheduled = (await create(frogy, layla, {})).body
    const { body } = await draft(layla, { content: 'Half' })
    expect(idsOf(await layla.call('GET /api/posts', { query: { status: 'draft' } }))).toEqual([body.id])
    expect(idsOf(await layla.call('GET /api/posts', { query: { status: 'scheduled' } }))).toEqual([scheduled.id])
    expect(idsOf(await layla.call('GET /api/posts/scheduled', {}))).toEqual([scheduled.id])
    const summary = await layla.call('GET /api/posts/summary', {})
    expect(summary.byStatus).toMatchObject({ draft: 1, scheduled: 1, published: 0, failed: 0, missed: 0 })
    expect(summary.next?.id).toBe(scheduled.id)
  })

  test('publishes even an old draft only on request', async () => {
    const layla = await frogy.person('threads')
    const content = `Kept ${crypto.randomUUID()}`
    const { body } = await draft(layla, { content })
    const { body: other } = await create(frogy, layla, { scheduledAt: fromNow(frogy, MINUTE_MS) })
    frogy.clock.advance(DAY_MS / 24 / 2)
    await layla.decided(other)
    expect(await layla.read(body)).toEqual(body)
    expect(await sentTexts(content)).toEqual([])

    expect(await publish(layla, body)).toMatchObject({ status: 200, body: { status: 'published', revision: 2 } })
    expect(await sentTexts(content)).toHaveLength(1)
  })

  test('deletes a draft like any post', async () => {
    const layla = await frogy.person()
    const { body } = await draft(layla)
    const params = { id: body.id }
    expect((await layla.ask('DELETE /api/posts/{id}', { params })).status).toBe(204)
    expect((await layla.ask('GET /api/posts/{id}', { params })).status).toBe(404)
  })

  test('hides drafts from other users', async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person('threads')]
    const { body } = await draft(layla, { content: 'Mine' })
    const params = { id: body.id }
    for (const reply of [
      await omar.ask('GET /api/posts/{id}', { params }),
      await change(omar, body, { content: 'Ours' }),
      await publish(omar, body),
      await omar.ask('DELETE /api/posts/{id}', { params }),
      await draft(omar, { siblingId: body.id }),
      await change(omar, (await draft(omar)).body, { siblingId: body.id }),
    ])
      expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await layla.read(body)).toEqual(body)
  })

  test('creates one draft per idempotency key, even for ten concurrent requests', async () => {
    const layla = await frogy.person()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const replies = await Promise.all(Array.from({ length: 10 }, () => draft(layla, { content: 'Once' }, key)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(await layla.call('GET /api/posts', { query: { status: 'draft' } })).toHaveLength(1)
  })

  test('applies the first of two concurrent changes to a draft and rejects the second as a conflict', async () => {
    const layla = await frogy.person()
    const { body } = await draft(layla)
    const save = (content: string) =>
      layla.ask('PATCH /api/posts/{id}', { params: { id: body.id }, body: { content }, headers: { 'if-match': '"1"' } })
    const replies = await Promise.all([save('One tab'), save('Another tab')])
    expect(countValues(replies.map(({ status }) => status))).toEqual({ 200: 1, 409: 1 })
    const kept = replies.find(({ status }) => status === 200)?.body
    expect(await layla.read(body)).toEqual(kept)
  })

  test('refuses drafts above the limit and states the limit, but still lets a scheduled post become a draft', async () => {
    await using crowded = await startFrogy(
      {},
      {
        // Set each user's draft count so high that only one more draft is allowed.
        fill: async (place) => {
          await using database = await openDatabase({ ...place, onError: console.error })
          await database.query(
            sql`insert into post_counts select id, 'threads', 'draft', '-infinity', 499, 0, 1 from users`,
          )
        },
      },
    )
    const layla = await crowded.person()
    const empty = { status: 'draft', scheduledAt: null, content: '' } as const
    const last = await create(crowded, layla, empty)
    expect(last.status).toBe(201)
    const refused = await create(crowded, layla, empty)
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_drafts', values: { limit: 500 } } })
    const planned = (await create(crowded, layla, {})).body
    expect((await change(layla, planned, { scheduledAt: null })).body.status).toBe('draft')
    for (const { id } of [last.body, planned]) await layla.call('DELETE /api/posts/{id}', { params: { id } })
    expect((await create(crowded, layla, empty)).status).toBe(201)
  })

  test('publishes a draft once when several tabs publish or schedule it at the same time', async () => {
    const layla = await frogy.person('threads')
    const content = `Once ${crypto.randomUUID()}`
    const { body } = await draft(layla, { content })
    const soon = { scheduledAt: fromNow(frogy, MINUTE_MS) }
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => [publish(layla, body), change(layla, body, soon)]).flat(),
    )
    for (const { status } of replies) expect([200, 202, 409]).toContain(status)
    frogy.clock.advance(2 * MINUTE_MS)
    expect((await layla.decided(body)).status).toBe('published')
    expect(await sentTexts(content)).toHaveLength(1)
  })

  test('publishes a draft once when the process dies, and returns the published post to the retried request', async () => {
    await using place = await installation()
    const key = { 'idempotency-key': 'of one intent' }
    let layla: Person
    let post: Post
    {
      await using before = await place.start()
      layla = await before.visitor().register()
      await layla.connect('threads')
      post = (await create(place, layla, { status: 'draft', scheduledAt: null, content: 'Once' })).body
      expect((await publish(layla, post, key)).status).toBe(200)
    }
    {
      // Delete the stored response, as if the process was killed before storing it.
      await using database = await place.database()
      await database.query(
        sql`update idempotency_keys set status = null, answer = null, held_until = clock_timestamp() where key = ${key['idempotency-key']}`,
      )
    }
    await using after = await place.start()
    layla.movedTo(after.url)
    expect(await publish(layla, post, key)).toMatchObject({ status: 200, body: { id: post.id, status: 'published' } })
    expect(await place.simulator.posts('threads')).toHaveLength(1)
  })
})

describe('sibling posts', () => {
  test('keeps a post and its translation paired until one is unpaired, deleted or paired with a third', async () => {
    const layla = await frogy.person()
    const english = (await draft(layla, { content: 'Trust' })).body
    const arabic = (await draft(layla, { content: 'ثقة', siblingId: english.id })).body
    expect(arabic).toMatchObject({ siblingId: english.id, contentLanguage: 'ar' })
    expect(await layla.read(english)).toMatchObject({ siblingId: arabic.id, revision: 1 })
    expect((await layla.call('GET /api/posts', {})).map(({ siblingId }) => siblingId)).toEqual([english.id, arabic.id])

    const other = (await draft(layla)).body
    expect((await change(layla, other, { siblingId: english.id })).body.siblingId).toBe(english.id)
    expect((await layla.read(arabic)).siblingId).toBeNull()
    expect((await change(layla, other, { siblingId: null })).body.siblingId).toBeNull()
    expect((await layla.read(english)).siblingId).toBeNull()

    await change(layla, arabic, { siblingId: english.id })
    await layla.call('DELETE /api/posts/{id}', { params: { id: arabic.id } })
    expect((await layla.read(english)).siblingId).toBeNull()
  })

  test('refuses to pair a post with itself', async () => {
    const layla = await frogy.person()
    const { body } = await draft(layla)
    expect((await change(layla, body, { siblingId: body.id })).body.issues?.[0]?.path).toBe('siblingId')
  })

  test('pairs two posts with each other, from two tabs at the same time, without a deadlock', async () => {
    const layla = await frogy.person()
    const [one, two] = [(await draft(layla)).body, (await draft(layla)).body]
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => [
        change(layla, one, { siblingId: two.id }),
        change(layla, two, { siblingId: one.id }),
      ]).flat(),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect((await layla.read(one)).siblingId).toBe(two.id)
    expect((await layla.read(two)).siblingId).toBe(one.id)
  })
})
