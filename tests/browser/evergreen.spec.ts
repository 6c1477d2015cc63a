import { expect, expectAccessible, forBoth, LOCALES, signIn, test, translator } from './browser-test.ts'

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh', viewport: { width: 1280, height: 900 } })

    test(`fills free weekly times with an evergreen post (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00', platform: null }))
      await layla.call('PATCH /api/slots', { body: { week } })
      const { id } = await layla.call('POST /api/posts', {
        body: { platform: 'linkedin', content: 'Four names', status: 'published' },
      })
      await layla.until({ id }, ({ status }) => status === 'published')

      await page.goto(`${site.url}/schedule`)
      // A calendar without evergreen posts says so, and offers no button that would add none.
      await page.getByRole('button', { name: t('planning.evergreen.title') }).click()
      const dialog = page.getByRole('dialog', { name: t('planning.evergreen.title') })
      const fill = new RegExp(t('planning.evergreen.fill').source.split(String.raw` \{`)[0] ?? '-')
      await expect(dialog.getByText(t('planning.evergreen.empty'))).toBeVisible()
      await expect(dialog.getByRole('button', { name: fill })).toHaveCount(0)
      await expectAccessible(page)
      // Its button opens the next day with posts, where the menu of a post makes it evergreen.
      await dialog.getByRole('button', { name: t('planning.evergreen.choosePost') }).click()
      await expect(dialog).toHaveCount(0)

      const pause = page.getByRole('dialog', { name: t('planning.evergreen.item') })
      const openPause = async () => {
        await page.getByRole('button', { name: t('posts.moreActs', { beginning: 'Four names' }) }).click()
        await page.getByRole('menuitem', { name: t('planning.evergreen.item') }).click()
      }
      const pauses = async () => (await layla.call('GET /api/evergreen', {})).map(({ pauseDays }) => pauseDays)
      // The chosen pause is stored only when the user confirms the dialog. Cancel discards it.
      await openPause()
      await pause.getByLabel(t('planning.evergreen.again')).selectOption('90')
      await pause.getByRole('button', { name: t('app.cancel') }).click()
      await expect(pause).toHaveCount(0)
      expect(await pauses()).toEqual([])
      await openPause()
      await pause.getByRole('button', { name: t('planning.evergreen.add') }).click()
      await expect(pause).toHaveCount(0)
      expect(await pauses()).toEqual([30])
      await openPause()
      await expect(pause.getByRole('button', { name: t('planning.evergreen.end') })).toBeVisible()
      await pause.getByLabel(t('planning.evergreen.again')).selectOption('7')
      await expectAccessible(page)
      await pause.getByRole('button', { name: t('planning.evergreen.save') }).click()
      await expect(pause).toHaveCount(0)
      expect(await pauses()).toEqual([7])
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: t('planning.evergreen.title') }).click()
      await expect(dialog.getByText('Four names')).toBeVisible()
      await expectAccessible(page)
      // Undo returns a removed post to the list, with its pause.
      await dialog.getByRole('listitem').getByRole('button').click()
      await expect(dialog.getByText(t('planning.evergreen.empty'))).toBeVisible()
      await page.locator('[data-toast]').getByText(t('planning.evergreen.undo')).click()
      await expect(dialog.getByText('Four names')).toBeVisible()
      expect(await pauses()).toEqual([7])
      await dialog.getByRole('button', { name: fill }).click()
      await expect(dialog).toHaveCount(0)
      const added = await layla.call('GET /api/posts', { query: { status: 'scheduled' } })
      // An evergreen post waits for seven days before it is published again. So within four weeks, it fills about one
      // in seven of the daily times.
      expect(added.length).toBeGreaterThanOrEqual(3)
      expect(new Set(added.map(({ content }) => content))).toEqual(new Set(['Four names']))
    })
  })
})
