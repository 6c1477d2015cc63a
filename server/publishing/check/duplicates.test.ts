import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { SEND_AGAIN_AFTER_MS, SETTLE_MS } from '#core/publishing/sending-times.ts'
import type { Person } from '#tests/support/person.ts'
import {
  attempts,
  HOUR_MS,
  postUnanswered,
  texts,
  untilAnswered,
  untilLastAttempt,
  untilStatus,
} from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

test('asks the author about a duplicate that X does not list, and finds the duplicate once X lists it', async () => {
  const layla = await frogy.person('twitter')
  const post = await calledDuplicate(layla)
  expect(post).toMatchObject({ status: 'unconfirmed', failure: { code: 'unconfirmed' } })
  const timeline = await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
  // Accept any number of look-ups, because their number depends on the clock.
  expect(timeline.map(({ what }) => what).join(' ')).toMatch(
    /^written prepared sent answer_lost (not_seen )?not_there postponed prepared sent called_duplicate (not_seen )+asked_owner looks_again$/,
  )

  await frogy.simulator.manners({ twitterListMs: 0 })
  frogy.clock.advance(61_000)
  await layla.until(post, ({ status }) => status === 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['There, but not on the list'])
})

test('fails a post as a duplicate without asking again if its author said that the duplicate is another post', async () => {
  const layla = await frogy.person('twitter')
  const post = await calledDuplicate(layla)
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  await layla.until(post, async () => (await attempts(layla, post)).length === 3)
  await untilLastAttempt(layla, post, 'unknown')
  frogy.clock.advance(11_000)
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'duplicate' } })
  expect(await texts(frogy, 'twitter')).toEqual(['There, but not on the list'])
})

test('does not record a post as published when the duplicate that the network names belongs to another post in Frogy', async () => {
  const layla = await frogy.person('linkedin')
  const body = { platform: 'linkedin', content: 'Every Monday', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
  const second = await postUnanswered(frogy, layla, body)
  expect(second.status).toBe('unconfirmed')
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: second.id }, body: { outcome: 'not_live' } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  expect(await layla.decided(second)).toMatchObject({ status: 'failed', failure: { code: 'duplicate' } })
  expect(await texts(frogy, 'linkedin')).toEqual(['Every Monday'])
})

test('searches X for a duplicate back to the first request, even if that was long ago', async () => {
  const layla = await frogy.person('twitter')
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', status: 503, count: 1_000 })
  const post = await layla.schedule({ platform: 'twitter', content: 'It was there', at: frogy.clock.now() })
  const sentAt = frogy.clock.now()
  await untilLastAttempt(layla, post, 'unknown')
  await untilStatus(frogy, layla, post, 'unconfirmed')
  frogy.clock.advance(40 * 60_000)
  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  await layla.until(post, async () => (await attempts(layla, post)).length === 2)
  await untilLastAttempt(layla, post, 'unknown')
  await frogy.simulator.clearFaults()
  await untilStatus(frogy, layla, post, 'published')
  expect(await texts(frogy, 'twitter')).toEqual(['It was there'])
  // The time of publication is the time of the first request, not of the look-up.
  const { publishedAt } = await layla.read(post)
  expect(Math.abs(Date.parse(publishedAt ?? '') - sentAt.getTime())).toBeLessThan(60_000)
})

test('records a new post as published when its network refuses it as a duplicate of a live post that Frogy does not know', async () => {
  const layla = await frogy.person('twitter', 'linkedin')
  for (const platform of ['twitter', 'linkedin'] as const) {
    const body = { platform, content: 'Every Monday', status: 'published' } as const
    // Delete the first post in Frogy only. It stays live, as after a restore of older data.
    const first = await layla.call('POST /api/posts', { body })
    await layla.call('DELETE /api/posts/{id}', { params: { id: first.id }, query: { network: 'false' } })
    const { body: second } = await layla.ask('POST /api/posts', { body })
    const [live] = await frogy.simulator.posts(platform)
    expect(second).toMatchObject({ status: 'published', failure: null })
    expect(second.permalink).toContain(live?.id ?? '-')
    expect(await texts(frogy, platform)).toEqual(['Every Monday'])
  }
})

