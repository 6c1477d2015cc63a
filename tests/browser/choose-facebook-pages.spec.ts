import { expect, LOCALES, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

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
    })

    test(`lets the user choose among their Facebook Pages after signing in to Facebook (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)

      const dialog = page.getByRole('dialog', { name: t('accounts.choose.title') })
      const box = (name: string) => dialog.getByRole('checkbox', { name: new RegExp(name) })
      const connected = async () =>
        (await layla.call('GET /api/social-accounts', {})).map(({ displayName, isDefault }) => [displayName, isDefault])

      // Closing the dialog keeps all Pages connected, and the dialog does not appear again.
      await page.goto(`${site.url}/social-accounts`)
      await page.getByRole('link', { name: t('accounts.connectTo', { platform: 'Facebook' }) }).click()
      await expect(dialog).toBeVisible()
      await expect(dialog.getByRole('checkbox').first()).toBeFocused()
      await expect(box(NAJD)).toBeChecked()
      await expect(box(CAFE)).toBeChecked()
      await expectAccessible(page)
      await page.reload()
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(/\/social-accounts$/)
      expect(await connected()).toHaveLength(2)
      await page.goto(`${site.url}/api/social-accounts/facebook/connect`)
      await expect(page.getByText(t('accounts.connected', { platform: 'Facebook' })).first()).toBeVisible()
      await expect(dialog).toBeHidden()

      // Connect again and deselect the default Page by keyboard. Its scheduled post then moves to the other Page.
      for (const { id } of await layla.call('GET /api/social-accounts', {})) {
        await layla.call('DELETE /api/social-accounts/{id}', { params: { id } })
      }
      await page.goto(`${site.url}/api/social-accounts/facebook/connect`)
      await expect(dialog).toBeVisible()
      const [first = ''] = (await connected()).filter(([, isDefault]) => isDefault).map(([name]) => String(name))
      const other = first === NAJD ? CAFE : NAJD
      const coming = await layla.schedule({
        platform: 'facebook',
        content: 'Tomorrow',
        at: new Date(Date.now() + 86_400_000),
      })
      await box(first).focus()
      await page.keyboard.press('Space')
      await expect(box(first)).not.toBeChecked()
      await screenshot(page, `choose-pages-${language}`)
      await expectAccessible(page)
      await page.keyboard.press('Tab')
      await expect(box(other)).toBeFocused()
      const save = dialog.getByRole('button', { name: /Keep 1 account|الإبقاء على حساب واحد/ })
      await save.focus()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(page.getByText(t('accounts.connected', { platform: 'Facebook' })).first()).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: other }).first()).toBeVisible()
      expect(await connected()).toEqual([[other, true]])
      const [kept] = await layla.call('GET /api/social-accounts', {})
      expect(await layla.read(coming)).toMatchObject({ status: 'scheduled', accountId: kept?.id })

      const { status } = await layla.call('POST /api/posts', {
        body: { platform: 'facebook', content: 'From the Page that was kept', status: 'published' },
      })
      expect(status).toBe('published')
    })
  })
}
