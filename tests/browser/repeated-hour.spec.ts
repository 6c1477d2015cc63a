import { wallClock } from '#core/time-zone.ts'
import { expect, signIn, test, translator } from './browser-test.ts'

const ZONE = 'Australia/Lord_Howe'
const HOUR_MS = 3_600_000

test.use({ locale: 'en-US', timezoneId: ZONE })

test("keeps a post's time in the hour that daylight saving repeats when the dialog is saved unchanged", async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'threads')
  await layla.call('PATCH /api/user', { body: { timeZone: ZONE } })
  const at = secondOfTwo(new Date())
  const post = await layla.schedule({ platform: 'threads', content: 'At a quarter to two, the second one', at })
  await page.goto(site.url)
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: t('posts.reschedule') }).click()
  await expect(dialog.getByText('At a quarter to two, the second one').first()).toBeVisible()
  await expect(dialog.getByText(t('picker.second', { chosen: '1:45' }))).toBeVisible()
  // The dialog keeps the post in the second occurrence of the repeated hour.
  await expect(dialog.getByRole('button', { name: t('posts.reschedule') })).toBeDisabled()
  await dialog.getByRole('button', { name: t('app.cancel') }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: t('posts.edit') }).click()
  await dialog.getByLabel(t('posts.editing.content')).fill('Another text at the same time')
  await dialog.getByRole('button', { name: t('posts.save') }).click()
  await expect(dialog).toBeHidden()
  expect(await layla.read(post)).toMatchObject({
    content: 'Another text at the same time',
    scheduledAt: at.toISOString(),
  })

  // Moving the post by ten minutes on the clock moves it by ten minutes of real time.
  await page.getByRole('button', { name: t('posts.reschedule') }).click()
  await dialog.getByLabel(t('posts.schedule.time')).fill('01:55')
  await dialog.getByRole('button', { name: t('posts.reschedule') }).click()
  await expect(dialog).toBeHidden()
  expect((await layla.read(post)).scheduledAt).toBe(new Date(at.getTime() + 600_000).toISOString())
})

/** The next second occurrence of 01:45 on Lord Howe Island, where clocks go back from 02:00 to 01:30. */
function secondOfTwo(now: Date): Date {
  for (let hour = Math.ceil(now.getTime() / HOUR_MS) + 1; ; hour++) {
    const at = new Date(hour * HOUR_MS + HOUR_MS / 4)
    const before = new Date(at.getTime() - HOUR_MS / 2)
    if (wallClock(at, ZONE).time === '01:45' && wallClock(before, ZONE).time === '01:45') return at
  }
}
