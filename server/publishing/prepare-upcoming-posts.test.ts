import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Person } from '#tests/support/person.ts'
import { HOUR_MS, later, startWithPausingProxy, texts, type PausableFrogy } from '#tests/support/publishing.ts'

let frogy: PausableFrogy
beforeAll(async () => {
  frogy = await startWithPausingProxy()
})
beforeEach(() => frogy.simulator.reset())
afterAll(() => frogy[Symbol.asyncDispose]())

/** The texts of the posts that Frogy has sent to Facebook as unpublished. */
const hidden = async () => (await frogy.simulator.hidden('facebook')).map(({ text }) => text)

/** Creates a Page post that is due in half a minute and fully prepared. */
async function prepare(content: string) {
  const layla = await frogy.person('facebook')
  const at = later(frogy)
  const post = await layla.schedule({ platform: 'facebook', content, at })
  expect(await hidden()).toEqual([])
  frogy.clock.advanceTo(new Date(at.getTime() - 30_000))
  await eventually(async () => expect(await hidden()).toEqual([content]))
  return { layla, at, post, params: { id: post.id } }
}

/** Moves the clock to `at`, and waits until the account's next post is published. */
async function untilPast({ layla, at }: { layla: Person; at: Date }): Promise<void> {
  const behind = await layla.schedule({ platform: 'facebook', content: 'Behind it', at: new Date(at.getTime() + 1) })
  frogy.clock.advanceTo(new Date(at.getTime() + 1))
  expect((await layla.decided(behind)).status).toBe('published')
}

test('prepares a post in the minute before its scheduled time, and makes it public only at that time', async () => {
  const { layla, at, post } = await prepare('Ready before')
  expect((await layla.read(post)).status).toBe('scheduled')
  expect(await texts(frogy, 'facebook')).toEqual([])
  // Let Facebook refuse every further request except publishing.
  for (const operation of ['upload', 'list'] as const)
    await frogy.simulator.fault({ platform: 'facebook', operation, fault: 'status', status: 503, count: 100 })
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'facebook')).toEqual(['Ready before'])
  const [out] = await frogy.simulator.posts('facebook')
  expect(Date.parse(out?.createdAt ?? '')).toBeGreaterThanOrEqual(at.getTime())
})

test("publishes the author's last edit when it comes in the minute before the post is due", async () => {
  const { layla, at, post, params } = await prepare('Old words')
  await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'New words' } })
  await eventually(async () => expect(await hidden()).toEqual(['New words']))
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect([await texts(frogy, 'facebook'), await hidden()]).toEqual([['New words'], []])
})

test('accepts an edit of a prepared post at the last moment', async () => {
  const { layla, at, post, params } = await prepare('Old words')
  frogy.clock.advanceTo(new Date(at.getTime() - 10_000))
  await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'New words' } })
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'facebook')).toEqual(['New words'])
})

test('publishes a post only at its new time when the author moves it in the minute before it is due', async () => {
  const prepared = await prepare('Moved')
  const { layla, at, post, params } = prepared
  const movedTo = new Date(at.getTime() + HOUR_MS)
  await layla.call('PATCH /api/posts/{id}', { params, body: { scheduledAt: movedTo.toISOString() } })
  await untilPast(prepared)
  expect(await texts(frogy, 'facebook')).toEqual(['Behind it'])
  expect((await layla.read(post)).status).toBe('scheduled')
  frogy.clock.advanceTo(movedTo)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'facebook')).toEqual(['Behind it', 'Moved'])
})

test('publishes a post immediately when the author chooses to do so in the minute before it is due', async () => {
  const { layla, params } = await prepare('Now, please')
  expect((await layla.call('POST /api/posts/{id}/publish', { params })).status).toBe('published')
  expect([await texts(frogy, 'facebook'), await hidden()]).toEqual([['Now, please'], []])
})

test('publishes no post that was deleted in the minute before it is due, and deletes its upload from the network', async () => {
  const prepared = await prepare('Deleted')
  const { layla, params } = prepared
  expect((await layla.ask('DELETE /api/posts/{id}', { params })).status).toBe(204)
  await eventually(async () => expect(await hidden()).toEqual([]))
  await untilPast(prepared)
  expect(await texts(frogy, 'facebook')).toEqual(['Behind it'])
})

test('publishes nothing from an account that was deactivated in the minute before the post is due', async () => {
  const { layla, at, post } = await prepare('Switched off')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const params = { id: account?.id ?? '' }
  await layla.call('PATCH /api/social-accounts/{id}', { params, body: { isActive: false } })
  frogy.clock.advanceTo(at)
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'account_inactive' } })
  expect(await texts(frogy, 'facebook')).toEqual([])
})

