import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#tests/support/event-stream.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import {
  emailOf,
  waitForAllMails,
  mailsTo,
  nextNotification,
  notificationsOf,
  revokeThreads,
  userWithRevokedAccount,
} from '#tests/support/notification-fixtures.ts'

// A network no longer accepts an account. The user gets one notification, and can publish the blocked posts later.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

test('sends one notification and one mail for a lost account with many blocked posts', async () => {
  const layla = await userWithRevokedAccount(frogy)
  const at = later(frogy, HOUR_MS)
  const posts = []
  for (let n = 0; n < 12; n++) posts.push(await layla.schedule({ platform: 'threads', content: `Coming ${n}`, at }))
  for (let n = 0; n < 3; n++)
    await layla.schedule({ platform: 'threads', content: `Tomorrow ${n}`, at: later(frogy, DAY_MS) })
  frogy.clock.advanceTo(at)
  for (const post of posts) expect((await layla.decided(post)).failure?.code).toBe('reconnect')

  const { unread, items } = await notificationsOf(layla)
  expect(unread).toBe(1)
  expect(items).toMatchObject([{ kind: 'reconnect', action: 'reconnect', count: 12 }])
  expect(items[0]?.text).toMatch(/12 posts were not published\. 3 scheduled posts are at risk\.$/)
  const mail = await mailTo(frogy.dataDir, emailOf(layla))
  expect(mail).toContain('/social-accounts')
  frogy.clock.advance(2 * HOUR_MS)
  // A second blocked post adds no notification or mail, even after the user has read the first notification.
  await layla.call('POST /api/notifications/read', { body: {} })
  const one = await layla.schedule({ platform: 'threads', content: 'One more', at: frogy.clock.now() })
  await layla.decided(one)
  expect((await notificationsOf(layla)).items).toMatchObject([{ kind: 'reconnect', count: 13, isRead: false }])
  await waitForAllMails(frogy)
  expect(mailsTo(frogy, layla)).toHaveLength(1)
})

test('publishes scheduled posts after the account is reconnected, and offers to publish failed ones', async () => {
  const layla = await userWithRevokedAccount(frogy)
  const failed = await layla.call('POST /api/posts', {
    body: { platform: 'threads', content: 'Too early', status: 'published' },
  })
  const waiting = await layla.schedule({ platform: 'threads', content: 'In time', at: later(frogy, HOUR_MS) })
  await layla.connect('threads')
  expect((await notificationsOf(layla)).items).toMatchObject([
    {
      kind: 'reconnect',
      action: 'post_again',
      posts: [{ id: failed.id }],
      text: '1 post was not published in the meantime.',
    },
  ])
  frogy.clock.advance(HOUR_MS)
  expect((await layla.decided(waiting)).status).toBe('published')
  await layla.call('POST /api/posts/{id}/publish', { params: { id: failed.id } })
  expect(await notificationsOf(layla)).toMatchObject({ unread: 0, items: [{ action: null }] })
})

test('offers to publish all failed posts of a reconnected account together, earliest first', async () => {
  const layla = await userWithRevokedAccount(frogy)
  const at = (minutes: number) => later(frogy, minutes * MINUTE_MS)
  const last = await layla.schedule({ platform: 'threads', content: 'Third', at: at(3) })
  const first = await layla.schedule({ platform: 'threads', content: 'First', at: at(1) })
  const second = await layla.schedule({ platform: 'threads', content: 'Second', at: at(2) })
  frogy.clock.advance(3 * MINUTE_MS)
  for (const post of [first, second, last]) await layla.decided(post)
  await layla.connect('threads')

  const [restored] = (await notificationsOf(layla)).items
  expect(restored).toMatchObject({ kind: 'reconnect', action: 'post_all', count: 3 })
  const params = { id: restored?.id ?? '' }
  const waiting = await layla.call('GET /api/notifications/{id}/posts', { params })
  expect(waiting.map(({ content }) => content)).toEqual(['First', 'Second', 'Third'])

  await layla.call('POST /api/posts/{id}/publish', { params: { id: second.id } })
  const left = await layla.call('GET /api/notifications/{id}/posts', { params })
  expect(left.map(({ id }) => id)).toEqual([first.id, last.id])
  const omar = await frogy.person()
  expect(await omar.ask('GET /api/notifications/{id}/posts', { params })).toMatchObject({ status: 404 })
})

test('notifies again when an account is lost a second time', async () => {
  const layla = await userWithRevokedAccount(frogy)
  const lose = (content: string) =>
    layla.call('POST /api/posts', { body: { platform: 'threads', content, status: 'published' } })
  await lose('First')
  await mailTo(frogy.dataDir, emailOf(layla))
  await layla.connect('threads')
  await layla.call('POST /api/notifications/read', { body: {} })
  await revokeThreads(frogy)
  await lose('Second')
  expect(await notificationsOf(layla)).toMatchObject({ unread: 1, items: [{ kind: 'reconnect', action: 'reconnect' }] })
  frogy.clock.advance(11 * MINUTE_MS)
  await mailTo(frogy.dataDir, emailOf(layla), 2)
})

test('updates an open page when the user reads a notification or reconnects the account in another page', async () => {
  const layla = await userWithRevokedAccount(frogy)
  await layla.call('POST /api/posts', { body: { platform: 'threads', content: 'Held up', status: 'published' } })
  const [lost] = (await notificationsOf(layla)).items
  await using stream = await listen(layla)
  await layla.call('POST /api/notifications/read', { body: {} })
  expect(await nextNotification(stream)).toEqual({ type: 'notification', id: lost?.id })
  await layla.connect('threads')
  expect(await nextNotification(stream)).toEqual({ type: 'notification', id: lost?.id })
})

test('offers to publish a failed post only after its own account is reconnected', async () => {
  const layla = await frogy.person('linkedin')
  const [own] = await layla.call('GET /api/social-accounts', {})
  await layla.connect('linkedin', 'fR8omar5Qt')
  const post = await layla.schedule({ platform: 'linkedin', content: 'From one of two', at: later(frogy, HOUR_MS) })
  await layla.call('DELETE /api/social-accounts/{id}', { params: { id: own?.id ?? '' } })
  frogy.clock.advance(HOUR_MS + 1_000)
  expect((await layla.decided(post)).status).toBe('failed')
  expect((await notificationsOf(layla)).items).toMatchObject([{ kind: 'failed', action: 'connect' }])
  await layla.connect('linkedin')
  expect((await notificationsOf(layla)).items).toMatchObject([{ action: 'post_again' }])
})
