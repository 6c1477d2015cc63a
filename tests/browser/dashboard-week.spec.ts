import { dayAfter } from '#core/posts/calendar.ts'
import { wallClock } from '#core/time-zone.ts'
import { pictureFile, uploadForm } from '../support/pictures.ts'
import {
  expect,
  expectAccessible,
  forBoth,
  keepToasts,
  LOCALES,
  screenshot,
  signIn,
  test,
  translator,
  within,
} from './browser-test.ts'

const ZONE = 'Asia/Riyadh'

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: ZONE, viewport: { width: 1280, height: 900 } })

    test(`shows posts and free times of the week from yesterday, and schedules a draft into a free time by mouse and by menu (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await layla.call('PATCH /api/user', { body: { timeZone: ZONE } })
      const today = wallClock(site.clock.now(), ZONE).date
      const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00', platform: null }))
      await layla.call('PATCH /api/slots', { body: { week } })
      const form = uploadForm(['pond.png', new Uint8Array(await pictureFile('png'))])
      const [image] = (await layla.call('POST /api/images/upload', { form })).media.images
      await layla.call('POST /api/posts', {
        body: {
          platform: 'linkedin',
          content: 'With a picture',
          status: 'scheduled',
          scheduledAt: `${dayAfter(today, 2)}T06:00:00Z`,
          media: { images: [image?.id ?? ''], videos: [] },
        },
      })
      const draft = async (content: string) =>
        await layla.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'draft' } })
      const [dragged, sent] = [await draft('Dragged there'), await draft('Sent there')]

      await page.goto(site.url)
      const column = (days: number) =>
        page.locator('main ol > li').filter({ has: page.locator(`[data-day="${dayAfter(today, days)}"]`) })
      const free = (days: number) => column(days).getByRole('link', { name: within(t('calendar.free')) })
      await expect(page.locator('[data-day]').first()).toHaveAttribute('data-day', dayAfter(today, -1))
      await expect(column(2).locator('img')).toHaveJSProperty('complete', true)
      await expect.poll(async () => (await column(2).locator('img').first().boundingBox())?.height).toBe(56)
      await expect(free(-1)).toHaveCount(0)
      await expect(free(2)).toHaveCount(0)
      await expect.poll(async () => (await free(3).boundingBox())?.height).toBe(64)
      await expectAccessible(page)

      // Move the pointer first, because that loads the code for dragging.
      await page.mouse.move(5, 5)
      await page.mouse.move(9, 9)
      const grip = page.getByRole('button', { name: t('calendar.move.toDay', { opening: 'Dragged there' }) })
      await grip.hover()
      const [start, end] = [await grip.boundingBox(), await free(3).boundingBox()]
      if (!start || !end) throw new Error('Nothing to drag, or nowhere')
      await page.mouse.down()
      await page.mouse.move(start.x + 20, start.y - 20)
      await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 })
      await screenshot(page, `dashboard-drag-${language}`)
      // Wait until the calendar marks the day under the pointer.
      await expect(column(3).locator('[class*=rounded-card][class*=inset-ring-2]')).toBeVisible()
      await keepToasts(page)
      await page.mouse.up()
      await expect(column(3).getByText('Dragged there')).toBeVisible()
      expect((await layla.read(dragged)).scheduledAt).toBe(`${dayAfter(today, 3)}T06:00:00.000Z`)
      await page.getByRole('button', { name: t('posts.drafts.undo') }).click()
      await expect(grip).toBeVisible()
      await expect(free(3)).toBeVisible()
      expect((await layla.read(dragged)).status).toBe('draft')

      // By keyboard, the draft's menu also schedules the draft into a free time.
      await page.getByRole('button', { name: t('posts.drafts.moreOf', { opening: 'Sent there' }) }).press('Enter')
      const items = page.getByRole('menu').getByRole('menuitem')
      // Choose the last free time, because the first ones depend on the current hour. The menu's last entry is for any
      // other time.
      await items.first().waitFor()
      await items.nth((await items.count()) - 2).press('Enter')
      await expect(column(5).getByText('Sent there')).toBeVisible()
      expect((await layla.read(sent)).scheduledAt).toBe(`${dayAfter(today, 5)}T06:00:00.000Z`)

      await free(4).click()
      await expect(page).toHaveURL(new RegExp(`/create\\?at=${dayAfter(today, 4)}T06`))
    })

    test(`stacks the days of the week on a phone, and opens the composer with the free time that the user pressed (${language})`, async ({
      page,
      site,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await layla.call('PATCH /api/user', { body: { timeZone: ZONE } })
      const tomorrow = dayAfter(wallClock(site.clock.now(), ZONE).date)
      const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00', platform: null }))
      await layla.call('PATCH /api/slots', { body: { week } })
      await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: 'Four', status: 'draft' } })
      await page.goto(site.url)
      const column = page.locator('main ol > li').filter({ has: page.locator(`[data-day="${tomorrow}"]`) })
      const free = column.getByRole('link', { name: within(t('calendar.free')) })
      await expect.poll(async () => (await free.boundingBox())?.height).toBe(48)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await screenshot(page, `dashboard-week-phone-${language}`, { fullPage: true })
      await expectAccessible(page)
      await free.click()
      await expect(page.getByRole('button', { name: t('composer.wantedTime.clear') })).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`\\?at=${tomorrow}T06`))
    })
  })
})
