import { expect, LOCALES, expectAccessible, test, translator } from './browser-test.ts'

for (const [language, width] of [
  ['en', 1280],
  ['ar', 390],
] as const) {
  test(`rejects a common password at its field during sign-up, and rates passwords while the user types (${language})`, async ({
    browser,
    site,
  }) => {
    const [t, locale] = [await translator(language), LOCALES[language]]
    const context = await browser.newContext({ locale, viewport: { width, height: 844 } })
    const page = await context.newPage()
    await page.goto(`${site.url}/auth?mode=sign-up`)
    const password = page.getByLabel(t('auth.fields.password'))
    const choose = async (text: string) => {
      await password.fill(text)
      await page.getByLabel(t('auth.fields.confirmPassword')).fill(text)
      await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
    }
    await page.getByLabel(t('auth.fields.firstName')).fill('نورة')
    await page.getByLabel(t('auth.fields.lastName')).fill('العتيبي')
    await page.getByLabel(t('auth.fields.email')).fill(`${crypto.randomUUID()}@example.com`)
    await choose('Password1!')
    await expect(password).toHaveAccessibleDescription(t('errors.issues.password_common'))
    await expect(password).toBeFocused()
    await expectAccessible(page)
    // The hint appears while the user types, without a request. It warns if the password contains the user's name.
    const hints = [
      ['العتيبي2026', t('errors.issues.password_own')],
      ['nine days', t('auth.fields.passwordStrong')],
    ] as const
    for (const [text, hint] of hints) {
      await password.fill(text)
      await expect(password).toHaveAccessibleDescription(hint)
    }
    await expectAccessible(page)
    await choose('nine days')
    await expect(page).toHaveURL(`${site.url}/`)
    await context.close()
  })
}
