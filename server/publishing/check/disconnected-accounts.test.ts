import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import {
  HOUR_MS,
  startWithPausingProxy,
  texts,
  untilAnswered,
  untilStatus,
  type PausableFrogy,
} from '#tests/support/publishing.ts'

let frogy: PausableFrogy
beforeAll(async () => {
  frogy = await startWithPausingProxy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

test('sends an unconfirmed post again from the reconnected account when its author answers "not live" after a disconnect', async () => {
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = frogy.gate.hold('request', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'Where is it?', at: frogy.clock.now() })
  const sending = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  frogy.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  sending.cut()
  await layla.connect('linkedin')
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual(['Where is it?'])
})

test('looks up a lost post only with its own account, even after a reconnect', async () => {
  const layla = await frogy.person('twitter')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = frogy.gate.hold('answer', ({ method, path }) => method === 'POST' && path === '/twitter/2/tweets')
  const post = await layla.schedule({ platform: 'twitter', content: 'Through it all', at: frogy.clock.now() })
  const answer = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  await layla.connect('twitter')
  answer.cut()
  await untilStatus(frogy, layla, post, 'published')
  const timeline = await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
  expect(timeline.map(({ what }) => what)).not.toContain('asked_owner')
  expect(await texts(frogy, 'twitter')).toEqual(['Through it all'])
})

test('finds an unconfirmed post after its disconnected account is reconnected', async () => {
  const layla = await frogy.person('twitter')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = frogy.gate.hold('answer', ({ method, path }) => method === 'POST' && path === '/twitter/2/tweets')
  const post = await layla.schedule({ platform: 'twitter', content: 'Found in the end', at: frogy.clock.now() })
  const answer = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  frogy.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  answer.cut()
  await layla.connect('twitter', '1590117264083714049')
  // Only the post's own account can look up the post. Schedule a post of another account, so that the worker runs
  // another round.
  const other = await layla.schedule({ platform: 'twitter', content: 'From another', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('published')
  expect((await layla.read(post)).status).toBe('unconfirmed')

  await layla.connect('twitter')
  await layla.until(post, ({ status }) => status === 'published')
  expect((await texts(frogy, 'twitter')).toSorted()).toEqual(['Found in the end', 'From another'])
})

test('fails a post without using another account when its author answers "not live" and its own account is gone', async () => {
  const layla = await frogy.person('linkedin')
  await layla.connect('linkedin', 'fR8omar5Qt')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = frogy.gate.hold('request', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'Only for this one', at: frogy.clock.now() })
  const sending = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  frogy.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  sending.cut()
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'account_not_connected' } })
  expect(await texts(frogy, 'linkedin')).toEqual([])
  await layla.connect('linkedin')
  await untilAnswered(frogy, layla, 'linkedin')
})

test('asks the author nothing about a post of a disconnected account while its response may still arrive', async () => {
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = frogy.gate.hold('answer', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'On its way', at: frogy.clock.now() })
  const sending = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  // Both posts have no account. The worker handles them in the same round, `other` after `post`.
  const other = await layla.schedule({ platform: 'twitter', content: 'Without an account', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('failed')
  expect((await layla.read(post)).status).toBe('publishing')
  sending.release()
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual(['On its way'])
})

test('finds a post after its account, which had lost access before the look-up, is reconnected', async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', as: 'token', count: 2 })
  const post = await layla.schedule({ platform: 'twitter', content: 'Between two keys', at: frogy.clock.now() })
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: true }])
  await layla.connect('twitter')
  frogy.clock.advance(61_000)
  await layla.until(post, ({ status }) => status === 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['Between two keys'])
})

test('looks up a post again when its account is reconnected, even after the look-ups had ended', async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', as: 'token', count: 2 })
  const post = await layla.schedule({ platform: 'twitter', content: 'Back after days', at: frogy.clock.now() })
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  const isToLookAgain = async () =>
    (await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })).some(({ isAhead }) => isAhead)
  expect(await isToLookAgain()).toBe(true)
  frogy.clock.advance(25 * HOUR_MS)
  await layla.until(post, async () => !(await isToLookAgain()))
  expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: true }])

  frogy.clock.advance(5 * HOUR_MS)
  await layla.connect('twitter')
  await layla.until(post, ({ status }) => status === 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['Back after days'])
})

test('tells an author who wrongly answered "not live" after a disconnect that the post is live', async () => {
  const layla = await frogy.person('threads')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = frogy.gate.hold('answer', ({ path }) => path.includes('threads_publish'))
  const post = await layla.schedule({ platform: 'threads', content: 'It was there', at: frogy.clock.now() })
  const answer = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  frogy.clock.advance(31_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  answer.cut()
  await layla.connect('threads')
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'threads')).toEqual(['It was there'])
})
