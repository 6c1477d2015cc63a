import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/databases.ts'
import { listen, type EventStream } from '#tests/support/event-stream.ts'
import { eventually } from '#tests/support/eventually.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import type { SignedIn } from './caller.ts'
import { openChanges } from '../events/changes.ts'
import { openDatabase } from '../db/database.ts'
import sql from '../db/sql.ts'
import { liveUpdates } from './live-updates.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const schedule = (who: Person) =>
  who.schedule({ platform: 'threads', content: 'Hello', at: new Date(frogy.clock.now().getTime() + 3_600_000) })

/** Signs the same user in with another browser. */
async function inAnotherBrowser({ user, password }: Person): Promise<Person> {
  const other = frogy.visitor()
  await other.call('POST /api/login', { body: { email: user?.email ?? '', password } })
  return other
}

/** Reads the last event of a stream, at which the page redirects to sign-in, and the end of the stream. */
async function lastOf(stream: EventStream): Promise<unknown[]> {
  return [(await stream.next())?.type, await stream.next()]
}
const ITS_END = ['session.ended', undefined]

test('notifies all browsers of a user immediately of a changed item', async () => {
  const layla = await frogy.person()
  const phone = await inAnotherBrowser(layla)
  await using first = await listen(layla)
  await using second = await listen(phone)
  expect(first.headers.get('content-type')).toBe('text/event-stream')
  expect(first.headers.get('cache-control')).toBe('no-store')

  const post = await schedule(layla)
  for (const stream of [first, second]) expect(await stream.next()).toEqual({ type: 'post.changed', id: post.id })
  await phone.call('PATCH /api/posts/{id}', { params: { id: post.id }, body: { content: 'Better' } })
  expect(await first.next()).toEqual({ type: 'post.changed', id: post.id })
  await layla.call('DELETE /api/posts/{id}', { params: { id: post.id } })
  expect(await first.next()).toEqual({ type: 'post.changed', id: post.id })
})

