import { expect, forBoth, LOCALES, expectAccessible, signIn, test, translator } from './browser-test.ts'

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh' })

    test(`sets weekly time slots in the time picker and schedules into the next free one (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const time = language === 'ar' ? '٢٣:٤٥' : '23:45'
      const layla = await signIn(page, site, language, 'threads')
      const soon = new Date(site.clock.now().getTime() + 3_600_000)
      const post = await layla.schedule({ platform: 'threads', content: 'The one that moves', at: soon })
      await page.goto(site.url)
      await page.getByRole('button', { name: t('posts.reschedule') }).click()
      const dialog = page.getByRole('dialog').last()
      await expect(dialog.getByRole('radio')).toHaveCount(0)
      await dialog.getByRole('button', { name: t('picker.slots.set') }).press('Enter')

      // The user enters one time for all seven days by keyboard.
      await dialog.locator('li button[aria-expanded]').first().press('Enter')
      await page.keyboard.type(time.replace(':', ''))
      const panel = dialog.getByRole('region')
      for (const day of await panel.getByRole('checkbox').all()) await day.check()
      await panel.getByRole('button', { name: t('slots.addTime') }).press('Enter')
      await expect(dialog.getByText(time, { exact: true })).toHaveCount(7)
      await expectAccessible(page)
      // Escape asks before it discards the new slots.
      await page.keyboard.press('Escape')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('app.cancel') })
        .click()
      // Another device changes the slots. The dialog must report this before overwriting the change.
      const heard = page.waitForResponse(
        (response) => response.url().endsWith('/api/slots') && response.request().method() === 'GET',
      )
      await layla.call('PATCH /api/slots', { body: { weekendOf: 'EG' } })
      await heard
      const save = dialog.getByRole('button', { name: t('slots.save') })
      await save.click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      expect((await layla.call('GET /api/slots', {})).weekendOf).toBe('EG')
      await save.click()

      const slots = dialog.getByRole('radio')
      await expect(slots).toHaveCount(4)
      await expectAccessible(page)
      // The post keeps its current time until the user chooses another slot.
      await expect(slots.last()).toBeChecked()
      const submit = dialog.getByRole('button', { name: t('posts.reschedule') })
      await expect(submit).toBeDisabled()
      await slots.first().check()
      await submit.click()
      await expect(dialog).toBeHidden()
      const [taken] = await layla.call('GET /api/slots/free', {
        query: { platforms: 'twitter', timeZone: 'Asia/Riyadh' },
      })
      await expect.poll(async () => (await layla.read(post)).scheduledAt).toBe(taken?.at)
    })
  })
})

test('scrolls a dialog so that its title and buttons never cover the focused control', async ({ page, site }) => {
  const t = await translator('en')
  await page.setViewportSize({ width: 320, height: 640 })
  const layla = await signIn(page, site, 'en', 'threads')
  const at = new Date(site.clock.now().getTime() + 3_600_000)
  await layla.schedule({ platform: 'threads', content: 'The one that moves', at })
  const week = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, time: '08:30', platform: null }))
  await layla.call('PATCH /api/slots', { body: { week } })
  await page.goto(site.url)
  await page.getByRole('button', { name: t('posts.reschedule') }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('button', { name: t('picker.slots.change') }).click()
  await dialog.getByRole('button', { name: t('slots.save') }).waitFor()
  /** The focused control, and whether a bar that stays in place covers a part of it. */
  const focused = () =>
    dialog.evaluate((panel) => {
      const one = document.activeElement ?? document.body
      const bars = [...panel.querySelectorAll('*')].filter((bar) => getComputedStyle(bar).position === 'sticky')
      const box = one.getBoundingClientRect()
      const isCovered = bars.some((bar) => {
        const { top, bottom } = bar.getBoundingClientRect()
        return !bar.contains(one) && box.bottom > top + 1 && box.top < bottom - 1
      })
      return { name: one.getAttribute('aria-label') ?? one.textContent, isCovered, isInside: panel.contains(one) }
    })
  for (const key of ['Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press(key)
      expect(await focused(), `${key} ${presses}`).toMatchObject({ isCovered: false, isInside: true })
    }
})
