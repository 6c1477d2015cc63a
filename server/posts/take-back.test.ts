import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deepTest } from '#tests/support/deep-test.ts'
import { randomFrom } from '#tests/support/mixed-texts.ts'
import type { Post } from '#core/posts/contract.ts'
import { openPausingProxy } from '#tests/support/pausing-proxy.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { later, startWithPausingProxy, texts, untilLastAttempt, type PausableFrogy } from '#tests/support/publishing.ts'
import { byDepth } from '#tests/support/depth.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const remove = (who: Person, { id, revision }: Post, network?: 'true' | 'false') =>
  who.ask('DELETE /api/posts/{id}', {
    params: { id },
    headers: { 'if-match': `"${revision}"` },
    ...(network && { query: { network } }),
  })
const unschedule = (who: Person, { id, revision }: Post) =>
  who.ask('PATCH /api/posts/{id}', {
    params: { id },
    body: { scheduledAt: null },
    headers: { 'if-match': `"${revision}"` },
  })
const isGone = async (who: Person, { id }: Post) =>
  (await who.ask('GET /api/posts/{id}', { params: { id } })).status === 404

/** Waits until Frogy has looked for the post at the network without finding it. */
async function untilNotSeen(who: Person, post: Post): Promise<void> {
  const what = ['not_seen', 'not_there']
  await who.until(post, async () => {
    const moments = await who.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
    return moments.some((moment) => what.includes(moment.what))
  })
}

/** Sends a post now. The worker takes the post as soon as it is created. */
async function sentNow(who: Person, content: string, platform: Post['platform']): Promise<Post> {
  void who.ask('POST /api/posts', { body: { platform, content, status: 'published' } })
  const find = async () => (await who.call('GET /api/posts', {})).find((post) => post.content === content)
  await expect.poll(find, { interval: 5 }).toBeDefined()
  const post = await find()
  if (!post) throw new Error('The post is not there')
  return post
}

