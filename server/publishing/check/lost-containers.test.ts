import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Person } from '#tests/support/person.ts'
import { attempts, HOUR_MS, texts } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

// A container is a post uploaded to Threads. If Threads loses it, Frogy creates it again only if the post cannot be
// public.

/** Waits until the post has `number` attempts and the last attempt is in `state`. */
async function untilAttempt(who: Person, post: Pick<Post, 'id'>, number: number, state: string): Promise<void> {
  const lastOf = async () => {
    const all = await attempts(who, post)
    return [all.length, all.at(-1)?.state]
  }
  await eventually(async () => expect(await lastOf()).toEqual([number, state]))
}

test.each(['finished', 'unknown'])(
  'uploads a post again after Threads lost the upload and reports it as %s, and publishes the post once',
  async (threadsLostIs) => {
    const layla = await frogy.person('threads')
    await frogy.simulator.manners({ threadsLoses: 'finished', threadsLostIs })
    const post = await layla.schedule({ platform: 'threads', content: 'Twice prepared', at: frogy.clock.now() })
    await untilAttempt(layla, post, 1, 'rejected')
    await frogy.simulator.manners({ threadsLoses: 'nothing' })
    expect((await layla.read(post)).failure?.code).toBe('still_processing')
    // Frogy waits a minute, because replication lag at Threads may hide an existing uploaded post for that long.
    frogy.clock.advance(31_000)
    await untilAttempt(layla, post, 2, 'rejected')
    expect(await texts(frogy, 'threads')).toEqual([])
    frogy.clock.advance(31_000)
    expect(await layla.decided(post)).toMatchObject({ status: 'published', failure: null })
    expect(await texts(frogy, 'threads')).toEqual(['Twice prepared'])
  },
)

test.each(['finished', 'unknown'])(
  'finds a post by its text when Threads loses both the uploaded post and the response, and reports the upload as %s',
  async (threadsLostIs) => {
    const layla = await frogy.person('threads')
    await frogy.simulator.manners({ threadsLoses: 'published', threadsLostIs })
    await frogy.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'drop_after' })
    const post = await layla.schedule({ platform: 'threads', content: 'Success all the time', at: frogy.clock.now() })
    if (threadsLostIs === 'finished') {
      await untilAttempt(layla, post, 1, 'unknown')
      frogy.clock.advance(11_000)
    }
    expect((await layla.decided(post)).status).toBe('published')
    expect(await texts(frogy, 'threads')).toEqual(['Success all the time'])
  },
)

test('asks the author before it creates a post again when Threads loses both the uploaded post and the response', async () => {
  const layla = await frogy.person('threads')
  await frogy.simulator.manners({ threadsLoses: 'finished' })
  await frogy.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'drop_before' })
  const post = await layla.schedule({ platform: 'threads', content: 'Who knows?', at: frogy.clock.now() })
  await untilAttempt(layla, post, 1, 'unknown')
  frogy.clock.advance(11_000)
  // Threads refuses the second request, which proves nothing about the first.
  await untilAttempt(layla, post, 2, 'unknown')
  await frogy.simulator.manners({ threadsLoses: 'nothing' })
  frogy.clock.advance(61_000)
  expect((await layla.decided(post)).status).toBe('unconfirmed')
  frogy.clock.advance(2 * HOUR_MS)
  const other = await layla.schedule({ platform: 'threads', content: 'Behind it', at: frogy.clock.now() })
  expect((await layla.decided(other)).status).toBe('published')
  expect(await texts(frogy, 'threads')).toEqual(['Behind it'])

  await layla.call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome: 'not_live' } })
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'threads')).toEqual(['Behind it', 'Who knows?'])
})
