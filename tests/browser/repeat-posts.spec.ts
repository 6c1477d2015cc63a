import { expect, expectAccessible, forBoth, LOCALES, signIn, test, translator } from './browser-test.ts'

const DAY_MS = 86_400_000

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh', viewport: { width: 1280, height: 900 } })

    test(`repeats a post from the calendar, and deletes the later posts (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const at = new Date(`${new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`)
      const post = await layla.schedule({ platform: 'linkedin', content: 'Four names', at })
      await page.goto(`${site.url}/schedule?day=${at.toISOString().slice(0, 10)}`)
      const openRepeat = async () => {
        // Click the corner of the day, because posts cover its middle.
        const day = page.locator(`[data-day="${at.toISOString().slice(0, 10)}"]:visible`)
        await day.first().click({ position: { x: 6, y: 6 } })
        await openMenu()
      }
      const openMenu = async () => {
        await page.getByRole('button', { name: t('posts.moreActs', { beginning: 'Four names' }) }).click()
        await page.getByRole('menuitem', { name: t('planning.repeat.item') }).click()
      }
      await openRepeat()
      const dialog = page.getByRole('dialog', { name: t('planning.repeat.title') })
      await dialog.getByLabel(t('planning.repeat.interval')).selectOption('2')
      await dialog.getByLabel(t('planning.repeat.end')).selectOption('3')
      await expectAccessible(page)
      await dialog.locator('button[type=submit]').click()
      await expect(dialog).toHaveCount(0)
      const params = { id: post.id }
      const later = await layla.call('GET /api/posts/{id}/repeats', { params })
      expect(later.map(({ status }) => status)).toEqual(['scheduled', 'scheduled', 'scheduled'])

      await openMenu()
      await expect(dialog.getByRole('listitem')).toHaveCount(3)
      await dialog.getByRole('button', { name: /[3٣]/ }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: /[3٣]/ }).click()
      await expect(dialog).toHaveCount(0)
      expect(await layla.call('GET /api/posts/{id}/repeats', { params })).toEqual([])
      expect(await layla.read(post)).toMatchObject({ status: 'scheduled' })
    })
  })
})
