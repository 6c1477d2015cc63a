import { readFile } from 'node:fs/promises'
import { ENGAGED_USER } from '../support/engagement-fixtures.ts'
import { DAY_MS, MINUTE_MS } from '../support/post-requests.ts'
import { PASSWORD, fixtureEmail } from '../support/fixture-users.ts'
import { expect, forBoth, expectAccessible, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const NUMBER = { en: '112', ar: '١١٢' }

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({
      viewport: { width: WIDTHS[language], height: 900 },
      ownServer: { environment: { METRICS: 'on', THREADS_SCOPES: 'threads_manage_insights' } },
    })

    test(`shows a month of engagement by post, by platform and by hour (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const data = { email: fixtureEmail(ENGAGED_USER[language]), password: PASSWORD }
      expect((await page.request.post(`${site.url}/api/login`, { data })).status()).toBe(200)
      await page.request.patch(`${site.url}/api/user`, { data: { preferredLanguage: language } })
      await page.goto(`${site.url}/`)
      await page.getByRole('link', { name: t('dashboard.fullAnalytics') }).click()
      await expect(page).toHaveURL(/\/analytics$/)
      await expect(page).toHaveTitle(new RegExp(t('analytics.title').source.slice(1, -1)))

      // Arrow keys move between the chart's posts, and a screen reader announces each.
      const chart = page.getByRole('slider')
      await chart.focus()
      const last = await chart.getAttribute('aria-valuetext')
      await chart.press('ArrowDown')
      await expect(chart).not.toHaveAttribute('aria-valuetext', last ?? '')
      await chart.press('Home')
      await expect(chart).toHaveValue('1')
      await expectAccessible(page)

      // The chart is also available as a table.
      const table = page.getByRole('table', { name: t('analytics.engagement.title') })
      await expect(table.getByRole('row')).toHaveCount(19)
      await page.getByRole('button', { name: t('analytics.engagement.asTable') }).click()
      await expect(table.getByRole('cell', { name: NUMBER[language] })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: t('analytics.engagement.asChart') }).click()

      // Facebook has not reported impressions.
      const networks = page.getByRole('table', { name: t('analytics.byNetwork.title') })
      await expect(networks.getByRole('row', { name: /Facebook/ })).toContainText(
        t('analytics.noReport').source.slice(1, -1),
      )
      await expect(page.getByRole('table', { name: t('analytics.top.title') }).getByRole('row')).toHaveCount(6)
      // Seven posts are in one time band and five in another, so a hint about the best time appears. It names the
      // platform.
      await expect(page.getByRole('region', { name: t('analytics.hint.title') })).toContainText('LinkedIn')

      // The URL holds the chosen date range, and the export covers the same range.
      await page.getByLabel(t('analytics.range.other')).press('Space')
      const [from, to] = [120, 110].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10))
      // The page has its own date picker, because a native one would use the browser's language and numerals.
      const choose = async (which: 'from' | 'to', date = '') => {
        const label = t(`analytics.range.${which}`)
        const field = page.getByRole('button', { name: new RegExp(`^${label.source.slice(1, -1)} `) })
        await expect(field).toHaveText(language === 'ar' ? /^[٠-٩]+ \p{Script=Arabic}+ [٠-٩]{4}$/u : /^\d+ \w+ \d{4}$/)
        await field.click()
        const title = t(which === 'from' ? 'analytics.range.firstDay' : 'analytics.range.lastDay')
        const dialog = page.getByRole('dialog', { name: title })
        await expect(dialog.getByRole('grid')).toBeVisible()
        await expectAccessible(page)
        const day = dialog.locator(`[data-day="${date}"]`).getByRole('button')
        while (!(await day.isVisible())) await dialog.getByRole('button', { name: t('picker.previousMonth') }).click()
        await day.click()
        await expect(dialog).toBeHidden()
        await expect(field).toBeFocused()
      }
      await choose('to', to)
      await page.getByRole('button', { name: t('analytics.range.show') }).click()
      await expect(page.getByRole('alert')).toHaveText(t('analytics.range.wrong'))
      await choose('from', from)
      await page.getByRole('button', { name: t('analytics.range.show') }).click()
      await expect(page).toHaveURL(new RegExp(`\\?from=${from}&to=${to}$`))
      const menu = page.getByRole('button', { name: t('analytics.actions') })
      const isNarrow = WIDTHS[language] < 768
      if (isNarrow) await expect(menu).toHaveCount(0)
      else await expect(page.getByRole('button', { name: t('analytics.export') })).toBeDisabled()
      await expectAccessible(page)
      await page.goto(`${site.url}/analytics?days=90`)
      const downloading = page.waitForEvent('download')
      if (isNarrow) await menu.click()
      await page.getByRole(isNarrow ? 'menuitem' : 'link', { name: t('analytics.export') }).click()
      const csv = await readFile(await (await downloading).path(), 'utf8')
      expect(csv.trim().split('\r\n')).toHaveLength(19)
      expect(csv).toContain(t('analytics.csv.engagement').source.slice(1, -1))
    })

    test(`replaces the empty analytics page by a chart when the first metrics arrive (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'threads')
      await page.goto(`${site.url}/analytics`)
      const empty = page.getByRole('heading', { name: t('analytics.empty.title') })
      await expect(empty).toBeVisible()
      await expectAccessible(page)
      await layla.call('POST /api/posts', { body: { platform: 'threads', content: 'Out', status: 'published' } })
      await page.goto(`${site.url}/analytics`)
      await expect(empty).toBeVisible()
      const id = (await site.simulator.posts('threads')).at(-1)?.id ?? ''
      await site.simulator.engage({ platform: 'threads', id, impressions: 40, likes: 5, comments: 1, shares: 0 })
      site.clock.advance(15 * MINUTE_MS)
      // The page shows the new metrics without a reload.
      await expect(page.getByRole('slider')).toHaveAttribute('max', '1')
      await expect(empty).toHaveCount(0)
    })
  })
})