test("sends events about changes of the user's accounts", async () => {
  const layla = await frogy.person()
  await using stream = await listen(layla)
  await layla.connect('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  expect(await stream.next()).toEqual({ type: 'account.changed', id: account?.id })
})

test("sends no events about other users' changes", async () => {
  const [layla, omar] = [await frogy.person(), await frogy.person()]
  await using stream = await listen(layla)
  await schedule(omar)
  await omar.connect('linkedin')
  const own = await schedule(layla)
  expect(await stream.next()).toEqual({ type: 'post.changed', id: own.id })
})

test('sends only the type and id of a changed item', async () => {
  const layla = await frogy.person()
  await using stream = await listen(layla)
  await schedule(layla)
  expect(Object.keys((await stream.next()) ?? {}).toSorted()).toEqual(['id', 'type'])
})

describe('changes between rendering and connecting', () => {
  /**
   * Opens a page, and returns the URL of its event stream. Repeats while a busy server sends the page without its mark,
   * the position in the event stream.
   */
  async function openPage(who: Person): Promise<string> {
    let query = ''
    await eventually(async () => {
      const html = await (await who.fetch('/settings')).text()
      const [, json = '{}'] = /id="first-answer">(.*?)<\/script>/.exec(html) ?? []
      const { mark } = JSON.parse(json) as { mark?: string }
      if (!mark) throw new Error('The page has no mark')
      query = `?after=${mark}`
    })
    return query
  }

  test("begins a page's event stream with the user's own events since the page was rendered", async () => {
    const [layla, omar] = [await frogy.person(), await frogy.person()]
    const [pages, others] = [await openPage(layla), await openPage(omar)]
    await layla.call('PATCH /api/user', { body: { theme: 'light' } })
    const post = await schedule(layla)
    const own = await schedule(omar)
    await using stream = await listen(layla, pages)
    expect(await stream.next()).toEqual({ type: 'user.changed', id: layla.user?.id })
    expect(await stream.next()).toEqual({ type: 'post.changed', id: post.id })
    await using othersStream = await listen(omar, others)
    expect(await othersStream.next()).toEqual({ type: 'post.changed', id: own.id })
    const last = await schedule(layla)
    expect(await stream.next()).toEqual({ type: 'post.changed', id: last.id })
  })

  test("sends an event of every type when the page's position in the event stream is unknown", async () => {
    const layla = await frogy.person()
    const unknown = [await listen(layla, '?after=18446744073709551615'), await listen(layla, '?after=')]
    for (const stream of unknown) {
      const types = ['post.changed', 'account.changed', 'notification', 'user.changed']
      for (const type of types) expect(await stream.next()).toEqual({ type, id: layla.user?.id })
      await stream[Symbol.asyncDispose]()
    }
  })
})

test('sends a publication event to open and reconnecting browsers, but not to those that must reload', async () => {
  const layla = await frogy.person('threads')
  await using open = await listen(layla)
  const before = await schedule(layla)
  // The event of the account that was just connected may still arrive first.
  let event
  do event = await open.next()
  while (event?.id !== before.id)
  const { lastEventId } = open
  const out = await layla.call('POST /api/posts', {
    body: { platform: 'threads', content: 'Out', status: 'published' },
  })
  const types = async (stream: EventStream) => {
    const found = []
    for (;;) {
      const event = await stream.next()
      if (event?.id === out.id) found.push(event.type)
      if (event?.type === 'post.published') return found
    }
  }
  const all = await types(open)
  expect(all.slice(-2)).toEqual(['post.changed', 'post.published'])
  await using again = await listen(layla, '?after=', lastEventId)
  expect(await types(again)).toEqual(all)

  await using unknown = await listen(layla, '', 'unknown')
  const last = await schedule(layla)
  const seen = []
  for (;;) {
    const event = await unknown.next()
    if (event?.id === last.id) break
    seen.push(event?.type)
  }
  expect(seen).not.toContain('post.published')
})

test('rejects an event stream without a session', async () => {
  await using stream = await listen(frogy.visitor())
  expect(stream.status).toBe(401)
})

test('ends only the event stream of the browser that signs out', async () => {
  const layla = await frogy.person()
  const phone = await inAnotherBrowser(layla)
  await using atHome = await listen(layla)
  await using onPhone = await listen(phone)
  await layla.call('POST /api/logout', {})
  expect(await lastOf(atHome)).toEqual(ITS_END)
  const post = await schedule(phone)
  expect(await onPhone.next()).toEqual({ type: 'post.changed', id: post.id })
})

test('ends an event stream when another browser ends its session or the password is reset', async () => {
  const layla = await frogy.person()
  const phone = await inAnotherBrowser(layla)
  await using atHome = await listen(layla)
  await using onPhone = await listen(phone)
  const other = (await layla.call('GET /api/sessions', {})).find(({ isCurrent }) => !isCurrent)
  await layla.call('DELETE /api/sessions/{id}', { params: { id: other?.id ?? '' } })
  expect(await lastOf(onPhone)).toEqual(ITS_END)

  const email = layla.user?.email ?? ''
  await frogy.visitor().call('POST /api/forgot-password', { body: { email } })
  const token = /token=([\w-]+)/.exec(await mailTo(frogy.dataDir, email))?.[1] ?? ''
  const body = { token, password: 'a new horse', confirmPassword: 'a new horse' }
  await frogy.visitor().call('POST /api/reset-password', { body })
  expect(await lastOf(atHome)).toEqual(ITS_END)
})

test.each([
  ['session', 'session.ended', ITS_END],
  ['membership', 'user.changed', [undefined, undefined]],
])('ends an event stream whose %s ends while the stream is being opened', async (_what, kind, end) => {
  await using place = await testDatabase()
  await using database = await openDatabase({ ...place, onError: console.error })
  await using changes = await openChanges(database)
  const [sessionId, user] = [crypto.randomUUID(), { id: crypto.randomUUID() }]
  const id = kind === 'session.ended' ? sessionId : user.id
  await using server = Fastify()
  liveUpdates(server, changes, async () => {
    const heard = changes.next(id, new AbortController().signal)
    await database.query(sql`select pg_notify('frogy', ${JSON.stringify({ event: '1', kind, id, userId: user.id })})`)
    await heard
    const workspace = { user: { id: crypto.randomUUID() }, suspensionReason: null }
    return { user, sessionId, workspace } as SignedIn & { postsVersion: number | null }
  })
  await using stream = await listen(new Person(await server.listen()))
  expect(await lastOf(stream)).toEqual(end)
})

test('answers HEAD for the event stream with the headers, and ends', async () => {
  const layla = await frogy.person()
  const response = await layla.fetch('/api/events', { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(await response.text()).toBe('')
  expect((await frogy.visitor().fetch('/api/events', { method: 'HEAD' })).status).toBe(401)
})

test('keeps the newest ten event streams of a user, and delays the reconnection of an evicted one', async () => {
  const [layla, omar] = [await frogy.person(), await frogy.person()]
  await using others = await listen(omar)
  const oldest = await layla.fetch('/api/events')
  await using second = await listen(layla)
  const more = []
  for (let n = 0; n < 9; n++) more.push(await listen(layla))
  expect(await oldest.text()).toMatch(/retry: 60000\n\n$/)

  const post = await schedule(layla)
  for (const stream of [second, ...more]) expect(await stream.next()).toEqual({ type: 'post.changed', id: post.id })
  const own = await schedule(omar)
  expect(await others.next()).toEqual({ type: 'post.changed', id: own.id })
  for (const stream of more) await stream[Symbol.asyncDispose]()
})

test('ends the event streams at shutdown without delay', async () => {
  const own = await startFrogy()
  const layla = await own.person()
  await using stream = await listen(layla)
  const stopped = own[Symbol.asyncDispose]()
  expect(await stream.next()).toBeUndefined()
  await stopped
})
