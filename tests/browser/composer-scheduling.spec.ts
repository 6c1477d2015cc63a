import {
  allDrafts,
  chooseNetworks,
  draftArticles,
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  screenshot,
  signIn,
  test,
  TOPICS,
  translator,
} from './browser-test.ts'

forBoth({ gate: 'en' }, (language) => {
  test.describe(`many drafts (${language})`, () => {
    test.use({
      locale: LOCALES[language],
      timezoneId: 'Asia/Riyadh',
      viewport: { width: { en: 1024, ar: 390 }[language], height: 844 },
    })

    test(`schedules the drafts in the visible language on three networks at once, and switches between networks by keyboard (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin', 'facebook', 'threads')
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
      await page.getByText(t('composer.languages.both')).click()
      await chooseNetworks(page, 'LinkedIn', 'Facebook', 'Threads')
      await page.getByRole('button', { name: t('composer.generate.all') }).click()
      // The two languages of a draft are tabs, so only one is visible.
      const drafts = allDrafts(page)
      await expect(drafts).toHaveCount(6)
      const shown = await draftArticles(page, language)
      await expect(shown).toHaveCount(1)
      const rail = page.getByRole('tablist', { name: t('cards.rail.title') })
      const tabs = rail.getByRole('tab')
      await expect(tabs).toHaveCount(3)

      // Ctrl and a number choose a network's tab, and so do the arrow keys in the row of tabs. Alt+↓ and Alt+↑ move
      // between the drafts.
      await page.keyboard.press('Control+3')
      await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true')
      await expect(shown).toHaveAccessibleName(/Threads/)
      await tabs.nth(2).press(language === 'ar' ? 'ArrowRight' : 'ArrowLeft')
      await expect(tabs.nth(1)).toBeFocused()
      await expect(shown).toHaveAccessibleName(/Facebook/)
      await tabs.nth(1).press('Alt+ArrowDown')
      await expect(shown).toBeFocused()
      await page.keyboard.press('Alt+ArrowUp')
      await expect(shown).toBeFocused()
      await expect(shown).toHaveAccessibleName(/LinkedIn/)
      await expect(shown).toBeInViewport()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await page.evaluate(() => scrollTo(0, 0))
      await expectAccessible(page)
      await screenshot(page, `post-desk-${language}`)

      // The schedule lists the drafts, each with a link to the composer.
      const kept = async () => (await layla.call('GET /api/posts', { query: { status: 'draft' } })).length
      await expect.poll(kept).toBe(6)
      await page.goto(`${site.url}/schedule`)
      const waiting = page.getByRole('region', { name: t('posts.drafts.title') })
      await expect(waiting.getByRole('link').first()).toBeVisible()
      await page.goto(`${site.url}/social-accounts`)
      await page.getByRole('link', { name: t('accounts.toDrafts') }).click()
      await expect(page).toHaveURL(/\/create#drafts$/)
      await expect(tabs.first()).toBeInViewport({ ratio: 1 })

      const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00', platform: null }))
      await layla.call('PATCH /api/slots', { body: { week } })
      // Posting on several networks shows a summary first and can be cancelled.
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('listitem')).toHaveCount(3)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await expectAccessible(page)
      await screenshot(page, `post-all-asked-${language}`)
      await dialog.getByRole('button', { name: language === 'ar' ? 'جدولة ٣ مسودات' : 'Schedule all 3' }).click()
      // Each post gets the next free slot of its platform, or one time that the user chooses for all.
      await expect(dialog.getByRole('radio', { name: t('picker.slots.spread') })).toBeChecked()
      await expectAccessible(page)
      await dialog.getByRole('radio').nth(1).check()
      await expect(dialog.getByRole('grid')).toBeVisible()
      await dialog.getByRole('radio', { name: t('picker.slots.spread') }).check()
      await screenshot(page, `schedule-all-${language}`)
      await dialog.getByRole('button', { name: t('posts.schedule.submit') }).click()
      await expect(page.getByRole('main').locator('[data-state=scheduled]')).toHaveCount(3)
      await screenshot(page, `scheduled-all-${language}`, { fullPage: true })
      const scheduled = await layla.call('GET /api/posts/scheduled', {})
      expect(scheduled.map(({ platform }) => platform).toSorted()).toEqual(['facebook', 'linkedin', 'threads'])
      expect(new Set(scheduled.map((post) => post.contentLanguage))).toEqual(new Set([language]))
      // Only the drafts in the visible language are scheduled. The drafts in the other language stay drafts.
      expect(await kept()).toBe(3)
    })
  })
})
