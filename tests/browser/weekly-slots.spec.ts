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
