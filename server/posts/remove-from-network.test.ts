import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { openFaultyTokenEndpoints } from '#tests/support/faulty-token-endpoints.ts'
import { openPausingProxy } from '#tests/support/pausing-proxy.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'

const HOUR_MS = 3_600_000

const publish = (person: Person, platform: 'twitter' | 'linkedin'): Promise<Post> =>
  person.call('POST /api/posts', {
    body: { platform, content: `Out ${crypto.randomUUID()}`, status: 'published' },
  })
const removeEverywhere = (person: Person, { id }: Post) =>
  person.ask('DELETE /api/posts/{id}', { params: { id }, query: { network: 'true' } })

test('deletes a post from X with a renewed access token if the old one expired early, and stores the new token', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('twitter')
  const post = await publish(layla, 'twitter')
  await frogy.simulator.passes(3 * HOUR_MS)
  expect((await removeEverywhere(layla, post)).status).toBe(204)
  expect(await frogy.simulator.posts('twitter')).toMatchObject([{ deleted: true }])

  // Publishing needs the new refresh token, because the old one works only once.
  await frogy.simulator.passes(3 * HOUR_MS)
  expect((await publish(layla, 'twitter')).status).toBe('published')
})

test('renews an expired token only once when a post is sent while another is deleted', async () => {
  await using place = await installation()
  await using endpoints = await openFaultyTokenEndpoints(place.simulator.url, 0, Math.random)
  await using frogy = await place.start({ TWITTER_BASE_URL: `${endpoints.url}/twitter` })
  const layla = await frogy.visitor().register()
  await layla.connect('twitter')
  const post = await publish(layla, 'twitter')
  const before = endpoints.requests.length
  await place.simulator.passes(3 * HOUR_MS)
  const [removed, published] = await Promise.all([removeEverywhere(layla, post), publish(layla, 'twitter')])
  expect({ removed: removed.status, published: published.status }).toEqual({ removed: 204, published: 'published' })
  expect(endpoints.requests).toHaveLength(before + 1)
})

test('keeps a post and asks its author to reconnect when the network revoked the access needed to delete the post', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const post = await publish(layla, 'linkedin')
  const [there] = await frogy.simulator.posts('linkedin')
  await frogy.simulator.revoke('linkedin', there?.accountId ?? '')

  const refusal = (message: RegExp) => ({
    status: 409,
    body: { code: 'needs_reconnect', message: expect.stringMatching(message) as string },
  })
  const inEnglish = /^LinkedIn no longer accepts .* Nothing changed. Reconnect the account/
  expect(await removeEverywhere(layla, post)).toMatchObject(refusal(inEnglish))
  expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: true }])
  expect((await layla.read(post)).status).toBe('published')
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  expect(await removeEverywhere(layla, post)).toMatchObject(refusal(/^لم يعد LinkedIn يسمح لـ\u00A0Frogy بالوصول/))

  await layla.connect('linkedin')
  expect((await removeEverywhere(layla, post)).status).toBe(204)
  expect(await frogy.simulator.posts('linkedin')).toMatchObject([{ deleted: true }])
})

test('waits briefly to delete a post while its account sends another one, then answers that the account is busy', async () => {
  await using place = await installation()
  await using gate = await openPausingProxy(place.simulator.url)
  await using frogy = await place.start({ TWITTER_BASE_URL: `${gate.url}/twitter` })
  const layla = await frogy.visitor().register()
  await layla.connect('twitter')
  const post = await publish(layla, 'twitter')
  const holding = gate.hold('answer', ({ method, path }) => method === 'POST' && path.endsWith('/2/tweets'))
  const other = publish(layla, 'twitter')
  const { release } = await holding

  let answered: Awaited<ReturnType<typeof removeEverywhere>> | undefined
  void removeEverywhere(layla, post).then((reply) => (answered = reply))
  await expect
    .poll(
      () => {
        place.clock.advance(1_000)
        return answered
      },
      { interval: 10 },
    )
    .toMatchObject({ status: 503, body: { code: 'account_busy' } })
  expect(Number(answered?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await layla.read(post)).status).toBe('published')

  release()
  expect((await other).status).toBe('published')
  expect((await removeEverywhere(layla, post)).status).toBe(204)
})
