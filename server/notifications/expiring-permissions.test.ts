import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notification } from '#core/notifications/contract.ts'
import { eventually } from '#tests/support/eventually.ts'
import { mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { emailOf, waitForAllMails, mailsTo, notificationsOf } from '#tests/support/notification-fixtures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const endings = async (person: Person): Promise<Notification[]> =>
  (await notificationsOf(person)).items.filter(({ kind }) => kind === 'ending')

test('notifies once of an account permission that expires within a week and cannot be renewed', async () => {
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const endsAt = new Date(account?.expiresAt ?? '')
  await layla.schedule({ platform: 'linkedin', content: 'After that', at: new Date(endsAt.getTime() + HOUR_MS) })
  for (const days of [35, 15, 8]) {
    frogy.clock.advanceTo(new Date(endsAt.getTime() - days * DAY_MS))
    // Use the session now and then, so that it does not expire.
    await layla.call('GET /api/user', {})
  }
  await waitForAllMails(frogy)
  expect((await endings(layla)).length).toBe(0)

  frogy.clock.advance(2 * DAY_MS + HOUR_MS)
  await eventually(async () =>
    expect(await endings(layla)).toMatchObject([{ accountId: account?.id, action: 'reconnect' }]),
  )
  expect((await endings(layla))[0]?.text).toBe('Its permission expires in 5 days. 1 post is scheduled after that.')
  await mailTo(frogy.dataDir, emailOf(layla))
  await layla.call('POST /api/notifications/read', { body: {} })
  frogy.clock.advance(2 * HOUR_MS)
  await waitForAllMails(frogy)
  expect(await endings(layla)).toMatchObject([{ isRead: true }])
  await layla.connect('linkedin')
  expect(await endings(layla)).toMatchObject([{ action: null }])
})

test('never repeats a notification about an expiring permission', async () => {
  const layla = await frogy.person('linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const endsAt = new Date(account?.expiresAt ?? '')
  const goneBy = async (days: number) => {
    frogy.clock.advanceTo(new Date(endsAt.getTime() + days * DAY_MS))
    await layla.call('POST /api/login', { body: { email: emailOf(layla), password: layla.password } })
    await waitForAllMails(frogy)
  }
  await goneBy(-5)
  await eventually(async () => expect(await endings(layla)).toHaveLength(1))
  await layla.call('POST /api/notifications/read', { body: {} })
  await goneBy(80)
  expect(await endings(layla)).toMatchObject([{ isRead: true }])
  // Frogy deletes the old notification, which was read, and does not create it again.
  for (const days of [86, 87, 200]) {
    await goneBy(days)
    expect(await endings(layla)).toEqual([])
  }
  expect(mailsTo(frogy, layla)).toHaveLength(1)
})