test('publishes nothing from an account that was disconnected in the minute before the post is due, until it is reconnected', async () => {
  const { layla, at, post } = await prepare('Disconnected')
  const [account] = await layla.call('GET /api/social-accounts', {})
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  await layla.connect('facebook')
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'facebook')).toEqual(['Disconnected'])

  const gone = await layla.schedule({ platform: 'facebook', content: 'Gone', at: later(frogy) })
  frogy.clock.advance(HOUR_MS - 30_000)
  await eventually(async () => expect(await hidden()).toContain('Gone'))
  const [again] = await layla.call('GET /api/social-accounts', {})
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: again?.id ?? '' } })
  frogy.clock.advance(30_000)
  expect(await layla.decided(gone)).toMatchObject({ status: 'failed', failure: { code: 'account_not_connected' } })
  expect(await texts(frogy, 'facebook')).toEqual(['Disconnected'])
})

test('fails a post with a message when the network revokes the permission in the minute before the post is due', async () => {
  const { layla, at, post } = await prepare('Revoked')
  for (const { platform, pages = [] } of await frogy.simulator.accounts())
    if (platform === 'facebook') for (const { id } of pages) await frogy.simulator.revoke('facebook', id)
  frogy.clock.advanceTo(at)
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'reconnect' } })
  expect(await texts(frogy, 'facebook')).toEqual([])
})

test('records no failure when a post cannot be prepared early, and prepares the post again when it is due', async () => {
  const layla = await frogy.person('facebook')
  const at = later(frogy)
  await frogy.simulator.fault({ platform: 'facebook', operation: 'upload', fault: 'status', status: 500, count: 1 })
  const post = await layla.schedule({ platform: 'facebook', content: 'At the second try', at })
  frogy.clock.advanceTo(new Date(at.getTime() - 30_000))
  await eventually(async () => expect(await frogy.simulator.faults()).toEqual([]))
  expect(await layla.read(post)).toMatchObject({ status: 'scheduled', failure: null })
  frogy.clock.advanceTo(at)
  expect(await layla.decided(post)).toMatchObject({ status: 'published', failure: null })
  expect(await texts(frogy, 'facebook')).toEqual(['At the second try'])
})

test('does not delay due posts while it prepares others', async () => {
  const layla = await frogy.person('threads')
  const preparing = frogy.gate.hold('request', ({ path }) => path.endsWith('/threads'))
  const at = later(frogy, 40_000)
  const coming = await layla.schedule({ platform: 'threads', content: 'In a while', at })
  const held = await preparing
  const now = await layla.call('POST /api/posts', {
    body: { platform: 'threads', content: 'At once', status: 'published' },
  })
  expect(now.status).toBe('published')
  expect(await texts(frogy, 'threads')).toEqual(['At once'])
  held.release()
  frogy.clock.advanceTo(at)
  expect((await layla.decided(coming)).status).toBe('published')
  expect(await texts(frogy, 'threads')).toEqual(['At once', 'In a while'])
})

test('publishes a new post with an earlier time first, even while a later post is being prepared', async () => {
  const layla = await frogy.person('threads')
  const at = later(frogy, 2_000)
  const preparing = frogy.gate.hold('request', ({ path }) => path.endsWith('/threads'))
  const second = await layla.schedule({ platform: 'threads', content: 'Second', at })
  const held = await preparing
  const before = new Date(at.getTime() - 1_000)
  const first = await layla.schedule({ platform: 'threads', content: 'First', at: before })
  frogy.clock.advanceTo(at)
  held.release()
  for (const post of [first, second]) expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'threads')).toEqual(['First', 'Second'])
})

test("publishes many accounts' posts that are due at the same instant once each, and in order within each account", async () => {
  await frogy.simulator.liftLimits()
  const platforms: Platform[] = ['linkedin', 'twitter', 'facebook', 'threads']
  const people = await Promise.all(Array.from({ length: 6 }, () => frogy.person(...platforms)))
  const at = later(frogy)
  const posts = await Promise.all(
    people.flatMap((person, one) =>
      platforms.map(async (platform) => {
        const own = []
        for (let n = 0; n < 4; n++)
          own.push(await person.schedule({ platform, content: `${one} ${platform} ${n}`, at }))
        return own.map((post) => ({ person, post }))
      }),
    ),
  )
  // Half a minute before the due time, some posts are prepared and others are not.
  frogy.clock.advanceTo(new Date(at.getTime() - 30_000))
  await eventually(async () => expect(await frogy.simulator.hidden('facebook')).not.toEqual([]))
  frogy.clock.advanceTo(at)
  for (const { person, post } of posts.flat()) expect((await person.decided(post)).status).toBe('published')
  for (const platform of platforms) {
    const out = await frogy.simulator.posts(platform)
    for (const { createdAt } of out) expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(at.getTime())
    for (const one of people.keys()) {
      const own = out.map(({ text }) => text).filter((text) => text.startsWith(`${one} `))
      expect(own).toEqual([0, 1, 2, 3].map((n) => `${one} ${platform} ${n}`))
    }
  }
})
