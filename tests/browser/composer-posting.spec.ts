import {
  chooseNetworks,
  chooseTheme,
  draftArticles,
  expect,
  expectAccessible,
  forBoth,
  giveUpAnswer,
  LOCALES,
  screenshot,
  signIn,
  test,
  togglePostTo,
  TOPICS,
  translator,
} from './browser-test.ts'

const MIXED = {
  en: { live: /Published on .Facebook/, unsure: /LinkedIn.: Not confirmed/, refused: /Not posted to .X/ },
  ar: { live: /نُشر على .Facebook/, unsure: /LinkedIn.:/, refused: /تعذّر النشر على .X/ },
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
      const draft = (await draftArticles(page, language)).first()
      // Networks without their own draft get the text of the visible draft.
      await togglePostTo(page, 'LinkedIn', 'Facebook')

      await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
      await site.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 400 })
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      const row = (state: string) => page.getByRole('main').locator(`[data-state=${state}]`)
      await expect(row('published')).toContainText(words.live)
      const unanswered = row('publishing').filter({ hasText: 'LinkedIn' })
      await expect(unanswered.getByRole('button', { name: t('app.cancel') })).toBeVisible()
      await giveUpAnswer(site, layla)
      await expect(row('unconfirmed')).toContainText(words.unsure)
      await expect(row('failed')).toContainText(words.refused)
      for (const state of ['published', 'unconfirmed', 'failed']) await expect(row(state)).toBeInViewport()
      await expect(row('published').getByRole('link', { name: t('posts.view') })).toBeVisible()
      await expect(row('unconfirmed').getByRole('link')).toHaveAttribute('href', /^\/unconfirmed\//)
      await expectAccessible(page)
      await screenshot(page, `mixed-outcome-${language}`)

      // The refused post succeeds on retry. Its box collapses and stays until the user dismisses it.
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
