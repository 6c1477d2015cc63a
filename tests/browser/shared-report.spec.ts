import { readPdf } from '#server/reading/documents/read-pdf.ts'
import { ENGAGED_USER } from '../support/engagement-fixtures.ts'
import { PASSWORD, fixtureEmail } from '../support/fixture-users.ts'
import { expect, expectAccessible, forBoth, screenshot, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const TITLE = { en: 'Najd Logistics, first quarter', ar: 'نجد للخدمات اللوجستية، الربع الأول' }

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({
      viewport: { width: WIDTHS[language], height: 900 },
      ownServer: { environment: { METRICS: 'on' } },
    })

    test(`shares a report by a link to read and print as PDF, until the user disables it (${language})`, async ({
      page,
      site,
      browser,
    }) => {
      const t = await translator(language)
      const data = { email: fixtureEmail(ENGAGED_USER[language]), password: PASSWORD }
      expect((await page.request.post(`${site.url}/api/login`, { data })).status()).toBe(200)
      await page.request.patch(`${site.url}/api/user`, { data: { preferredLanguage: language } })
      await page.goto(`${site.url}/analytics`)
      const isNarrow = WIDTHS[language] < 768
      if (isNarrow) await page.getByRole('button', { name: t('analytics.actions') }).press('Enter')
      await page.getByRole(isNarrow ? 'menuitem' : 'button', { name: t('analytics.report.share') }).press('Enter')
      const dialog = page.getByRole('dialog', { name: t('analytics.report.share') })
      await dialog.getByLabel(t('analytics.report.name')).fill(TITLE[language])
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('analytics.report.create') }).press('Enter')
      const link = dialog.getByRole('textbox', { name: t('analytics.report.link') })
      await expect(link).toHaveValue(/\/report\?key=/)
      await expect(dialog.getByRole('listitem')).toContainText(TITLE[language])
      await expectAccessible(page)
      await screenshot(page, `report-shared-${language}`)

      const reader = await (await browser.newContext({ viewport: { width: WIDTHS[language], height: 900 } })).newPage()
      await reader.goto(await link.inputValue())
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText(TITLE[language])
      await expect(
        reader
          .getByRole('table', { name: t('analytics.table.posts') })
          .getByRole('row')
          .nth(5),
      ).toBeVisible()
      await expectAccessible(reader)
      await screenshot(reader, `report-${language}`)
      const isWide = await reader.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWide).toBe(false)

      const pdf = await reader.pdf({ format: 'A4', preferCSSPageSize: true })
      const { content } = await readPdf(new Uint8Array(pdf))
      expect(content).toContain(TITLE[language])
      expect(content.split('\n').filter((line) => t('analytics.report.print').test(line))).toEqual([])

      await dialog.getByRole('button', { name: t('analytics.report.endOf', { title: TITLE[language] }) }).press('Enter')
      await expect(dialog.getByRole('listitem')).toHaveCount(0)
      expect((await reader.reload())?.status()).toBe(404)
    })
  })
})
