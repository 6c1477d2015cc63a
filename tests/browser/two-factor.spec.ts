import type { Page } from '@playwright/test'
import { codeAt, turnOnTwoFactor, wrongCode } from '../support/authenticator-app.ts'
import { expect, forBoth, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 } as const
const MINUTE_MS = 60_000

const boxOf = (page: Page, t: (path: string) => RegExp) => page.getByRole('textbox', { name: t('auth.code.title') })

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({
      viewport: { width: WIDTHS[language], height: 844 },
      ownServer: { environment: { RATE_LIMITS: 'on' } },
    })

    test(`turns on two-factor sign-in, and requires the password to renew its recovery codes or turn it off (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const layla = await signIn(page, site, language)
      site.clock.advance(11 * MINUTE_MS)
      await page.goto(`${site.url}/profile`)
      await expectAccessible(page)
      await page.getByRole('button', { name: t('security.twoFactor.turnOn') }).click()

      const asked = page.getByRole('dialog', { name: t('profile.askPassword.title') })
      await asked.getByLabel(t('auth.fields.password')).fill('not hers')
      await asked.getByRole('button', { name: t('profile.askPassword.submit') }).click()
      await expect(asked.getByLabel(t('auth.fields.password'))).toHaveAccessibleDescription(t('errors.wrong_password'))
      await expectAccessible(page)
      await asked.getByLabel(t('auth.fields.password')).fill(layla.password)
      await asked.getByRole('button', { name: t('profile.askPassword.submit') }).click()

      const setUp = page.getByRole('dialog', { name: t('security.setUp.title') })
      await setUp.getByRole('img', { name: t('security.setUp.qr') }).waitFor()
      await setUp.getByRole('button', { name: t('security.setUp.copy') }).click()
      const secret = await page.evaluate(() => navigator.clipboard.readText())
      expect(await setUp.locator('code').textContent()).toBe(secret.replaceAll(/(.{4})(?=.)/g, '$1 '))
      const code = setUp.getByRole('textbox', { name: t('security.setUp.code') })
      await code.pressSequentially(wrongCode(secret, site.clock.now()))
      await expect(code).toHaveAccessibleDescription(t('errors.wrong_code'))
      await expect(code).toHaveValue('')
      await expectAccessible(page)
      await screenshot(page, `two-factor-set-up-${language}`)
      await code.pressSequentially(codeAt(secret, site.clock.now()))

      const kept = page.getByRole('dialog', { name: t('security.codes.title') })
      await expect(kept.getByRole('listitem')).toHaveCount(10)
      await expectAccessible(page)
      await screenshot(page, `two-factor-codes-${language}`)
      // Closing the dialog without saving the recovery codes asks for confirmation.
      await kept.getByRole('button', { name: t('security.codes.done') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('app.cancel') })
        .click()
      await kept.getByRole('button', { name: t('security.codes.copy') }).click()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied.trim().split('\n')).toEqual(await kept.getByRole('listitem').allTextContents())
      await kept.getByRole('button', { name: t('security.codes.done') }).click()
      await expect(kept).toBeHidden()
      expect(await layla.call('GET /api/two-factor', {})).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
      await expectAccessible(page)
      await screenshot(page, `two-factor-on-${language}`)

      await page.getByRole('button', { name: t('security.twoFactor.turnOff') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('security.twoFactor.turnOff') })
        .click()
      await page.getByRole('button', { name: t('security.twoFactor.turnOn') }).waitFor()
      expect(await layla.call('GET /api/two-factor', {})).toMatchObject({ isOn: false })
    })

    test(`signs in with an authenticator app's code or a recovery code (${language})`, async ({ browser, site }) => {
      const t = await translator(language)
      const layla = await site.person()
      await layla.call('PATCH /api/user', { body: { preferredLanguage: language } })
      const { secret, recoveryCodes } = await turnOnTwoFactor(layla, site.clock.now())
      site.clock.advance(MINUTE_MS)

      const locale = { en: 'en-US', ar: 'ar-SA' }[language]
      const viewport = { width: WIDTHS[language], height: 844 }
      const context = await browser.newContext({ locale, viewport })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const page = await context.newPage()
      const givePassword = async () => {
        await page.getByLabel(t('auth.fields.email')).fill(layla.user?.email ?? '')
        await page.getByLabel(t('auth.fields.password')).fill(layla.password)
        await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
      }
      await page.goto(`${site.url}/auth`)
      await givePassword()
      const code = boxOf(page, t)
      await expect(code).toBeFocused()
      await expectAccessible(page)
      await screenshot(page, `sign-in-code-${language}`)

      // Typing the sixth digit submits the code. A wrong code clears the field.
      for (let tries = 0; tries < 5; tries++) {
        await code.pressSequentially(wrongCode(secret, site.clock.now()))
        await expect(code).toHaveAccessibleDescription(t('errors.wrong_code'))
        await expect(code).toHaveValue('')
        await expect(code).toBeFocused()
      }
      await code.pressSequentially(codeAt(secret, site.clock.now()))
      await expect(code).toBeDisabled()
      await expectAccessible(page)
      await screenshot(page, `sign-in-wait-${language}`)
      site.clock.advance(MINUTE_MS)
      await page.reload()
      await givePassword()

      // The code is pasted with a space, as authenticator apps show it.
      const now = codeAt(secret, site.clock.now())
      await page.evaluate((text) => navigator.clipboard.writeText(text), `${now.slice(0, 3)} ${now.slice(3)}`)
      await page.getByLabel(t('auth.code.trust')).check()
      await code.focus()
      await page.keyboard.press('ControlOrMeta+v')
      await expect(page).toHaveURL(`${site.url}/`)

      // This browser is now trusted, so it needs no code.
      const signInAnew = async () => {
        await page.request.post(`${site.url}/api/logout`)
        await page.goto(`${site.url}/auth`)
        await givePassword()
      }
      await signInAnew()
      await expect(page).toHaveURL(`${site.url}/`)
      // Without its cookies the browser needs a code again, and a recovery code works.
      await context.clearCookies()
      await signInAnew()
      await page.getByRole('button', { name: t('auth.code.toRecovery') }).click()
      const recovery = page.getByLabel(t('auth.recovery.label'))
      await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
      await expect(recovery).toHaveAccessibleDescription(t('auth.recovery.required'))
      await expectAccessible(page)
      await screenshot(page, `sign-in-recovery-${language}`)
      await recovery.fill(recoveryCodes[4] ?? '')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${site.url}/`)
      await context.close()
    })
  })
})
