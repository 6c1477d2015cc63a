import { createGoogleUser } from '../support/google.ts'
import { expect, LOCALES, expectAccessible, test, translator } from './browser-test.ts'

for (const [language, width] of [
  ['en', 1280],
  ['ar', 390],
] as const) {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      timezoneId: 'Africa/Cairo',
      viewport: { width, height: 844 },
      ownServer: { autoConsent: false },
    })

    test(`signs in with Google and returns to the requested page (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const name = (path: string) => ({ name: t(path) })
      const huda = await createGoogleUser(site)
      const stranger = await createGoogleUser(site, { verified: false })

      // The button is in the server's HTML, before any script runs.
      const html = await (await page.request.get(`${site.url}/auth`)).text()
      expect(html).toMatch(/<html[^>]* data-google/)
      await page.goto(`${site.url}/auth?next=%2Fschedule`)
      await page.getByRole('button', name('auth.google')).click()
      await expect(page.getByRole('radio')).toHaveCount(6)
      await expectAccessible(page)
      await page.locator('button[value=cancel]').click()
      const notice = page.getByRole('alert')
      await expect(notice).toContainText(t('auth.googleTroubles.google_cancelled').source.slice(1, 20))
      await expect(page).toHaveURL(/\/auth\?next=%2Fschedule$/)
      await expectAccessible(page)

      await page.getByRole('button', name('auth.google')).click()
      await page.locator(`input[value="${stranger.sub}"]`).check()
      await page.locator('button[value=approve]').click()
      await expect(notice.getByText(t('auth.googleTroubles.google_unverified'))).toBeVisible()

      await page.getByRole('button', name('auth.google')).click()
      await page.locator(`input[value="${huda.sub}"]`).check()
      await page.locator('button[value=approve]').click()
      await expect(page).toHaveURL(`${site.url}/schedule`)
      const user = (await (await page.request.get(`${site.url}/api/user`)).json()) as Record<string, unknown>
      expect(user).toMatchObject({
        email: huda.email,
        firstName: 'Huda',
        preferredLanguage: language,
        timeZone: 'Africa/Cairo',
      })

      // A user without a password confirms a critical action by signing in with Google.
      site.clock.advance(11 * 60_000)
      await page.goto(`${site.url}/profile`)
      await page.getByRole('button', name('profile.data.deleteButton')).click()
      await page.getByRole('alertdialog').getByRole('button', name('profile.data.sure')).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(t('profile.askPassword.google'))).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('link', name('auth.google')).click()
      await page.locator(`input[value="${huda.sub}"]`).check()
      await page.locator('button[value=approve]').click()
      await expect(page).toHaveURL(`${site.url}/profile`)
    })
  })
}

test('reports that Google sign-in could not start', async ({ page, site }) => {
  const t = await translator('en')
  await page.goto(`${site.url}/auth`)
  await page.route('**/api/google/config', (route) => route.abort())
  const button = page.getByRole('button', { name: t('auth.google') })
  await button.click()
  const toast = page.getByRole('region', { name: /F8/ })
  await expect(toast.getByText('Failed to start Google authentication.')).toBeVisible()
  await expect(button).toBeEnabled()

  // If the server cannot reach Google, it redirects to the sign-in page with an error code. The page then reports that
  // sign-in could not start.
  await page.goto(`${site.url}/auth?error=google_not_started`)
  await expect(page.getByRole('alert').getByText('Failed to start Google authentication.')).toBeVisible()
})

test.describe('missing Google configuration', () => {
  test.use({ ownServer: { environment: { SIMULATOR: 'off' } } })

  test('shows neither a Google button nor an "or" divider when Google is not configured', async ({ page, site }) => {
    const t = await translator('en')
    await page.goto(`${site.url}/auth`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('button', { name: t('auth.google') })).toHaveCount(0)
    await expect(page.getByText(t('auth.or'))).toBeHidden()
    // A saved link that starts Google sign-in also shows the notice that Google sign-in is not available.
    await page.goto(`${site.url}/api/auth/google`)
    await expect(page.getByText(t('auth.googleUnavailable'))).toBeVisible()
    await expect(page.getByText(t('auth.googleUnavailableText'))).toBeVisible()
  })
})
