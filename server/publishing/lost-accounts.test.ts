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

test('a post whose account was disconnected while it was sent can be resolved, and sent from the account connected anew', async () => {
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

test('a post in flight keeps its account: taken away and connected again meanwhile, that is asked about it, and nobody else', async () => {
  const layla = await frogy.person('twitter')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = frogy.gate.hold('answer', ({ method, path }) => method === 'POST' && path === '/twitter/2/tweets')
  const post = await layla.schedule({ platform: 'twitter', content: 'Through it all', at: frogy.clock.now() })
  const answer = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  await layla.connect('twitter')
  answer.cut()
  await untilStatus(frogy, layla, post, 'published')
  const told = await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
  expect(told.map(({ what }) => what)).not.toContain('asked_owner')
  expect(await texts(frogy, 'twitter')).toEqual(['Through it all'])
})

test('a post whose owner is asked because its account was taken away is found once the same one is connected again', async () => {
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
  // Another account is not asked. One more post makes the worker go round.
  const other = await layla.schedule({ platform: 'twitter', content: 'From another', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('published')
  expect((await layla.read(post)).status).toBe('unconfirmed')

  await layla.connect('twitter')
  await layla.until(post, ({ status }) => status === 'published')
  expect((await texts(frogy, 'twitter')).toSorted()).toEqual(['Found in the end', 'From another'])
})

test('"it is not live" sends a post from no other account than the one that it was written for', async () => {
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

test('nobody is asked about a post whose account was disconnected while its answer may still come', async () => {
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = frogy.gate.hold('answer', ({ path }) => path === '/linkedin/rest/posts')
  const post = await layla.schedule({ platform: 'linkedin', content: 'On its way', at: frogy.clock.now() })
  const sending = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  // A post without an account is decided in the worker's next round, behind the other one.
  const other = await layla.schedule({ platform: 'twitter', content: 'Without an account', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('failed')
  expect((await layla.read(post)).status).toBe('publishing')
  sending.release()
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toEqual(['On its way'])
})

test('a post whose account was lost before the network could be asked is found once it is connected again', async () => {
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

test('a post that nobody is asked about any more is looked up as soon as its account is connected again', async () => {
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

test('an owner who was wrong after the account was taken away and connected anew is told that it is live', async () => {
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
