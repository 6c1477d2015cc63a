import { test } from './article-site.ts'
import { chooseNetworks, expect, forBoth, LOCALES, networkTab, postField, signIn, translator } from './browser-test.ts'

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] })

    test(`appends the article's address to all drafts except X's, until the user turns this off (${language})`, async ({
      page,
      site,
      article,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language, 'linkedin', 'twitter')
      await page.goto(`${site.url}/create`)
      await chooseNetworks(page, 'LinkedIn', 'X')
      await page.getByRole('tab', { name: t('composer.source.tabs.url') }).press('Enter')
      await page.getByLabel(t('composer.source.address')).fill(article)
      await page.keyboard.press('Enter')
      const preview = page.getByRole('region', { name: t('composer.source.preview') })
      await preview.waitFor()
      await page.locator('form button[type=submit]').press('Enter')
      await page.getByRole('button', { name: t('outline.questions.skip') }).press('Enter')
      const field = postField(page.getByRole('region', { name: t('composer.drafts') }).getByRole('article'))
      await networkTab(page, 'LinkedIn').press('Enter')
      await expect(field).toContainText(article)
      await networkTab(page, 'X').press('Enter')
      await expect(field).not.toContainText(article)

      // The switch adds or removes the address in all drafts. A draft for X never gets it automatically.
      const withLink = page.getByRole('switch', { name: t('composer.source.withLink') })
      await withLink.press('Space')
      await networkTab(page, 'LinkedIn').press('Enter')
      await expect(field).not.toContainText(article)
      await withLink.press('Space')
      await expect(field).toContainText(article)
    })
  })
})