describe('post that is not sent yet', () => {
  let gated: PausableFrogy
  beforeAll(async () => {
    gated = await startWithPausingProxy()
  })
  afterAll(() => gated[Symbol.asyncDispose]())

  const withText = <Post extends { text: string }>(posts: Post[], content: string) =>
    posts.filter(({ text }) => text === content)

  test('deletes, unschedules or moves a post while its account sends another one', async () => {
    const { gate } = gated
    const layla = await gated.person('linkedin')
    const arrival = gate.hold('request', ({ path }) => path === '/linkedin/rest/posts')
    const first = await layla.schedule({ platform: 'linkedin', content: 'First', at: gated.clock.now() })
    const sending = await arrival
    const [removed, draft, moved] = [
      await sentNow(layla, 'Removed', 'linkedin'),
      await sentNow(layla, 'Draft', 'linkedin'),
      await sentNow(layla, 'Moved', 'linkedin'),
    ]
    expect((await remove(layla, removed)).status).toBe(204)
    expect(await unschedule(layla, draft)).toMatchObject({
      status: 200,
      body: { status: 'draft', scheduledAt: null, wish: null, revision: 2 },
    })
    const at = later(gated, DAY_MS).toISOString()
    const params = { id: moved.id }
    expect(await layla.ask('PATCH /api/posts/{id}', { params, body: { scheduledAt: at } })).toMatchObject({
      status: 200,
      body: { status: 'scheduled', scheduledAt: at },
    })
    // An edit is refused once the worker may have taken the post.
    const other = await sentNow(layla, 'Other', 'linkedin')
    const edit = await layla.ask('PATCH /api/posts/{id}', { params: { id: other.id }, body: { content: 'New words' } })
    expect(edit).toMatchObject({ status: 409, body: { code: 'already_publishing' } })
    sending.release()
    expect((await layla.decided(first)).status).toBe('published')
    expect((await layla.decided(other)).status).toBe('published')
    expect(await texts(gated, 'linkedin')).toEqual(['First', 'Other'])
    expect(await isGone(layla, removed)).toBe(true)
  })

  test.each([
    ['delete', 'publishing'],
    ['draft', 'publishing'],
    ['delete', 'scheduled'],
  ] as const)(
    "takes back a post that is being prepared, and deletes its hidden upload (author's wish: %s, post's status: %s)",
    async (wish, status) => {
      const { gate, simulator } = gated
      const layla = await gated.person('facebook')
      const content = `Hidden ${crypto.randomUUID()}`
      const hidden = async () => withText(await simulator.hidden('facebook'), content)
      const out = async () => withText(await simulator.posts('facebook'), content)
      const arrival = gate.hold('answer', ({ method, path }) => method === 'POST' && path.endsWith('/feed'))
      const post =
        status === 'publishing'
          ? await sentNow(layla, content, 'facebook')
          : await layla.schedule({ platform: 'facebook', content, at: gated.clock.now() })
      const preparing = await arrival
      expect(await hidden()).toHaveLength(1)
      const begun = await layla.read(post)
      expect(begun.status).toBe(status)
      const taken = wish === 'delete' ? await remove(layla, begun) : await unschedule(layla, begun)
      expect(taken.status).toBe(wish === 'delete' ? 204 : 200)
      preparing.release()
      await expect.poll(hidden).toEqual([])
      expect(await out()).toEqual([])
      if (wish === 'delete') {
        expect(await isGone(layla, post)).toBe(true)
        // The network itself did not fail, so the next post to it need not wait.
        const next = await layla.schedule({
          platform: 'facebook',
          content: `Next to ${content}`,
          at: gated.clock.now(),
        })
        let wasHeld = false
        await layla.until(next, ({ status, failure }) => {
          wasHeld ||= failure !== null
          return status === 'published'
        })
        expect(wasHeld).toBe(false)
        return
      }

      const timeline = await layla.call('GET /api/posts/{id}/timeline', { params: { id: post.id } })
      expect(timeline.map(({ what }) => what)).toContain('taken_back')
      await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })
      expect((await layla.decided(post)).status).toBe('published')
      expect(await out()).toHaveLength(1)
      expect(await hidden()).toEqual([])
    },
  )

  deepTest('deletes a prepared post from its network even if the deleting process died', async () => {
    await using place = await installation()
    await using gate = await openPausingProxy(place.simulator.url)
    const environment = { FACEBOOK_BASE_URL: `${gate.url}/facebook` }
    {
      await using frogy = await place.start(environment)
      const layla = await frogy.visitor().register()
      await layla.connect('facebook')
      const at = new Date(place.clock.now().getTime() + 30_000)
      const post = await layla.schedule({ platform: 'facebook', content: 'Hidden', at })
      await expect.poll(() => place.simulator.hidden('facebook')).toHaveLength(1)
      const asking = gate.hold('request', ({ method, path }) => method === 'GET' && /\/\d+_\d+/.test(path))
      expect((await remove(layla, await layla.read(post))).status).toBe(204)
      await asking
    }
    expect(await place.simulator.hidden('facebook')).toHaveLength(1)
    await using _again = await place.start(environment)
    await expect.poll(() => place.simulator.hidden('facebook')).toEqual([])
  })

  test('deletes a postponed post and what was prepared on its network', async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person('facebook')
    await frogy.simulator.fault({ platform: 'facebook', operation: 'publish', fault: 'status', status: 429 })
    const post = await layla.schedule({ platform: 'facebook', content: 'Hidden', at: frogy.clock.now() })
    const waiting = await layla.until(post, ({ failure }) => failure?.code === 'rate_limited')
    expect(await frogy.simulator.hidden('facebook')).toHaveLength(1)
    expect((await remove(layla, waiting)).status).toBe(204)
    await expect.poll(() => frogy.simulator.hidden('facebook')).toEqual([])
    expect(await texts(frogy, 'facebook')).toEqual([])
  })

  test('takes back or sends a post, never both, in many races with the worker', async () => {
    await using frogy = await startFrogy()
    await frogy.simulator.liftLimits()
    const random = randomFrom(20_261_122)
    const people = await Promise.all(Array.from({ length: 10 }, () => frogy.person('twitter', 'facebook')))
    const tally: Record<string, number> = {}
    for (let round = 0; round < byDepth({ gate: 1, all: 5 }); round++) {
      await Promise.all(
        people.flatMap((who, person) =>
          (['twitter', 'facebook'] as const).map(async (platform) => {
            const content = `Post ${round} ${person} of ${platform}`
            const at = new Date(frogy.clock.now().getTime() + 30)
            const post = await who.schedule({ platform, content, at })
            await new Promise((resolve) => void setTimeout(resolve, random() * 60))
            const isRemoval = random() < 0.5
            const { status, body } = isRemoval ? await remove(who, post) : await unschedule(who, post)
            const answer = status < 300 ? 'granted' : body.code
            tally[answer] = (tally[answer] ?? 0) + 1
            if (status >= 300) expect((await who.decided(post)).status).toBe('published')
            else if (isRemoval) expect(await isGone(who, post)).toBe(true)
            else expect((await who.read(post)).status).toBe('draft')
            const there = (await texts(frogy, platform)).filter((text) => text === content)
            expect({ content, answer, there: there.length }).toEqual({ content, answer, there: status < 300 ? 0 : 1 })
          }),
        ),
      )
    }
    expect(Object.keys(tally).filter((answer) => !ANSWERS.includes(answer))).toEqual([])
    expect(tally.granted).toBeGreaterThan(0)
    await expect.poll(() => frogy.simulator.hidden('facebook')).toEqual([])
  })
})

