import { expect, LOCALES, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

for (const [language, width, theme] of [
  ['en', 1280, 'dark'],
  ['ar', 390, 'light'],
] as const) {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width, height: 844 },
      colorScheme: theme,
      ownServer: {},
    })

    test(`names the disconnected account of a scheduled post, and posts from that account after it is reconnected (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const [own] = await layla.call('GET /api/social-accounts', {})
      await layla.connect('linkedin', 'fR8omar5Qt')
      const inMs = (ms: number) => new Date(Date.now() + ms)
      const due = await layla.schedule({ platform: 'linkedin', content: 'Due without it', at: inMs(600_000) })
      for (const [days, content] of ['Tomorrow', 'The day after'].entries()) {
        await layla.schedule({ platform: 'linkedin', content, at: inMs((days + 1) * 86_400_000) })
      }
      // Before disconnecting, the dialog names the account and the scheduled posts that depend on it.
      await page.goto(`${site.url}/social-accounts`)
      await page.getByRole('button', { name: t('accounts.more', { name: own?.displayName ?? '-' }) }).click()
      const disconnect = page.getByRole('menuitem', { name: t('accounts.disconnect') })
      // The menu explains how disconnecting an account differs from turning it off.
      await expect(disconnect).toHaveAccessibleDescription(t('accounts.disconnectHint'))
      await disconnect.click()
      const asked = page.getByRole('alertdialog')
      await expect(asked.getByRole('heading')).toContainText(/LinkedIn/)
      await expect(asked).toContainText(language === 'ar' ? '٣ منشورات مجدولة' : '3 scheduled posts')
      await asked.getByRole('button', { name: t('accounts.disconnect') }).click()
      await expect(asked).toBeHidden()
      const [other] = await layla.call('GET /api/social-accounts', {})
      site.clock.advance(600_000)
      expect((await layla.decided(due)).failure?.code).toBe('account_not_connected')

      await page.goto(site.url)
      const coming = page.getByRole('region', { name: t('dashboard.coming.title').source.slice(1, -1) })
      await expect(coming.getByText(own?.displayName ?? '-').first()).toBeVisible()
      await expect(coming.getByText(other?.displayName ?? '-')).toBeVisible()
      await page.getByRole('button', { name: t('posts.trouble.review') }).click()
      await screenshot(page, `former-account-${language}`, { fullPage: true })
      await expectAccessible(page)
      // The page offers no button that would send the post from another account.
      await expect(page.getByRole('button', { name: t('posts.postNow') })).toHaveCount(0)

      await coming.getByRole('link', { name: t('posts.risk.reconnect') }).click()
      await expect(page.getByText(t('accounts.connected', { platform: 'LinkedIn' })).first()).toBeVisible()
      await page.goto(site.url)
      await page.getByRole('button', { name: t('posts.trouble.review') }).click()
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(1)
      await expect(page.getByText(t('posts.statuses.atRisk'))).toHaveCount(0)
    })
  })
}
