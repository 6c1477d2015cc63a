import { expect, LOCALES, expectAccessible, test, texts } from './browser-test.ts'

for (const [language, width] of [
  ['en', 1280],
  ['ar', 390],
] as const) {
  test(`rejects a common password at its field during sign-up (${language})`, async ({ browser, site }) => {
    const [say, locale] = [await texts(language), LOCALES[language]]
    const context = await browser.newContext({ locale, viewport: { width, height: 844 } })
    const page = await context.newPage()
    await page.goto(`${site.url}/auth?mode=sign-up`)
    const password = page.getByLabel(say('auth.fields.password'))
    const choose = async (text: string) => {
      await password.fill(text)
      await page.getByLabel(say('auth.fields.confirmPassword')).fill(text)
      await page.getByRole('button', { name: say('auth.signUp.submit') }).click()
    }
    await page.getByLabel(say('auth.fields.firstName')).fill('نورة')
    await page.getByLabel(say('auth.fields.lastName')).fill('العتيبي')
    await page.getByLabel(say('auth.fields.email')).fill(`${crypto.randomUUID()}@example.com`)
    await choose('iloveyou')
    await expect(password).toHaveAccessibleDescription(say('errors.weak_password'))
    await expect(password).toBeFocused()
    await expectAccessible(page)
    await choose('nine days')
    await expect(page).toHaveURL(`${site.url}/`)
    await context.close()
  })
}
