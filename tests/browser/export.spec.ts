import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { mailsIn } from '../support/outbox.ts'
import { later } from '../support/publishing.ts'
import { expect, forBoth, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 } as const

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 844 }, ownServer: {} })

    test(`requests an export, sends a mail about it and downloads it (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await layla.schedule({ platform: 'linkedin', content: 'To come', at: later(site) })
      await page.goto(`${site.url}/profile`)
      await page.getByRole('button', { name: t('security.export.export') }).click()
      const mails = () => mailsIn(site.dataDir).filter((mail) => mail.includes(`To: ${layla.user?.email}\n`))
      await expect.poll(() => mails().join('\n')).toContain('/profile#data')
      const link = page.getByRole('link', { name: /MB|ميغابايت/ })
      await link.waitFor()
      await expectAccessible(page)
      await screenshot(page, `export-ready-${language}`)

      const downloading = page.waitForEvent('download')
      await link.click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^frogy-[\d-]{10}\.zip$/)
      const files = unzipSync(new Uint8Array(readFileSync(await download.path())))
      expect(strFromU8(files['posts.json'] ?? new Uint8Array())).toContain('To come')

      // The user can request a new export, and the page shows its progress.
      await page.route('**/api/export', async (route) => {
        if (route.request().method() !== 'GET') return await route.continue()
        const response = await route.fetch()
        const archive = (await response.json()) as { last: object; aboutBytes: number }
        await route.fulfill({
          response,
          json: { aboutBytes: 38_000_000, last: { ...archive.last, state: 'working', progress: 40, expiresAt: null } },
        })
      })
      await page.getByRole('button', { name: t('security.export.again') }).click()
      await expect(page.getByRole('progressbar', { name: t('security.export.progress') })).toHaveAttribute(
        'value',
        '40',
      )
      // Without a mail server, the page does not promise a mail.
      await expect(page.getByText(t('security.export.underWay'))).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `export-under-way-${language}`)
      await page.unrouteAll({ behavior: 'wait' })
      await expect(link).toBeVisible()
    })
  })
})
