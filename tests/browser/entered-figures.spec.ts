import { pictureFile } from '../support/pictures.ts'
import {
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  screenshot,
  signIn,
  test,
  translator,
  within,
} from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const TEXTS = {
  en: ['The third quay opens on Sunday', 'Nine days for one stamp'],
  ar: ['افتتاح الرصيف الثالث يوم الأحد', 'تسعة أيام لختم واحد'],
}
const TYPED = { en: '1,204', ar: '١٬٢٠٤' }
const HEAD = { en: 'Post ID,Reactions', ar: 'معرّف المنشور,الإعجابات' }

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      timezoneId: 'Asia/Riyadh',
      viewport: { width: WIDTHS[language], height: 900 },
    })

    test(`saves post metrics that the user types or imports from a file, and marks them in a report with a logo (${language})`, async ({
      page,
      site,
      browser,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'telegram')
      const ids: string[] = []
      for (const content of TEXTS[language]) {
        const body = { platform: 'telegram', content, status: 'published' } as const
        ids.push((await layla.call('POST /api/posts', { body })).id)
      }
      const isNarrow = WIDTHS[language] < 768
      const act = async (name: string) => {
        if (isNarrow) await page.getByRole('button', { name: t('analytics.actions') }).click()
        await page.getByRole(isNarrow ? 'menuitem' : 'button', { name: t(name) }).click()
      }
      await page.goto(`${site.url}/analytics`)
      await act('analytics.entered.button')
      const dialog = page.getByRole('dialog')
      const [first = '', second = ''] = TEXTS[language]
      await dialog.getByRole('button', { name: t('analytics.entered.edit', { post: first }) }).click()
      const seen = dialog.getByLabel(t('analytics.table.seen'))
      await seen.fill('many')
      await dialog.getByRole('button', { name: t('analytics.entered.save') }).click()
      await expect(dialog.getByText(t('analytics.entered.invalid'))).toBeVisible()
      await expectAccessible(page)
      await seen.fill(TYPED[language])
      await dialog.getByLabel(t('analytics.table.shares')).fill('3')
      await screenshot(page, `enter-figures-${language}`)
      await dialog.getByRole('button', { name: t('analytics.entered.save') }).click()
      await expect(seen).toHaveCount(0)
      await expect(dialog.getByRole('listitem').filter({ hasText: first })).toContainText('Layla')

      await dialog.getByRole('button', { name: t('analytics.entered.import') }).click()
      const rows = [HEAD[language], `${ids[1]},12`, 'https://t.me/other/1,4', `${ids[0]},soon`]
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'figures.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })
      await expect(dialog.getByRole('listitem')).toHaveCount(3)
      await expect(dialog.getByText(t('analytics.import.mistakes.unknown_post'))).toHaveCount(1)
      await expect(dialog.getByText(t('analytics.import.mistakes.count', { value: 'soon' }))).toHaveCount(1)
      await expect(dialog.getByRole('listitem').filter({ hasText: second })).toHaveCount(1)
      await expectAccessible(page)
      await screenshot(page, `import-figures-${language}`)
      const read = async () => (await layla.call('GET /api/analytics/posts', {})).posts.map(({ likes }) => likes)
      expect(await read()).toEqual([null, null])
      await dialog.getByRole('button').last().click()
      await expect(dialog).toHaveCount(0)
      expect(await read()).toEqual([12, null])

      const networks = page.getByRole('table', { name: t('analytics.byNetwork.title') })
      await expect(networks.getByRole('row', { name: /Telegram/ })).toContainText('*')
      await expect(page.getByText(t('analytics.entered.note'))).toBeVisible()

      await act('analytics.report.share')
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await pictureFile('png', 320, 80) })
      await expect(dialog.getByRole('img', { name: t('analytics.report.logoShown') })).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('analytics.report.create') }).click()
      const link = dialog.getByRole('textbox', { name: t('analytics.report.link') })
      await expect(link).toHaveValue(/\/report\?key=/)

      const reader = await (await browser.newContext({ viewport: { width: WIDTHS[language], height: 900 } })).newPage()
      await reader.goto(await link.inputValue())
      const posts = reader.getByRole('table', { name: t('analytics.table.posts') })
      await expect(posts.getByRole('row').filter({ hasText: first })).toContainText(within(t('analytics.entered.mark')))
      await expect(reader.getByText(t('analytics.report.entered'))).toBeVisible()
      const logo = reader.getByRole('img', { name: `${layla.user?.firstName} ${layla.user?.lastName}` })
      await expect(logo).toBeVisible()
      expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
      await expectAccessible(reader)
      await screenshot(reader, `report-with-logo-${language}`)
      expect(await reader.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    })
  })
})
