import { expect, LOCALES, signIn, test, texts } from './journey.ts'

for (const language of ['en', 'ar'] as const) {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })

    test(`a day is opened in the calendar, given a post, and its post is moved and deleted there, by keyboard (${language})`, async ({
      page,
      site,
    }) => {
      const say = await texts(language)
      const layla = await signIn(page, site, language, 'linkedin', 'threads')
      await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
      await page.goto(`${site.url}/schedule`)
      const today = page.locator('[data-day][aria-current=date]')
      // The first day of a week stands where reading begins.
      const [first, second] = [page.locator('[data-day]').nth(0), page.locator('[data-day]').nth(1)]
      const [x, next] = [(await first.boundingBox())?.x ?? 0, (await second.boundingBox())?.x ?? 0]
      expect(language === 'ar' ? x > next : x < next).toBe(true)

      await page.getByRole('button', { name: say('calendar.next.month') }).press('Enter')
      await expect(today).toHaveCount(0)
      // The middle of the month belongs to it whatever its first weekday.
      const day = page.locator('[data-day]').nth(15)
      const date = (await day.getAttribute('data-day')) ?? ''
      await day.press('Enter')
      const dialog = page.getByRole('dialog').last()
      await expect(dialog.getByText(say('calendar.empty'))).toBeVisible()
      await dialog.getByRole('button', { name: say('calendar.addToDay') }).press('Enter')

      const adding = page.getByRole('dialog', { name: say('calendar.add') })
      const submit = adding.getByRole('button', { name: say('calendar.submit') })
      await expect(submit).toBeDisabled()
      await adding.getByLabel(say('calendar.content')).fill('Four signatures off one form')
      await expect(submit).toBeDisabled()
      for (const name of ['LinkedIn', 'Threads']) await adding.getByLabel(name, { exact: true }).press('Space')
      await submit.press('Enter')
      await expect(page.getByText(say('calendar.scheduled'))).toBeVisible()
      const posts = await layla.call('GET /api/posts/scheduled', {})
      expect(posts.map(({ scheduledAt }) => scheduledAt)).toEqual([`${date}T06:00:00.000Z`, `${date}T06:00:00.000Z`])

      await expect(dialog.getByRole('listitem')).toHaveCount(2)
      await expect(day).toContainText(language === 'ar' ? /منشوران/ : /2 posts/)
      const remove = dialog.getByRole('button', { name: say('posts.delete') }).first()
      await remove.press('Enter')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('posts.delete') })
        .press('Enter')
      await expect(dialog.getByRole('listitem')).toHaveCount(1)
      await dialog.getByRole('button', { name: say('posts.reschedule') }).press('Enter')
      const moving = page.getByRole('dialog').last()
      await moving.getByLabel(say('posts.schedule.time')).fill('21:15')
      await moving.getByRole('button', { name: say('posts.reschedule') }).press('Enter')
      await expect(moving.getByLabel(say('posts.schedule.time'))).toHaveCount(0)
      const [moved] = await layla.call('GET /api/posts/scheduled', {})
      expect(moved?.scheduledAt).toBe(`${date}T18:15:00.000Z`)
      await expect(dialog.getByRole('button', { name: say('posts.reschedule') })).toBeFocused()
      await dialog.getByRole('button', { name: say('app.close') }).press('Enter')
      await expect(day).toBeFocused()

      await page.getByLabel(say('calendar.platform')).selectOption('twitter')
      await expect(page.getByRole('button', { name: say('calendar.showAll') })).toBeVisible()
      await expect(day).toContainText(language === 'ar' ? /لا منشورات/ : /no posts/)
    })
  })
}

test('a calendar that could not be read does not say that there are no posts', async ({ page, site }) => {
  const say = await texts('en')
  await signIn(page, site, 'en')
  await page.route('**/api/posts/calendar*', (route) => route.abort())
  await page.goto(`${site.url}/schedule`)
  await expect(page.getByRole('button', { name: say('app.unreachable.retry') })).toBeVisible()
  await expect(page.getByText(/no posts/i)).toHaveCount(0)
  await page.unroute('**/api/posts/calendar*')
  await page.getByRole('button', { name: say('app.unreachable.retry') }).click()
  await expect(page.locator('output').getByText(/no posts/i)).toBeVisible()
})
