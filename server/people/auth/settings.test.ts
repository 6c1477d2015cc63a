import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#tests/support/event-stream.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import {
  waitForAllMails,
  mailsTo,
  notificationsOf,
  createRefusedPosts,
  userWithPublishedPost,
} from '#tests/support/notification-fixtures.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

test.each([
  ['theme', ['dark', 'system', 'light', null], ['blue', true]],
  ['numerals', ['latn', 'arab', null], ['deva', 1]],
  ['hijriDates', [true, false], [null, 'on']],
  ['defaultPlatforms', [['twitter', 'threads'], []], [['myspace'], 'linkedin', null]],
  ['mailed', [['published'], [], ['trouble', 'account', 'published']], [['jobs'], null]],
] as const)(
  'stores valid values of the setting %s, rejects invalid ones, and changes no other setting',
  async (name, values, wrong) => {
    const layla = await frogy.person()
    for (const value of values) {
      const changed = await layla.call('PATCH /api/user', { body: { [name]: value } })
      expect(changed).toEqual({ ...layla.user, [name]: value })
      expect(await layla.call('GET /api/user', {})).toEqual(changed)
    }
    for (const value of wrong) {
      const { status, body } = await layla.ask('PATCH /api/user', { body: { [name]: value } })
      expect([status, body.issues?.[0]?.path.split('.')[0]]).toEqual([422, name])
    }
  },
)

test('removes duplicate default platforms and sorts the others', async () => {
  const layla = await frogy.person()
  const body = { defaultPlatforms: ['threads', 'linkedin', 'threads'] as const }
  expect(await layla.call('PATCH /api/user', { body: { defaultPlatforms: [...body.defaultPlatforms] } })).toMatchObject(
    {
      defaultPlatforms: ['linkedin', 'threads'],
    },
  )
})

test('notifies all browsers of a user about a changed setting, but not those of other users', async () => {
  const layla = await frogy.person()
  const phone = frogy.visitor()
  await phone.signIn(layla.user?.email ?? '')
  const omar = await frogy.person()
  await using heard = await listen(phone)
  await using others = await listen(omar)
  await layla.call('PATCH /api/user', { body: {} })
  await layla.call('PATCH /api/user', { body: { hijriDates: true } })
  expect(await heard.next()).toEqual({ type: 'user.changed', id: layla.user?.id })
  expect((await phone.call('GET /api/user', {})).hijriDates).toBe(true)
  await omar.call('PATCH /api/user', { body: { theme: 'dark' } })
  expect(await others.next()).toEqual({ type: 'user.changed', id: omar.user?.id })
})

test('formats numbers in notifications with the digits that the user chose', async () => {
  const layla = await userWithPublishedPost(frogy)
  await createRefusedPosts(layla, 3)
  const title = async () => (await notificationsOf(layla)).items[0]?.title
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  expect(await title()).toBe('تعذّر نشر ٣ منشورات على X')
  await layla.call('PATCH /api/user', { body: { numerals: 'latn' } })
  expect(await title()).toBe('تعذّر نشر 3 منشورات على X')
  // If the user has not chosen digits, the time zone determines them.
  await layla.call('PATCH /api/user', { body: { numerals: null, timeZone: 'Africa/Casablanca' } })
  expect(await title()).toBe('تعذّر نشر 3 منشورات على X')
  await layla.call('PATCH /api/user', { body: { numerals: 'arab' } })
  expect(await title()).toBe('تعذّر نشر ٣ منشورات على X')
})

test('sends no mail about failed posts to a user who turned it off, but notifies in the app', async () => {
  const layla = await userWithPublishedPost(frogy)
  await layla.call('PATCH /api/user', { body: { mailed: ['account'] } })
  await createRefusedPosts(layla, 1)
  await waitForAllMails(frogy)
  expect(mailsTo(frogy, layla)).toEqual([])
  expect(await notificationsOf(layla)).toMatchObject({ unread: 1 })
})
