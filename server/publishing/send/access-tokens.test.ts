import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#tests/support/post-requests.ts'
import { HOUR_MS, later, startWithPausingProxy, texts, type PausableFrogy } from '#tests/support/publishing.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'

let frogy: PausableFrogy
beforeAll(async () => {
  frogy = await startWithPausingProxy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

test('renews a token before its expiry, and uses its single-use refresh token once', async () => {
  const layla = await frogy.person('twitter')
  const posts = []
  for (const hours of [3, 6, 9])
    posts.push(
      await layla.schedule({ platform: 'twitter', content: `After ${hours} hours`, at: later(frogy, hours * HOUR_MS) }),
    )
  for (const post of posts) {
    frogy.clock.advance(3 * HOUR_MS)
    expect((await layla.decided(post)).status).toBe('published')
  }
})

test('keeps an account connected after its token temporarily cannot be renewed', async () => {
  const layla = await frogy.person('twitter')
  const post = await layla.schedule({ platform: 'twitter', content: 'Still connected', at: later(frogy, 3 * HOUR_MS) })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'refresh', fault: 'status', status: 503, count: 2 })
  frogy.clock.advance(3 * HOUR_MS)
  await layla.until(post, ({ failure }) => failure?.code === 'not_reached')
  frogy.clock.advance(5_000)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: false }])
})

test('fails a post with a message when the network revoked the permission, and asks for a reconnect', async () => {
  const layla = await frogy.person('linkedin')
  const [account] = await frogy.simulator.posts('linkedin')
  expect(account).toBeUndefined()
  await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'While it lasts', status: 'published' },
  })
  const [first] = await frogy.simulator.posts('linkedin')
  await frogy.simulator.revoke('linkedin', first?.accountId ?? '')
  const { body: post } = await layla.ask('POST /api/posts', {
    body: { platform: 'linkedin', content: 'After it', status: 'published' },
  })
  expect(post).toMatchObject({ status: 'failed', failure: { code: 'reconnect' } })
  expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: true }])

  await layla.connect('linkedin')
  expect((await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })).status).toBe('published')
})

test('publishes nothing from an inactive account, and reports a disconnected account', async () => {
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const params = { id: account?.id ?? '' }
  const at = later(frogy)
  const off = await layla.schedule({ platform: 'linkedin', content: 'Switched off', at })
  await layla.call('PATCH /api/social-accounts/{id}', { params, body: { isActive: false } })
  frogy.clock.advanceTo(at)
  expect(await layla.decided(off)).toMatchObject({ status: 'failed', failure: { code: 'account_inactive' } })

  const gone = await layla.schedule({ platform: 'linkedin', content: 'Disconnected', at: later(frogy) })
  await layla.call('DELETE /api/social-accounts/{id}', { params })
  frogy.clock.advance(HOUR_MS)
  expect(await layla.decided(gone)).toMatchObject({ status: 'failed', failure: { code: 'account_not_connected' } })
  expect(await texts(frogy, 'linkedin')).toEqual([])
})

test('does not send a post of a disconnected account after an edit', async () => {
  const layla = await frogy.person('threads')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const arrival = frogy.gate.hold('request', ({ path }) => path.endsWith('/threads'))
  const post = await layla.schedule({ platform: 'threads', content: 'Old words', at: frogy.clock.now() })
  const preparing = await arrival
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'account_not_connected' } })
  preparing.release()

  await layla.call('PATCH /api/posts/{id}', { params: { id: post.id }, body: { content: 'New words' } })
  await layla.connect('threads')
  expect((await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })).status).toBe('published')
  expect(await texts(frogy, 'threads')).toEqual(['New words'])
})

test('renews a long-lived token before its expiry, even if the account has no posts', async () => {
  // This test has its own Frogy: within the weeks that pass here, the other tests' tokens would expire.
  await using frogy = await startFrogy()
  const layla = await frogy.person('threads')
  // The simulator removes this fault at the first renewal of the token, so the test sees the renewal. A token is valid
  // for sixty days, so its last week begins in week eight.
  await frogy.simulator.fault({ platform: 'threads', operation: 'refresh', fault: 'slow', delayMs: 1 })
  for (let week = 1; week <= 12; week++) {
    frogy.clock.advance(7 * 24 * HOUR_MS)
    const renewalsLeft = async () => {
      // Advance a minute more at each poll, because the worker checks tokens only once a minute.
      frogy.clock.advance(MINUTE_MS)
      return (await frogy.simulator.faults()).length
    }
    await expect.poll(renewalsLeft).toBe(week < 8 ? 1 : 0)
    const [account] = await layla.call('GET /api/social-accounts', {})
    expect(account?.needsReconnect).toBe(false)
  }
  const { body } = await layla.ask('POST /api/posts', {
    body: { platform: 'threads', content: 'Twelve weeks later', status: 'published' },
  })
  expect(body.status).toBe('published')
})