const ANSWERS = ['granted', 'already_publishing', 'already_published']

describe('post with a lost response', () => {
  /** A post with a lost response, on a network whose lookups fail. */
  async function lost(
    frogy: Frogy,
    layla: Person,
    fault: 'drop_before' | 'drop_after',
    platform: 'twitter' | 'facebook' = 'twitter',
  ): Promise<Post> {
    await frogy.simulator.fault({ platform, operation: 'list', fault: 'status', status: 503, count: 100 })
    await frogy.simulator.fault({ platform, operation: 'publish', fault })
    const post = await layla.schedule({ platform, content: 'Sent', at: frogy.clock.now() })
    await untilLastAttempt(layla, post, 'unknown')
    return await layla.read(post)
  }

  test.each(['delete', 'draft'] as const)(
    "applies the author's wish without resending when the look-up shows that the post is not on the network (wish: %s)",
    async (wish) => {
      await using frogy = await startFrogy()
      const layla = await frogy.person('twitter')
      const post = await lost(frogy, layla, 'drop_before')
      const noted = wish === 'delete' ? await remove(layla, post) : await unschedule(layla, post)
      expect(noted).toMatchObject({ status: 202, body: { id: post.id, status: 'publishing', wish } })
      await frogy.simulator.clearFaults()
      // The look-up does not find the post yet. The request may still be in progress, so the deletion or change must
      // wait.
      frogy.clock.advance(MINUTE_MS / 2)
      await untilNotSeen(layla, post)
      expect((await layla.read(post)).wish).toBe(wish)
      frogy.clock.advance(2 * MINUTE_MS)
      if (wish === 'delete') await expect.poll(() => isGone(layla, post)).toBe(true)
      else {
        const ended = await layla.until(post, ({ status }) => status === 'draft')
        expect(ended).toMatchObject({ status: 'draft', scheduledAt: null, wish: null, failure: null })
      }
      frogy.clock.advance(10 * MINUTE_MS)
      expect(await texts(frogy, 'twitter')).toEqual([])
    },
  )

  test('deletes hidden uploads of a post from the network when the post will not be published', async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person('facebook')
    const post = await lost(frogy, layla, 'drop_before', 'facebook')
    expect(await frogy.simulator.hidden('facebook')).toHaveLength(1)
    expect((await remove(layla, post)).status).toBe(202)
    await frogy.simulator.clearFaults()
    frogy.clock.advance(3 * MINUTE_MS)
    await expect.poll(() => isGone(layla, post)).toBe(true)
    await expect.poll(() => frogy.simulator.hidden('facebook')).toEqual([])
    expect(await texts(frogy, 'facebook')).toEqual([])
  })

  test('keeps a post that turns out to be public, notifies its author, and can delete it from the network', async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person('twitter')
    const post = await lost(frogy, layla, 'drop_after')
    expect((await remove(layla, post)).status).toBe(202)
    await frogy.simulator.clearFaults()
    frogy.clock.advance(MINUTE_MS)
    const out = await layla.until(post, ({ status }) => status === 'published')
    expect(out).toMatchObject({
      status: 'published',
      wish: 'delete',
      permalink: expect.stringContaining('/') as string,
    })
    expect(await texts(frogy, 'twitter')).toEqual(['Sent'])
    const told = async () => (await layla.call('GET /api/notifications', {})).items
    expect(await told()).toMatchObject([
      { kind: 'went_out', title: 'A cancelled post was published on X', action: 'see', posts: [{ id: post.id }] },
    ])
    await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    expect(await told()).toMatchObject([{ title: 'نُشر منشور على X رغم طلب استرجاعه' }])
    expect(await remove(layla, out)).toMatchObject({ status: 409, body: { code: 'already_published' } })
    expect((await remove(layla, out, 'true')).status).toBe(204)
    expect(await told()).toEqual([])
    expect(await frogy.simulator.posts('twitter')).toMatchObject([{ deleted: true }])
  })

  test('refuses to edit or move a post with a lost response, but on request deletes it in Frogy only', async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person('twitter')
    const post = await lost(frogy, layla, 'drop_after')
    const params = { id: post.id }
    for (const body of [{ scheduledAt: later(frogy).toISOString() }, { scheduledAt: null, content: 'Else' }]) {
      const reply = await layla.ask('PATCH /api/posts/{id}', { params, body })
      expect(reply).toMatchObject({ status: 409, body: { code: 'already_publishing' } })
    }
    expect(await layla.read(post)).toMatchObject({ content: 'Sent', revision: 1, wish: null })
    expect((await remove(layla, post, 'false')).status).toBe(204)
    expect(await isGone(layla, post)).toBe(true)
    await frogy.simulator.clearFaults()
    frogy.clock.advance(10 * MINUTE_MS)
    expect(await texts(frogy, 'twitter')).toEqual(['Sent'])
  })

  test('deletes or unschedules an unconfirmed post on request only if its author answers "not live"', async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person('linkedin')
    const unconfirmed = async (content: string) => {
      await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
      const post = await layla.schedule({ platform: 'linkedin', content, at: frogy.clock.now() })
      await untilLastAttempt(layla, post, 'unknown')
      frogy.clock.advance(MINUTE_MS)
      expect((await layla.decided(post)).status).toBe('unconfirmed')
      return post
    }
    const resolve = ({ id }: Post, outcome: 'live' | 'not_live') =>
      layla.call('POST /api/posts/{id}/resolve', { params: { id }, body: { outcome } })
    const [removed, draft, live] = [await unconfirmed('Removed'), await unconfirmed('Draft'), await unconfirmed('Live')]
    for (const post of [removed, live]) expect((await remove(layla, post)).status).toBe(202)
    expect(await unschedule(layla, draft)).toMatchObject({
      status: 202,
      body: { status: 'unconfirmed', wish: 'draft' },
    })
    expect(await resolve(removed, 'not_live')).toBe(null)
    expect(await isGone(layla, removed)).toBe(true)
    expect(await resolve(draft, 'not_live')).toMatchObject({ status: 'draft', wish: null, scheduledAt: null })
    expect(await resolve(live, 'live')).toMatchObject({ status: 'published', wish: null })
    expect(await texts(frogy, 'linkedin')).toEqual([])
  })
})
