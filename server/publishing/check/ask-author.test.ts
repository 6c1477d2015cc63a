import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SEND_AGAIN_AFTER_MS, SETTLE_MS } from '#core/publishing/sending-times.ts'
import {
  attempts,
  HOUR_MS,
  mails,
  postUnanswered,
  startWithPausingProxy,
  texts,
  untilAnswered,
  untilLastAttempt,
  untilStatus,
  type PausableFrogy,
} from '#tests/support/publishing.ts'

let frogy: PausableFrogy
beforeAll(async () => {
  frogy = await startWithPausingProxy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

test('asks the author in the app and by mail when the network has no look-up, and sends nothing before the answer', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const post = await postUnanswered(frogy, layla, { platform: 'linkedin', content: 'Is it live?' })
  expect(post).toMatchObject({ status: 'unconfirmed', failure: { code: 'unconfirmed' } })
  expect(await mails(frogy, layla, 1)).toHaveLength(1)
  frogy.clock.advance(24 * HOUR_MS)
  expect((await layla.read(post)).status).toBe('unconfirmed')

  const live = await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'live' } })
  expect(live).toMatchObject({ status: 'published', failure: null })
  expect(await texts(frogy, 'linkedin')).toEqual(['Is it live?'])
  expect(
    (await layla.ask('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })).body
      .code,
  ).toBe('not_unconfirmed')
  await untilAnswered(frogy, layla, 'linkedin')
})

test('asks the author of a lost LinkedIn post only when the first request can no longer arrive', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
  const post = await layla.schedule({ platform: 'linkedin', content: 'Where is it?', at: frogy.clock.now() })
  await untilLastAttempt(layla, post, 'unknown')
  // Schedule another post, so that the worker runs another round.
  const other = await layla.schedule({ platform: 'linkedin', content: 'Behind it', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('published')
  expect(await layla.read(post)).toMatchObject({ status: 'publishing', failure: null })
  frogy.clock.advance(SETTLE_MS)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
})

test('accepts an early answer "not live" from the author, and resends the post at least 90 s after the first request', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
  const post = await layla.schedule({ platform: 'linkedin', content: 'Not there', at: frogy.clock.now() })
  await untilStatus(frogy, layla, post, 'unconfirmed')
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  // Schedule another post, so that the worker runs another round.
  const other = await layla.schedule({ platform: 'linkedin', content: 'Beside it', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('published')
  expect((await layla.read(post)).status).toBe('publishing')
  await untilStatus(frogy, layla, post, 'published')
  const [first, second] = (await attempts(layla, post)).map(({ sentAt }) => Date.parse(sentAt ?? ''))
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(90_000)
})

test('sends a lost post again once when its author answers "not live"', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
  const post = await postUnanswered(frogy, layla, { platform: 'linkedin', content: 'Not there' })
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual(['Not there'])
})

test('records the existing post as published when the author wrongly answers "not live" and the network names that post', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const post = await postUnanswered(frogy, layla, { platform: 'linkedin', content: 'It was there' })
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  const [existing] = await frogy.simulator.posts('linkedin')
  expect(await layla.decided(post)).toMatchObject({
    status: 'published',
    permalink: expect.stringContaining(existing?.id ?? '-') as string,
  })
  expect(await texts(frogy, 'linkedin')).toEqual(['It was there'])
})

for (const [platform, published] of [
  ['threads', /threads_publish/],
  ['facebook', /\d+_\d+$/],
] as const) {
  test.each([0, 30])(
    `publishes no second post at the network ${platform} when the author wrongly answers "not live" %d hours later`,
    async (hours) => {
      const layla = await frogy.person(platform)
      const arrival = frogy.gate.hold('answer', ({ method, path }) => method === 'POST' && published.test(path))
      const post = await layla.schedule({ platform, content: 'It was there', at: frogy.clock.now() })
      const answer = await arrival
      await frogy.simulator.fault({ platform, operation: 'list', fault: 'status', as: 'token', count: 9 })
      answer.cut()
      expect((await layla.decided(post)).status).toBe('unconfirmed')
      await frogy.simulator.clearFaults()
      frogy.clock.advance(hours * HOUR_MS)
      await layla.connect(platform)
      await layla.ask('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
      await layla.until(post, ({ status }) => status === 'published')
      expect(await texts(frogy, platform)).toEqual(['It was there'])
    },
  )
}

test('does not look up a LinkedIn post again after its account is reconnected', async () => {
  const layla = await frogy.person('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const post = await postUnanswered(frogy, layla, { platform: 'linkedin', content: 'Is it live?' })
  const timeline = () => layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
  const before = await timeline()
  await layla.connect('linkedin')
  // Schedule another post, so that the worker runs another round.
  const other = await layla.schedule({ platform: 'linkedin', content: 'After it', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('published')
  expect(await timeline()).toEqual(before)
})

test("withdraws the question to the author when the network's refusal arrives later", async () => {
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', as: 'permission' })
  const arrival = frogy.gate.hold('answer', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'Not allowed', at: frogy.clock.now() })
  const answer = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  frogy.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  answer.release()
  await layla.until(post, ({ status }) => status === 'failed')
  expect(await layla.read(post)).toMatchObject({ failure: { code: 'permission' } })
})
