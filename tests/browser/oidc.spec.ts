import { openIdProvider } from '../support/open-id-provider.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, expectAccessible, forBoth, LOCALES, test, translator } from './browser-test.ts'

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] })

    test(`signs in through the configured OpenID Connect provider, whose name is on the button (${language})`, async ({
      page,
    }) => {
      await using provider = await openIdProvider()
      await using site = await startFrogy({
        ...provider.environment,
        SIMULATOR: 'off',
        REGISTRATION: 'closed',
        OIDC_NAME: 'Acme & "Söhne" <b>',
        OIDC_GROUPS: 'writers',
      })
      const t = await translator(language)
      const huda = { sub: 'huda', email: 'huda@acme.example', email_verified: true, given_name: 'Huda' }
      provider.signInAs({ ...huda, groups: ['guests'] })
      // The provider's name is in the server's HTML, before any script runs.
      const html = await (await page.request.get(`${site.url}/auth`)).text()
      expect(html).toContain('Acme &amp; &quot;Söhne&quot; &lt;b&gt;</bdi>')
      await page.goto(`${site.url}/auth?next=%2Fschedule`)
      const button = page.getByRole('button', { name: 'Acme & "Söhne" <b>' })
      await expect(page.getByRole('button', { name: t('auth.google') })).toBeHidden()
      await expect(page.getByText(t('auth.or'), { exact: true })).toBeVisible()
      await expectAccessible(page)
      await button.click()
      await expect(page.getByRole('alert')).toContainText('Acme & "Söhne" <b>')
      await expect(page).toHaveURL(/\/auth\?next=%2Fschedule$/)
      provider.signInAs({ ...huda, groups: ['writers'] })
      await button.click()
      await expect(page).toHaveURL(`${site.url}/schedule`)
    })
  })
})
