import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTLE_MS } from '#core/publishing/sending-times.ts'
import { listen } from '#tests/support/event-stream.ts'
import { eventually } from '#tests/support/eventually.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { later, untilLastAttempt } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import {
  emailOf,
  waitForAllMails,
  mailsTo,
  nextNotification,
  notificationsOf,
  createRefusedPosts,
  repeatedText,
  userWithPublishedPost,
} from '#tests/support/notification-fixtures.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

test('notifies of a failed post and offers the next step', async () => {
  const layla = await userWithPublishedPost(frogy)
  expect(await notificationsOf(layla)).toEqual({ unread: 0, items: [] })
  await using stream = await listen(layla)
  const [id] = await createRefusedPosts(layla, 1)
  const event = await nextNotification(stream)

  const { unread, items } = await notificationsOf(layla)
  expect(unread).toBe(1)
  expect(items).toMatchObject([
    {
      id: event?.id,
      kind: 'failed',
      platform: 'twitter',
      title: 'A post on X was not published',
      text: expect.stringContaining('rejected it as a duplicate') as string,
      count: 1,
      posts: [{ id, revision: 1, excerpt: repeatedText(layla) }],
      isRead: false,
      action: 'review',
    },
  ])

  // A resolved notification sends an event too, so that open pages reload the list.
  await layla.call('DELETE /api/posts/{id}', { params: { id: id ?? '' } })
  expect(await nextNotification(stream)).toBeDefined()
  expect(await notificationsOf(layla)).toEqual({ unread: 0, items: [] })
})

test('groups posts of one account that fail for the same reason in one notification and at most two mails', async () => {
  const layla = await userWithPublishedPost(frogy)
  await createRefusedPosts(layla, 1)
  await mailTo(frogy.dataDir, emailOf(layla))
  await createRefusedPosts(layla, 6)
  expect((await notificationsOf(layla)).items).toMatchObject([{ count: 7, title: '7 posts on X were not published' }])
  expect(mailsTo(frogy, layla)).toHaveLength(1)

  frogy.clock.advance(10 * MINUTE_MS)
  const joined = await mailTo(frogy.dataDir, emailOf(layla), 2)
  expect(joined).toContain('Subject: X: 6 posts need your attention')
  expect(joined).toContain('and 1 more')
})

test('creates a separate notification for each kind of trouble and each reason', async () => {
  const layla = await userWithPublishedPost(frogy)
  await layla.connect('linkedin')
  await createRefusedPosts(layla, 1)
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
  const lost = await layla.schedule({ platform: 'linkedin', content: 'Is it live?', at: frogy.clock.now() })
  await untilLastAttempt(layla, lost, 'unknown')
  frogy.clock.advance(SETTLE_MS)
  expect((await layla.decided(lost)).status).toBe('unconfirmed')
  await layla.schedule({ platform: 'linkedin', content: 'Too late', at: later(frogy, HOUR_MS) })
  frogy.clock.advance(3 * HOUR_MS)
  await eventually(async () =>
    expect((await notificationsOf(layla)).items.map(({ kind, action }) => [kind, action])).toEqual([
      ['missed', 'post_again'],
      ['unconfirmed', 'answer'],
      ['failed', 'review'],
    ]),
  )
  expect((await notificationsOf(layla)).items[1]?.posts).toEqual([{ id: lost.id, revision: 1, excerpt: 'Is it live?' }])
  const mail = await mailTo(frogy.dataDir, emailOf(layla), 3)
  expect(mailsTo(frogy, layla).join()).toContain(`/unconfirmed/${lost.id}`)
  expect(mail).toContain('Subject: LinkedIn: a post needs your attention')
})

test('offers to publish a failed post again after the user has reactivated its account', async () => {
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const switched = (isActive: boolean) =>
    layla.call('PATCH /api/social-accounts/{id}', { params: { id: account?.id ?? '' }, body: { isActive } })
  const post = await layla.schedule({ platform: 'linkedin', content: 'Switched off', at: later(frogy, MINUTE_MS) })
  await switched(false)
  frogy.clock.advance(MINUTE_MS)
  expect((await layla.decided(post)).failure?.code).toBe('account_inactive')
  expect((await notificationsOf(layla)).items).toMatchObject([{ action: 'activate' }])
  await switched(true)
  expect((await notificationsOf(layla)).items).toMatchObject([
    {
      action: 'post_again',
      posts: [{ id: post.id }],
      text: 'The account works again. The post has not been published yet.',
    },
  ])
})

test('excludes resolved notifications from the count and from mails', async () => {
  const layla = await userWithPublishedPost(frogy)
  const [first = ''] = await createRefusedPosts(layla, 1)
  await mailTo(frogy.dataDir, emailOf(layla))
  const [second = ''] = await createRefusedPosts(layla, 1)
  await layla.call('DELETE /api/posts/{id}', { params: { id: second } })
  await layla.call('PATCH /api/posts/{id}', { params: { id: first }, body: { content: 'New words' } })
  await layla.call('POST /api/posts/{id}/publish', { params: { id: first } })
  expect(await notificationsOf(layla)).toMatchObject({ unread: 0, items: [{ count: 1, action: null }] })
  frogy.clock.advance(11 * MINUTE_MS)
  await waitForAllMails(frogy)
  expect(mailsTo(frogy, layla)).toHaveLength(1)
})

test('marks a notification as read in every browser, and as unread after a later event', async () => {
  const layla = await userWithPublishedPost(frogy)
  await createRefusedPosts(layla, 2)
  const [read] = (await notificationsOf(layla)).items
  await layla.call('POST /api/notifications/read', { body: { ids: [read?.id ?? ''] } })
  expect(await notificationsOf(layla)).toMatchObject({ unread: 0, items: [{ isRead: true, count: 2 }] })
  await createRefusedPosts(layla, 1)
  expect(await notificationsOf(layla)).toMatchObject({
    unread: 1,
    items: [{ count: 1, isRead: false }, { isRead: true }],
  })
})

test("shows notifications only to their user, in the user's language", async () => {
  const [layla, omar] = [await userWithPublishedPost(frogy), await frogy.person()]
  await createRefusedPosts(layla, 3)
  const [own] = (await notificationsOf(layla)).items
  await omar.call('POST /api/notifications/read', { body: { ids: [own?.id ?? ''] } })
  expect(await notificationsOf(omar)).toEqual({ unread: 0, items: [] })
  expect((await notificationsOf(layla)).unread).toBe(1)
  expect((await frogy.visitor().ask('GET /api/notifications', {})).status).toBe(401)
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  expect((await notificationsOf(layla)).items[0]?.title).toBe('تعذّر نشر ٣ منشورات على X')
})
