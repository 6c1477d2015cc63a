import { chooseTheme, expect, LOCALES, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

type Say = Awaited<ReturnType<typeof translator>>

for (const [language, width, theme] of [
  ['en', 1280, 'light'],
  ['ar', 390, 'dark'],
] as const) {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width, height: 844 },
      ownServer: { autoConsent: false },
    })

    test.beforeEach(({ page }) => chooseTheme(page, theme))

    const name = (name: string, t: Say, values = {}) => ({ name: t(name, values) })
    const facebook = { platform: 'Facebook' }

    test(`explains why connecting an account failed and what to do, and connects on retry (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await site.simulator.manners({ consentTroubles: 'returned' })
      const panel = page.getByRole('alert').filter({ has: page.getByRole('heading') })

      // The Facebook app is misconfigured, and an administrator sees what to fix.
      await page.goto(`${site.url}/social-accounts`)
      await page.getByRole('link', name('accounts.connectTo', t, facebook)).click()
      await page.locator('summary').click()
      await screenshot(page, `consent-troubles-${language}`, { fullPage: true })
      await page.locator('button[name=trouble][value=development]').click()
      await expect(panel.getByRole('heading', name('accounts.trouble.title', t, facebook))).toBeVisible()
      await expect(panel.getByText(t('accounts.trouble.app_in_development.what', facebook))).toBeVisible()
      await expect(panel).not.toContainText('currently unavailable')
      await expect(page).toHaveURL(/\/social-accounts$/)
      await screenshot(page, `connect-trouble-${language}`, { fullPage: true })
      await expectAccessible(page)

      // The user has no Facebook Page to post to. They can fix that and retry.
      await panel.getByRole('link', name('accounts.trouble.tryAgain', t)).click()
      await page.getByLabel('Tom Becker').check()
      await page.locator('button[value=approve]').click()
      await expect(panel.getByText(t('accounts.trouble.no_page.what', facebook))).toBeVisible()
      await expect(panel.getByText(t('accounts.trouble.no_page.next', facebook))).toBeVisible()
      await expect(page.getByRole('listitem').filter({ has: panel })).toContainText('Facebook')
      await expectAccessible(page)
      await panel.getByRole('button', name('app.close', t)).click()
      await expect(panel).toBeHidden()

      // A cancelled consent shows only a toast.
      await page.getByRole('link', name('accounts.connectTo', t, facebook)).click()
      await page.locator('button[value=cancel]').click()
      await expect(page.getByText(t('accounts.errors.oauth_cancelled')).first()).toBeVisible()
      // The page shows no error, because the user cancelled on purpose.
      await expect(page.getByText(t('accounts.connectionFailed'))).toHaveCount(0)
      await expect(panel).toBeHidden()

      await page.getByRole('link', name('accounts.connectTo', t, { platform: 'LinkedIn' })).click()
      await page.locator('button[value=approve]').click()
      await expect(page.getByText(t('accounts.connected', { platform: 'LinkedIn' })).first()).toBeVisible()
    })

    test(`reports a new connection only if the account was connected recently (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      await page.goto(`${site.url}/api/social-accounts/linkedin/connect`)
      await page.locator('button[value=approve]').click()
      const toasted = (platform: string) => page.getByText(t('accounts.connected', { platform })).first()
      await expect(toasted('LinkedIn')).toBeVisible()
      const [account] = await layla.call('GET /api/social-accounts', {})

      await page.clock.setFixedTime(new Date(Date.now() + 3_600_000))
      const row = page.getByText(account?.displayName ?? '').first()
      for (const invented of ['linkedin', 'threads', 'myspace', '<b>Call +1 555</b>', 'linkedin&added=1,2']) {
        await page.goto(`${site.url}/social-accounts?connected=${invented}`)
        await expect(row).toBeVisible()
        await expect(page).toHaveURL(/\/social-accounts$/)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        for (const platform of ['LinkedIn', 'Threads', 'myspace']) await expect(toasted(platform)).toBeHidden()
        await expect(page.getByText('Call +1 555')).toHaveCount(0)
      }

      for (const invented of ['anything', '<b>Call +1 555</b>', 'app_type', 'app_type&platform=myspace']) {
        await page.goto(`${site.url}/social-accounts?error=${invented}`)
        await expect(page.getByText(t('accounts.errors.other')).first()).toBeVisible()
        await expect(page.getByText('Call +1 555')).toHaveCount(0)
      }
      await page.goto(`${site.url}/social-accounts?error=invalid_state`)
      await expect(page.getByText(t('accounts.errors.invalid_state')).first()).toBeVisible()
      await expect(page).toHaveURL(/\/social-accounts$/)
    })

    test(`tells users who are not administrators that an administrator must fix the network's app (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      // Create another user first, because the first user is the administrator.
      await site.person()
      await signIn(page, site, language)
      // The page offers no retry, because a retry would fail again. It says whom to ask.
      await page.goto(`${site.url}/social-accounts?error=app_in_development&platform=threads`)
      const asked = t('accounts.trouble.askAdministrator', { platform: 'Threads' })
      await expect(page.getByRole('alert').filter({ has: page.getByRole('heading') })).toContainText(
        new RegExp(asked.source.slice(1, -1)),
      )
      await expect(page.getByRole('link', name('accounts.trouble.tryAgain', t))).toHaveCount(0)
    })
  })
}
