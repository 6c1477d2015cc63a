import type { CDPSession, Page } from '@playwright/test'
import { turnOnTwoFactor } from '../support/authenticator-app.ts'
import { expect, forBoth, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 } as const
const MINUTE_MS = 60_000

/** Adds a virtual authenticator that verifies its user. */
async function addDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 844 }, ownServer: {} })

    test(`adds a passkey, signs in with it without password or code, and removes it (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      // Browsers do not support passkeys on IP addresses.
      const url = site.url.replace('127.0.0.1', 'localhost')
      const layla = await signIn(page, { ...site, url }, language)
      await turnOnTwoFactor(layla, site.clock.now())
      const { cdp, authenticatorId } = await addDevice(page)
      const add = page.getByRole('button', { name: t('security.passkeys.add') })
      const lines = page.getByRole('list', { name: t('security.passkeys.title') }).getByRole('listitem')
      await page.goto(`${url}/profile`)
      await add.click()
      await expect(lines).toHaveCount(1)
      await expect(lines).toContainText(t('security.passkeys.neverUsed').source.slice(1, -1))
      await expectAccessible(page)
      await screenshot(page, `passkeys-${language}`)
      expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toMatchObject([
        { isResidentCredential: true, rpId: 'localhost', userName: layla.user?.email },
      ])

      // The device already has a passkey and refuses a second one.
      await add.click()
      await expect(page.getByText(t('security.passkeys.deviceFailed'))).toBeVisible()
      await expect(lines).toHaveCount(1)

      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/api/login/passkey')) sent.push(request.postData() ?? '')
      })
      const signInByPasskey = async () => {
        await page.request.post(`${url}/api/logout`)
        await page.goto(`${url}/auth`)
        await page.getByRole('button', { name: t('auth.passkey.signIn') }).click()
      }
      await page.request.post(`${url}/api/logout`)
      await page.goto(`${url}/auth`)
      await expectAccessible(page)
      await screenshot(page, `passkey-sign-in-${language}`)
      await signInByPasskey()
      await expect(page).toHaveURL(`${url}/`)

      // The server refuses the same signed response when it is sent again.
      const headers = { 'content-type': 'application/json' }
      const again = await layla.fetch('/api/login/passkey', { method: 'POST', body: sent[0] ?? '', headers })
      expect(again.status).toBe(409)
      const atName = await fetch(`${url}/api/login/passkey`, { method: 'POST', body: sent[0] ?? '', headers })
      expect(await atName.json()).toMatchObject({ code: 'passkey_refused' })

      // Frogy rejects a device that does not verify its user.
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
      await signInByPasskey()
      await expect(page.getByText(t('auth.passkey.none'))).toBeVisible()
      await expect(page).toHaveURL(`${url}/auth`)
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
      await signInByPasskey()
      await expect(page).toHaveURL(`${url}/`)

      // Some minutes after sign-in, removing the passkey requires the password. A removed passkey no longer works.
      site.clock.advance(11 * MINUTE_MS)
      await page.goto(`${url}/profile`)
      await lines.getByRole('button', { name: t('security.passkeys.remove') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('security.passkeys.remove') })
        .click()
      const asked = page.getByRole('dialog', { name: t('profile.askPassword.title') })
      await asked.getByLabel(t('auth.fields.password')).fill(layla.password)
      await page.keyboard.press('Enter')
      // An open dialog hides the list of passkeys from role queries, so wait until it closes.
      await expect(asked).toBeHidden()
      await expect(lines).toHaveCount(0)
      await signInByPasskey()
      await expect(page.getByText(t('errors.passkey_refused'))).toBeVisible()
      await expect(page).toHaveURL(`${url}/auth`)
    })
  })
})
