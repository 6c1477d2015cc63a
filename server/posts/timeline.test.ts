import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const timeline = (person: Person, post: Pick<Post, 'id'>) =>
  person.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
const whats = async (person: Person, post: Pick<Post, 'id'>) => (await timeline(person, post)).map(({ what }) => what)

test('shows when a published post was claimed, sent and confirmed', async () => {
  const layla = await frogy.person('linkedin')
  const post = await layla.schedule({
    platform: 'linkedin',
    content: 'Hello',
    // Schedule the post far ahead, because the worker prepares posts immediately if they are due soon.
    at: new Date(frogy.clock.now().getTime() + 7_200_000),
  })
  expect(await whats(layla, post)).toEqual(['written', 'goes_out'])
  frogy.clock.advance(7_200_000)
  await layla.decided(post)
  const moments = await timeline(layla, post)
  expect(moments.map(({ what }) => what)).toEqual(['written', 'due', 'prepared', 'sent', 'accepted'])
  expect(moments.at(-1)).toMatchObject({ title: 'LinkedIn confirmed it’s live', attempt: 1, isAhead: false })
  expect(moments.map(({ at }) => at)).toEqual(moments.map(({ at }) => at).toSorted())
})

test("shows why a post was refused, in the reader's language and with the network's message", async () => {
  const layla = await frogy.person('twitter')
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  const body = { platform: 'twitter', content: 'Twice the same', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  const post = await layla.call('POST /api/posts', { body })
  expect((await timeline(layla, post)).at(-1)).toMatchObject({
    what: 'refused',
    title: 'تعذّر نشره',
    text: expect.stringContaining('تغيير النص') as string,
    detail: expect.stringContaining('duplicate') as string,
    detailFrom: 'network',
  })
})

test('shows a lost response, the lookup and its result', async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  const post = await layla.call('POST /api/posts', {
    body: { platform: 'twitter', content: 'Lost and found', status: 'published' },
  })
  expect(await whats(layla, post)).toEqual(['written', 'prepared', 'sent', 'answer_lost', 'found'])
})

test('shows until when a post is postponed', async () => {
  const layla = await frogy.person('twitter')
  const fault = { platform: 'twitter', operation: 'publish', fault: 'status', status: 429, retryAfter: 600 } as const
  await frogy.simulator.fault(fault)
  const post = await layla.schedule({ platform: 'twitter', content: 'Patience', at: frogy.clock.now() })
  const waiting = await layla.until(post, ({ failure }) => failure?.code === 'rate_limited')
  const moments = await timeline(layla, waiting)
  expect(moments.slice(-2).map(({ what }) => what)).toEqual(['postponed', 'tries_again'])
  expect(moments.at(-2)?.until).toBe(moments.at(-1)?.at)
})

test('shows when the author was asked about an unconfirmed post, and the answer', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const post = await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'Is it live?', status: 'published' },
  })
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'live' } })
  expect(await whats(layla, post)).toEqual([
    'written',
    'prepared',
    'sent',
    'answer_lost',
    'cannot_ask',
    'asked_owner',
    'owner_live',
  ])
})

test("hides the timeline of another user's post", async () => {
  const [layla, omar] = [await frogy.person('linkedin'), await frogy.person()]
  const post = await layla.schedule({
    platform: 'linkedin',
    content: 'Mine',
    at: new Date(frogy.clock.now().getTime() + 60_000),
  })
  const params = { id: post.id }
  expect((await omar.ask('GET /api/posts/{id}/timeline', { params })).status).toBe(404)
  expect((await frogy.visitor().ask('GET /api/posts/{id}/timeline', { params })).status).toBe(401)
})
