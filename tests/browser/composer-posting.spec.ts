import type { Page } from '@playwright/test'
import {
  allDrafts,
  chooseTheme,
  expect,
  forBoth,
  giveUpAnswer,
  LOCALES,
  expectAccessible,
  networkTab,
  screenshot,
  signIn,
  test,
  togglePostTo,
  translator,
  chooseNetworks,
} from './browser-test.ts'

const TOPICS = {
  en: 'We moved the night shift to four days. Sick leave fell by a third within a quarter.',
  ar: 'نقلنا مستودع الدمام إلى مبنى جديد. وانخفض زمن التسليم بمقدار الثلث خلال ربع واحد.',
}
const MIXED = {
  en: { live: /Published on .Facebook/, unsure: /LinkedIn.: Not confirmed/, refused: /Not posted to .X/ },
  ar: { live: /نُشر على .Facebook/, unsure: /LinkedIn.:/, refused: /تعذّر النشر على .X/ },
}

const articles = async (page: Page, language: 'en' | 'ar') => {
  const t = await translator(language)
  return page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
}

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width: { en: 1280, ar: 390 }[language], height: 844 },
      ownServer: {},
    })

    test(`shows whether each platform published the draft, next to the pressed button (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const words = MIXED[language]
      const layla = await signIn(page, site, language, 'linkedin', 'twitter', 'facebook')
      await chooseTheme(page, language === 'ar' ? 'dark' : 'light')
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
      await chooseNetworks(page, 'X')
      await page.getByRole('button', { name: t('composer.generate.others') }).click()
      const draft = (await articles(page, language)).first()
      // Networks without their own draft get the text of the visible draft.
      await togglePostTo(page, 'LinkedIn', 'Facebook')

      await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
      await site.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 400 })
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      const row = (state: string) => page.getByRole('main').locator(`[data-state=${state}]`)
      await expect(row('published')).toContainText(words.live)
      await expect(row('publishing')).toContainText('LinkedIn')
      await expect(row('publishing').getByRole('button', { name: t('app.cancel') })).toBeVisible()
      await giveUpAnswer(site, layla)
      await expect(row('unconfirmed')).toContainText(words.unsure)
      await expect(row('failed')).toContainText(words.refused)
      for (const state of ['published', 'unconfirmed', 'failed']) await expect(row(state)).toBeInViewport()
      await expect(row('published').getByRole('link', { name: t('posts.view') })).toBeVisible()
      await expect(row('unconfirmed').getByRole('link')).toHaveAttribute('href', /^\/unconfirmed\//)
      await expectAccessible(page)
      await screenshot(page, `mixed-outcome-${language}`)

      // The refused post succeeds on retry. Its card collapses and stays until the user dismisses it.
      await row('failed')
        .getByRole('button', { name: t('cards.outcome.retry') })
        .click()
      await expect(row('published')).toHaveCount(2)
      await expect(page.getByRole('button', { name: t('posts.postNow') })).toHaveCount(0)
      await expect(draft).toBeInViewport()
      expect(await site.simulator.posts('linkedin')).toHaveLength(1)
      await expectAccessible(page)
      await screenshot(page, `settled-${language}`)
      await draft.getByRole('button', { name: t('cards.outcome.putAway') }).click()
      await expect(draft).toHaveCount(0)
    })
  })
})

test.describe('all drafts', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('posts all drafts at once after a single confirmation', async ({ page, site }) => {
    const t = await translator('en')
    await signIn(page, site, 'en', 'linkedin', 'twitter')
    await page.goto(`${site.url}/create`)
    await page.getByLabel(t('composer.input.topic')).fill(TOPICS.en)
    await chooseNetworks(page, 'LinkedIn', 'X', 'Facebook')
    const others = Promise.withResolvers<void>()
    await page.route('**/api/content/generate-others', async (route) => {
      await others.promise
      await route.continue()
    })
    await page.getByRole('button', { name: t('composer.generate.all') }).click()
    await expect(allDrafts(page)).toHaveCount(1)
    // The layout does not shift when the other drafts arrive.
    const places = async () =>
      await page
        .locator('[data-desk] [role=tab], [data-draft=linkedin-english]')
        .evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().top]))
    const before = await places()
    expect(before).toHaveLength(4)
    others.resolve()
    await expect(allDrafts(page)).toHaveCount(3)
    expect(await places()).toEqual(before)

    const postAll = page.getByRole('button', { name: t('posts.postNow') })
    await postAll.focus()
    await page.keyboard.down('Enter')
    const dialog = page.getByRole('dialog', { name: 'Post 2 drafts now?' })
    const rows = dialog.getByRole('listitem')
    await expect(rows.nth(0)).toContainText(/LinkedIn · .*Layla Haddad.*We moved the night shift/)
    await expect(rows.nth(1)).toContainText(/^X · .*\d+ of 280 characters/)
    await expect(rows.nth(2).getByRole('link', { name: /^Connect .?Facebook/ })).toBeVisible()
    expect(await site.simulator.posts('linkedin')).toEqual([])
    // Only a second press of Enter confirms. Holding the first one does not.
    const confirm = dialog.getByRole('button', { name: 'Post both' })
    await expect(confirm).toBeFocused()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(postAll).toBeFocused()
    await postAll.click()
    await confirm.press('Enter')
    await expect(page.getByRole('main').locator('[data-state=published]')).toHaveCount(2)
    // The Facebook draft stays ready, because no Facebook account is connected.
    await expect(networkTab(page, 'Facebook')).toHaveAccessibleName(/ready/)
    expect(await site.simulator.posts('linkedin')).toHaveLength(1)
    expect(await site.simulator.posts('twitter')).toHaveLength(1)
  })
})

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
      const shown = await articles(page, language)
      await expect(shown).toHaveCount(1)
      const rail = page.getByRole('tablist', { name: t('cards.rail.title') })
      const tabs = rail.getByRole('tab')
      await expect(tabs).toHaveCount(3)

      // Ctrl and a number, or the arrow keys in the rail, choose a network. Alt and an arrow moves between the drafts.
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
