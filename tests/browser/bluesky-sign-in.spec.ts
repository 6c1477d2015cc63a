import { startBlueskyServer } from '../support/bluesky-server.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, expectAccessible, forBoth, screenshot, signIn, test, translator } from './browser-test.ts'

// The pages of Bluesky's own server, which `tests/support/bluesky-server.ts` installs on first use.

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    // The server's pages use the language of the browser, and Frogy that of the user.
    test.use({ locale: 'en-US' })

    test(`signs in on the pages of Bluesky's own server, publishes and disconnects (${language})`, async ({ page }) => {
      test.setTimeout(600_000)
      await using server = await startBlueskyServer()
      // Use the name localhost, by which the server calls itself.
      await using site = await startFrogy({ BLUESKY_SERVER: server.url.replace('127.0.0.1', 'localhost') })
      const t = await translator(language)
      const { handle, password } = server.account
      const nadia = await signIn(page, site, language)
      await page.goto(`${site.url}/social-accounts?connect=bluesky`)
      const dialog = page.getByRole('dialog', { name: /Bluesky/ })
      await dialog.getByLabel(t('forms.bluesky.handle.label'), { exact: true }).fill(handle)
      await expectAccessible(page)
      await screenshot(page, `bluesky-sign-in-${language}`)
      await dialog.getByRole('button', { name: t('forms.signIn', { platform: 'Bluesky' }) }).click()

      await page.locator('input[type=password]').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      const authorize = page.getByRole('button', { name: 'Authorize' })
      await expect(authorize).toBeVisible()
      await screenshot(page, `bluesky-consent-${language}`)
      await authorize.click()

      await expect(page).toHaveURL(`${site.url}/social-accounts`)
      await expect(
        page
          .getByText(`@${handle}`)
          .or(page.getByText(handle, { exact: true }))
          .first(),
      ).toBeVisible()
      const [account] = await nadia.call('GET /api/social-accounts', {})
      expect(account).toMatchObject({ platform: 'bluesky', username: handle, needsReconnect: false })
      const content = `From ${language}: سلام #مرحبا`
      const body = { platform: 'bluesky', content, status: 'published' } as const
      const post = await nadia.call('POST /api/posts', { body })
      expect(post).toMatchObject({ status: 'published', failure: null })
      expect((await server.records()).map(({ value }) => value.text)).toEqual([content])
      await nadia.call('DELETE /api/posts/{id}', { params: { id: post.id }, query: { network: 'true' } })
      expect(await server.records()).toEqual([])
      await nadia.call('DELETE /api/social-accounts/{id}', { params: { id: account?.id ?? '' } })
      await expect(page.getByRole('button', { name: t('accounts.connectTo', { platform: 'Bluesky' }) })).toBeVisible()
    })
  })
})
