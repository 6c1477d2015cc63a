import { rulesOf } from '#core/platforms/platform.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, expectAccessible, forBoth, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`guides an administrator to a network's app, copies its addresses and checks its keys (${language})`, async ({
      page,
      context,
    }) => {
      await using site = await startFrogy()
      const t = await translator(language)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn(page, site, language)
      await page.goto(`${site.url}/social-accounts`)
      await page.getByRole('link', { name: t('accounts.setup.title') }).click()
      const guide = page.getByRole('region', { name: t('networks.title') })
      await guide.getByRole('button', { name: /Threads/ }).click()
      await expect(guide.getByRole('heading', { name: 'Threads' })).toBeVisible()
      const address = `${site.url}/api/social-accounts/threads/callback`
      await expect(guide.getByText(address, { exact: true })).toBeVisible()
      await guide
        .getByRole('button', {
          name: t('connect.copyWhat', { what: language === 'ar' ? 'عنوان العودة' : 'Return address' }),
        })
        .click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
      await expectAccessible(page)

      const run = guide.getByRole('button', { name: t('networks.check', { platform: 'Threads' }) })
      await run.click()
      await expect(guide.getByText(t('networks.acceptedText'))).toBeVisible()
      await screenshot(page, `admin-networks-${language}`)
      const body = { error_message: 'No application data was given', error_code: 1_349_026 }
      await site.simulator.fault({ platform: 'threads', operation: 'token', fault: 'status', status: 400, body })
      await run.click()
      await expect(
        guide.getByText(t('accounts.trouble.app_credentials.what', { platform: rulesOf('threads').name })),
      ).toBeVisible()
      await expectAccessible(page)

      // Users who are not administrators see no link to the guide.
      await page.context().clearCookies()
      await signIn(page, site, language)
      await page.goto(`${site.url}/social-accounts`)
      await expect(page.getByRole('link', { name: t('accounts.connectTo', { platform: 'Threads' }) })).toBeVisible()
      await expect(page.getByRole('link', { name: t('accounts.setup.title') })).toHaveCount(0)
    })
  })
})
