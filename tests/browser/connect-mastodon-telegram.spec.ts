import { expect, expectAccessible, forBoth, LOCALES, screenshot, signIn, test, translator } from './browser-test.ts'

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: language === 'ar' ? { width: 390, height: 844 } : { width: 1280, height: 844 },
      ownServer: { autoConsent: false },
    })

    test(`connects a Mastodon account on the server that the user enters, and explains why a server is wrong (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      await page.goto(`${site.url}/social-accounts`)
      await page.getByRole('button', { name: t('accounts.connectTo', { platform: 'Mastodon' }) }).click()
      const dialog = page.getByRole('dialog')
      const server = dialog.getByLabel(t('forms.mastodon.server.label'))
      // The server field already contains the example server, because Mastodon is simulated.
      await expect(server).toHaveValue('mastodon.social')
      await server.fill('')
      await dialog.getByRole('button', { name: t('forms.submit') }).click()
      await expect(dialog.getByText(t('errors.issues.required'))).toBeVisible()
      await server.fill('blog.example')
      await dialog.getByRole('button', { name: t('forms.submit') }).click()
      await expect(dialog.getByText(t('errors.issues.server_other'))).toBeVisible()
      await expect(server).toHaveAttribute('aria-invalid', 'true')
      await screenshot(page, `connect-mastodon-${language}`)
      await expectAccessible(page)

      // The user first cancels the consent on the server's page, and agrees the second time.
      await server.fill('long.example')
      await dialog.getByRole('button', { name: t('forms.submit') }).click()
      await page.locator('button[value=cancel]').click()
      await expect(page.getByText(t('accounts.errors.oauth_cancelled')).first()).toBeVisible()
      await page.getByRole('button', { name: t('accounts.connectTo', { platform: 'Mastodon' }) }).click()
      await server.fill('@layla@long.example')
      await server.press('Enter')
      await page.locator('button[value=approve]').click()
      await expect(page.getByText(t('accounts.connected', { platform: 'Mastodon' })).first()).toBeVisible()
      await expect(page.getByText('layla@long.example')).toBeVisible()
      expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ textLimit: 5_000 }])
    })

    test(`connects a Telegram channel by a bot, and names the permission that the bot lacks (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      // The parameter `connect`, which links on other pages use, opens the form for Telegram.
      await page.goto(`${site.url}/social-accounts?connect=telegram`)
      const dialog = page.getByRole('dialog')
      const channel = dialog.getByLabel(t('forms.telegram.channel.label'))
      const token = dialog.getByLabel(t('forms.telegram.token.label'))
      const submit = dialog.getByRole('button', { name: t('forms.submit') })
      await expect(token).toHaveAttribute('type', 'password')
      await channel.fill('@slowcoffee')
      const example = await token.inputValue()
      await token.fill('not a token')
      await submit.click()
      await expect(dialog.getByText(t('errors.issues.token_invalid'))).toBeVisible()
      await token.fill(example)
      await submit.click()
      await expect(dialog.getByText(t('errors.issues.channel_no_rights'))).toBeVisible()
      await screenshot(page, `connect-telegram-${language}`)
      await expectAccessible(page)
      await channel.fill('@najdlogistics')
      await submit.click()
      await expect(page.getByText(t('accounts.connected', { platform: 'Telegram' })).first()).toBeVisible()
      await expect(page.getByText('Najd Logistics').first()).toBeVisible()
      expect(await layla.call('GET /api/social-accounts', {})).toMatchObject([{ username: 'najdlogistics' }])
    })
  })
})
