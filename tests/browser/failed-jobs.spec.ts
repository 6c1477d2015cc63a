import { failTwoJobs } from '../support/failed-jobs.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, forBoth, LOCALES, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const TITLES = {
  en: { failed: '2 background tasks failed', done: 'The background tasks succeeded' },
  ar: { failed: 'تعثّرت مهمتان في الخلفية', done: 'أُنجزت مهام الخلفية' },
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width: 390, height: 844 },
    })

    test(`notifies an administrator of failed jobs and retries them (${language})`, async ({ page }) => {
      const t = await translator(language)
      await using site = await startFrogy({}, { fill: failTwoJobs })
      await signIn(page, site, language)
      await page.goto(site.url)
      const bell = page.locator('header').getByRole('button', { name: /1|واحد/ })
      await bell.click()
      const item = page.getByRole('dialog').getByRole('listitem')
      await expect(item).toContainText(TITLES[language].failed)
      await expectAccessible(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.evaluate((theme) => localStorage.setItem('theme', theme), colorScheme)
        await page.reload()
        await bell.click()
        await expect(item).toBeVisible()
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 844 })
          await screenshot(page, `failed-jobs-${language}-${colorScheme}-${width}`)
        }
      }
      await item.getByRole('button', { name: t('notifications.actions.retry_jobs') }).click()
      await expect(item).toContainText(TITLES[language].done)
      await expect(item.getByText(t('notifications.done'))).toBeVisible()
      await expectAccessible(page)
    })
  })
})
