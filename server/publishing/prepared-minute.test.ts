import { expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Person } from '#tests/support/person.ts'
import { HOUR_MS, later, startBehindGate, texts } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

/** What Facebook has been given for it in the minute before, which nobody sees yet. */
const hidden = async (frogy: Frogy) => (await frogy.simulator.hidden('facebook')).map(({ text }) => text)

/** A post of somebody's Page, which is due in half a minute and of which everything is prepared. */
async function startPrepared(content: string) {
  const frogy = await startFrogy()
  const layla = await frogy.person('facebook')
  const at = later(frogy)
  const post = await layla.schedule({ platform: 'facebook', content, at })
  expect(await hidden(frogy)).toEqual([])
  frogy.clock.advanceTo(new Date(at.getTime() - 30_000))
  await eventually(async () => expect(await hidden(frogy)).toEqual([content]))
  return { frogy, layla, at, post, params: { id: post.id }, [Symbol.asyncDispose]: () => frogy[Symbol.asyncDispose]() }
}

/** Moves the clock to `at`, and waits until another post of the same account, which is due right behind, is out. */
async function untilPast({ frogy, layla, at }: { frogy: Frogy; layla: Person; at: Date }): Promise<void> {
  const behind = await layla.schedule({ platform: 'facebook', content: 'Behind it', at: new Date(at.getTime() + 1) })
  frogy.clock.advanceTo(new Date(at.getTime() + 1))
  expect((await layla.decided(behind)).status).toBe('published')
}

test.concurrent('in the minute before its time a post is made ready, and at its time only shown', async () => {
  await using prepared = await startPrepared('Ready before')
  const { frogy, layla, at, post } = prepared
  expect((await layla.read(post)).status).toBe('scheduled')
  expect(await texts(frogy, 'facebook')).toEqual([])
  // Whatever else is asked of the network from now on is refused.
  for (const operation of ['upload', 'list'] as const)
    await frogy.simulator.fault({ platform: 'facebook', operation, fault: 'status', status: 503, count: 100 })
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'facebook')).toEqual(['Ready before'])
  const [out] = await frogy.simulator.posts('facebook')
  expect(Date.parse(out?.createdAt ?? '')).toBeGreaterThanOrEqual(at.getTime())
})

test.concurrent('what its owner changes in that minute is what goes out', async () => {
  await using prepared = await startPrepared('Old words')
  const { frogy, layla, at, post, params } = prepared
  await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'New words' } })
  await eventually(async () => expect(await hidden(frogy)).toEqual(['New words']))
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect([await texts(frogy, 'facebook'), await hidden(frogy)]).toEqual([['New words'], []])
})

test.concurrent('a change in the last moment is not too late', async () => {
  await using prepared = await startPrepared('Old words')
  const { frogy, layla, at, post, params } = prepared
  frogy.clock.advanceTo(new Date(at.getTime() - 1_000))
  await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'New words' } })
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'facebook')).toEqual(['New words'])
})

test.concurrent('a post that is moved in that minute goes out at its new time, and not at the old one', async () => {
  await using prepared = await startPrepared('Moved')
  const { frogy, layla, at, post, params } = prepared
  const movedTo = new Date(at.getTime() + HOUR_MS)
  await layla.call('PATCH /api/posts/{id}', { params, body: { scheduledAt: movedTo.toISOString() } })
  await untilPast(prepared)
  expect(await texts(frogy, 'facebook')).toEqual(['Behind it'])
  expect((await layla.read(post)).status).toBe('scheduled')
  frogy.clock.advanceTo(movedTo)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'facebook')).toEqual(['Behind it', 'Moved'])
})

test.concurrent('a post that is brought forward in that minute goes out at once', async () => {
  await using prepared = await startPrepared('Now, please')
  const { frogy, layla, params } = prepared
  expect((await layla.call('POST /api/posts/{id}/publish', { params })).status).toBe('published')
  expect([await texts(frogy, 'facebook'), await hidden(frogy)]).toEqual([['Now, please'], []])
})

test.concurrent('a post that is deleted in that minute does not go out, and what was made for it is taken off the network', async () => {
  await using prepared = await startPrepared('Deleted')
  const { frogy, layla, params } = prepared
  expect((await layla.ask('DELETE /api/posts/{id}', { params })).status).toBe(204)
  await eventually(async () => expect(await hidden(frogy)).toEqual([]))
  await untilPast(prepared)
  expect(await texts(frogy, 'facebook')).toEqual(['Behind it'])
})

test.concurrent('an account that is switched off in that minute publishes nothing', async () => {
  await using prepared = await startPrepared('Switched off')
  const { frogy, layla, at, post } = prepared
  const [account] = await layla.call('GET /api/social-accounts', {})
  const params = { id: account?.id ?? '' }
  await layla.call('PATCH /api/social-accounts/{id}', { params, body: { isActive: false } })
  frogy.clock.advanceTo(at)
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'account_inactive' } })
  expect(await texts(frogy, 'facebook')).toEqual([])
})

test.concurrent('an account that is disconnected in that minute publishes nothing, and connected again it does', async () => {
  await using prepared = await startPrepared('Disconnected')
  const { frogy, layla, at, post } = prepared
  const [account] = await layla.call('GET /api/social-accounts', {})
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
  await layla.connect('facebook')
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'facebook')).toEqual(['Disconnected'])

  const gone = await layla.schedule({ platform: 'facebook', content: 'Gone', at: later(frogy) })
  frogy.clock.advance(HOUR_MS - 30_000)
  await eventually(async () => expect(await hidden(frogy)).toContain('Gone'))
  const [again] = await layla.call('GET /api/social-accounts', {})
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: again?.id ?? '' } })
  frogy.clock.advance(30_000)
  expect(await layla.decided(gone)).toMatchObject({ status: 'failed', failure: { code: 'account_not_connected' } })
  expect(await texts(frogy, 'facebook')).toEqual(['Disconnected'])
})

test.concurrent('a permission that its network takes back in that minute ends in words', async () => {
  await using prepared = await startPrepared('Revoked')
  const { frogy, layla, at, post } = prepared
  for (const { platform, pages = [] } of await frogy.simulator.accounts())
    if (platform === 'facebook') for (const { id } of pages) await frogy.simulator.revoke('facebook', id)
  frogy.clock.advanceTo(at)
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'reconnect' } })
  expect(await texts(frogy, 'facebook')).toEqual([])
})

test.concurrent('what goes wrong in that minute is nobody’s trouble yet: it is tried again at its time', async () => {
  await using frogy = await startFrogy()
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

test.concurrent('what is only prepared holds up nothing that is due', async () => {
  await using behind = await startBehindGate('threads')
  const { frogy, gate, layla } = behind
  const preparing = gate.hold('request', ({ path }) => path.endsWith('/threads'))
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

test.concurrent('posts of many accounts that are due at one instant go out once each, and an account’s in their order', async () => {
  await using frogy = await startFrogy()
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
  // Some of them have been prepared by then, and some have not.
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
}, 60_000)
