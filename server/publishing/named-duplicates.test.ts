import { expect, test } from 'vitest'
import { SEND_AGAIN_AFTER_MS, SETTLE_MS } from '#core/publishing/sending-times.ts'
import type { Person } from '#tests/support/person.ts'
import { attempts, texts, untilLastAttempt } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// LinkedIn refuses a text that it has already and names the post. It has been seen to name posts that were gone.

/** A post that is live although its answer was lost, and whose owner is asked about it. */
async function lostPost(frogy: Frogy, who: Person, content: string) {
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const post = await who.schedule({ platform: 'linkedin', content, at: frogy.clock.now() })
  await untilLastAttempt(who, post, 'unknown')
  frogy.clock.advance(SETTLE_MS)
  expect((await who.decided(post)).status).toBe('unconfirmed')
  return post
}

/** The owner answers, and so much time passes that the first request can surely not arrive any more. */
async function answer(frogy: Frogy, who: Person, { id }: { id: string }, outcome: 'live' | 'not_live'): Promise<void> {
  await who.call('POST /api/posts/{id}/resolve', { params: { id }, body: { outcome } })
  frogy.clock.advance(SEND_AGAIN_AFTER_MS)
}

test.concurrent('a duplicate that names a dead post is not taken for it: the post failed, and is not called live', async () => {
  await using frogy = await startFrogy()
  await frogy.simulator.manners({ linkedinRemembers: 'deleted' })
  const layla = await frogy.person('linkedin')
  const post = await lostPost(frogy, layla, 'Deleted by hand')
  const [there] = await frogy.simulator.posts('linkedin')
  await frogy.simulator.byHand('linkedin', there?.id ?? '', 'delete')
  await answer(frogy, layla, post, 'not_live')
  expect(await layla.decided(post)).toMatchObject({
    status: 'failed',
    permalink: null,
    failure: { code: 'duplicate', detail: expect.stringContaining(there?.id ?? '-') as string },
  })
  expect(await frogy.simulator.posts('linkedin')).toMatchObject([{ deleted: true }])
})

test.concurrent('where LinkedIn does not tell whether what it names is there, its owner is asked once more, and then it is over', async () => {
  await using frogy = await startFrogy()
  await frogy.simulator.manners({ linkedinCountsPath: 'none' })
  const layla = await frogy.person('linkedin')
  for (const [content, last] of [
    ['Live all the time', 'live'],
    ['Said not to be', 'not_live'],
  ] as const) {
    const post = await lostPost(frogy, layla, content)
    await answer(frogy, layla, post, 'not_live')
    const asked = await layla.decided(post)
    expect(asked).toMatchObject({ status: 'unconfirmed', failure: { code: 'unconfirmed' } })
    expect(asked.failure?.detail).toContain('urn:li:share:')
    await answer(frogy, layla, post, last)
    const end = await layla.decided(post)
    if (last === 'live') expect(end).toMatchObject({ status: 'published', failure: null })
    else expect(end).toMatchObject({ status: 'failed', failure: { code: 'duplicate' } })
    expect((await attempts(layla, post)).length).toBe(last === 'live' ? 2 : 3)
  }
  expect(await texts(frogy, 'linkedin')).toEqual(['Live all the time', 'Said not to be'])
})

test.concurrent('LinkedIn’s trouble to answer is no proof that what it named is gone', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const post = await lostPost(frogy, layla, 'Not to be read now')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'list', fault: 'status', status: 503 })
  await answer(frogy, layla, post, 'not_live')
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  expect(await texts(frogy, 'linkedin')).toEqual(['Not to be read now'])
})