test('asks the author when X refuses a post as a duplicate but neither X nor Frogy lists an earlier post', async () => {
  const layla = await frogy.person('twitter')
  const body = { platform: 'twitter', content: 'Nowhere on the list', status: 'published' } as const
  const first = await layla.call('POST /api/posts', { body })
  await layla.call('DELETE /api/posts/{id}', { params: { id: first.id }, query: { network: 'false' } })
  await frogy.simulator.manners({ twitterListMs: 24 * HOUR_MS })
  const second = await layla.schedule({ platform: 'twitter', content: body.content, at: frogy.clock.now() })
  await untilLastAttempt(layla, second, 'unknown')
  frogy.clock.advance(SETTLE_MS)
  expect(await layla.decided(second)).toMatchObject({ status: 'unconfirmed', failure: { code: 'unconfirmed' } })
})

test('fails a post immediately when it duplicates another post in Frogy', async () => {
  const layla = await frogy.person('twitter')
  const body = { platform: 'twitter', content: 'Every Tuesday', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  const { body: second } = await layla.ask('POST /api/posts', { body })
  expect(second).toMatchObject({ status: 'failed', failure: { code: 'duplicate' } })
})

// LinkedIn refuses a text that repeats an existing post, and returns that post's id. The post may already be deleted.

test('fails a post, and does not call it live, when the duplicate that LinkedIn names is deleted', async () => {
  await frogy.simulator.manners({ linkedinRemembers: 'deleted' })
  const layla = await frogy.person('linkedin')
  const post = await lostPost(layla, 'Deleted by hand')
  const [existing] = await frogy.simulator.posts('linkedin')
  await frogy.simulator.byHand('linkedin', existing?.id ?? '', 'delete')
  await answer(layla, post, 'not_live')
  expect(await layla.decided(post)).toMatchObject({
    status: 'failed',
    permalink: null,
    failure: { code: 'duplicate', detail: expect.stringContaining(existing?.id ?? '-') as string },
  })
  expect(await frogy.simulator.posts('linkedin')).toMatchObject([{ deleted: true }])
})

test('asks the author again when LinkedIn does not tell whether the duplicate that it names exists', async () => {
  await frogy.simulator.manners({ linkedinCountsPath: 'none' })
  const layla = await frogy.person('linkedin')
  for (const [content, last] of [
    ['Live all the time', 'live'],
    ['Said not to be', 'not_live'],
  ] as const) {
    const post = await lostPost(layla, content)
    await answer(layla, post, 'not_live')
    const asked = await layla.decided(post)
    expect(asked).toMatchObject({ status: 'unconfirmed', failure: { code: 'unconfirmed' } })
    expect(asked.failure?.detail).toContain('urn:li:share:')
    await answer(layla, post, last)
    const end = await layla.decided(post)
    if (last === 'live') expect(end).toMatchObject({ status: 'published', failure: null })
    else expect(end).toMatchObject({ status: 'failed', failure: { code: 'duplicate' } })
    expect((await attempts(layla, post)).length).toBe(last === 'live' ? 2 : 3)
  }
  expect(await texts(frogy, 'linkedin')).toEqual(['Live all the time', 'Said not to be'])
})

test('does not treat a LinkedIn outage as proof that the duplicate that LinkedIn named is gone', async () => {
  const layla = await frogy.person('linkedin')
  const post = await lostPost(layla, 'Not to be read now')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'list', fault: 'status', status: 503 })
  await answer(layla, post, 'not_live')
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  expect(await texts(frogy, 'linkedin')).toEqual(['Not to be read now'])
  await untilAnswered(frogy, layla, 'linkedin')
})

/** Creates a post that X has but does not list. Its response was lost, and X refused the retry as a duplicate. */
async function calledDuplicate(layla: Person): Promise<Post> {
  await frogy.simulator.manners({ twitterListMs: 24 * HOUR_MS })
  await frogy.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
  const content = 'There, but not on the list'
  const post = await layla.schedule({ platform: 'twitter', content, at: frogy.clock.now() })
  await untilLastAttempt(layla, post, 'unknown')
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
  await layla.until(post, async () => (await attempts(layla, post)).length === 2)
  await untilLastAttempt(layla, post, 'unknown')
  frogy.clock.advance(11_000)
  return await layla.decided(post)
}

/** A live post whose response was lost, so that Frogy asks its author whether it is live. */
async function lostPost(who: Person, content: string) {
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const post = await who.schedule({ platform: 'linkedin', content, at: frogy.clock.now() })
  await untilLastAttempt(who, post, 'unknown')
  frogy.clock.advance(SETTLE_MS)
  expect((await who.decided(post)).status).toBe('unconfirmed')
  return post
}

/** The author answers, and time passes until the first request can no longer arrive. */
async function answer(who: Person, { id }: { id: string }, outcome: 'live' | 'not_live'): Promise<void> {
  await who.call('POST /api/posts/{id}/resolve', { params: { id }, body: { outcome } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
}
