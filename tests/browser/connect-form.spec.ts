import { expect, expectAccessible, forBoth, LOCALES, screenshot, signIn, test, translator } from './browser-test.ts'

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: language === 'ar' ? { width: 390, height: 844 } : { width: 1280, height: 800 },
      colorScheme: language === 'ar' ? 'dark' : 'light',
    })

    test(`connects a Bluesky account by a form, and marks the field with a wrong value (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      await page.goto(`${site.url}/social-accounts`)
      await page.getByRole('button', { name: t('accounts.connectTo', { platform: 'Bluesky' }) }).click()

      const dialog = page.getByRole('dialog', { name: /Bluesky/ })
      await expect(dialog.getByRole('textbox')).toHaveCount(1)
      await screenshot(page, `connect-sign-in-${language}`)
      await dialog.getByRole('button', { name: t('forms.bluesky.toForm') }).click()
      const password = dialog.getByLabel(t('forms.bluesky.password.label'), { exact: true })
      await expect(password).toHaveAttribute('type', 'password')
      await expect(password).toHaveAttribute('autocomplete', 'off')
      await expect(password).toHaveAttribute('dir', 'ltr')
      await expect(dialog.getByRole('link', { name: t('forms.bluesky.help') })).toHaveAttribute('href', /bsky\.app/)
      await expectAccessible(page)
      await screenshot(page, `connect-form-${language}`)

      await password.fill('My main password')
      await dialog.getByRole('button', { name: t('forms.submit'), exact: true }).click()
      await expect(password).toHaveAttribute('aria-invalid', 'true')
      await expect(dialog.getByText(t('errors.issues.bluesky_app_password'))).toBeVisible()

      await password.fill('abcd-efgh-2345-6789')
      await password.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(page.getByText('@layla.bsky.social')).toBeVisible()
      expect((await layla.call('GET /api/social-accounts', {})).map(({ platform }) => platform)).toEqual(['bluesky'])
    })

    test(`opens the connection form from a link, and reports a network that does not respond (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/social-accounts?connect=bluesky`)
      const dialog = page.getByRole('dialog', { name: /Bluesky/ })
      await expect(dialog).toBeVisible()
      await expect(page).toHaveURL(`${site.url}/social-accounts`)
      await dialog.getByRole('button', { name: t('forms.bluesky.toForm') }).click()
      await site.simulator.fault({ platform: 'bluesky', operation: 'token', fault: 'status', as: 'server' })
      await dialog.getByRole('button', { name: t('forms.submit'), exact: true }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
    })
  })
})
