import { expect, expectAccessible, LOCALES, screenshot, signIn, test, translator } from './browser-test.ts'

const MEMBER = 'Layla Haddad'
const NAJD = 'Najd Logistics'
const CAFE = 'مقهى البركة'

for (const [language, width, theme] of [
  ['en', 1280, 'light'],
  ['ar', 390, 'dark'],
] as const) {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width, height: 844 },
      colorScheme: theme,
      ownServer: {
        environment: { LINKEDIN_SCOPES: 'w_organization_social r_organization_social rw_organization_admin' },
        autoConsent: true,
        template: 'peopled',
      },
    })

    test(`lets a LinkedIn member choose which accounts stay connected, their own or their company pages (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      const dialog = page.getByRole('dialog', { name: t('accounts.choose.title') })
      const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })

      await page.goto(`${site.url}/social-accounts`)
      await page.getByRole('link', { name: t('accounts.connectTo', { platform: 'LinkedIn' }) }).click()
      await expect(dialog.getByRole('checkbox')).toHaveCount(3)
      await expect(row(NAJD).getByText(t('accounts.page'))).toBeVisible()
      await expect(row(CAFE).getByText(t('accounts.page'))).toBeVisible()
      await expect(row(MEMBER).getByText(t('accounts.page'))).toBeHidden()
      await expect(dialog.getByRole('checkbox', { name: /^Najd Logistics (?:Page|صفحة)$/ })).toBeChecked()
      await row(MEMBER).getByRole('checkbox').uncheck()
      await row(CAFE).getByRole('checkbox').uncheck()
      await screenshot(page, `choose-linkedin-pages-${language}`)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: /Keep 1 account|الإبقاء على حساب واحد/ }).click()
      await expect(dialog).toBeHidden()

      const account = page.getByRole('main').getByRole('listitem').filter({ hasText: NAJD }).last()
      await expect(account.getByText(t('accounts.page'))).toBeVisible()
      await expect(page.getByText(MEMBER, { exact: true })).toBeHidden()
      await screenshot(page, `linkedin-page-account-${language}`)
      await expectAccessible(page)

      // The LinkedIn page still works with the member's token, although the member's own account is disconnected.
      const body = { platform: 'linkedin', content: 'From the page that was kept', status: 'published' } as const
      expect((await layla.call('POST /api/posts', { body })).status).toBe('published')
      expect(await site.simulator.posts('linkedin')).toMatchObject([{ accountId: '71234501' }])
    })
  })
}
