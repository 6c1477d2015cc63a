import { expect, expectAccessible, forBoth, LOCALES, signIn, test, translator, within } from './browser-test.ts'

const TABLES = {
  en: [
    'text,network,date,time,tags',
    'First post,Threads,2099-01-15,08:30,Launch|Eid',
    'Second post,threads,2099/1/16,9 pm,launch',
  ],
  ar: [
    '\uFEFFالنص;الشبكة;التاريخ;الوقت;التصنيفات',
    'المنشور الأول;ثريدز;٢٠٩٩-٠١-١٥;٨:٣٠ ص;العيد، Launch',
    'المنشور الثاني;Threads;2099/1/16;٩ م;launch',
  ],
}
const WRONG = { en: 'Third post,MySpace,2001-01-15,08:30', ar: 'المنشور الثالث;MySpace;2001-01-15;08:30' }

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh' })

    test(`imports each valid row of a table as a post, only once and after a preview (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'threads')
      await page.goto(site.url)
      await page.getByRole('button', { name: t('app.import') }).press('Enter')
      const dialog = page.getByRole('dialog')
      const file = dialog.locator('input[type=file]')
      const choose = (lines: readonly string[]) =>
        file.setInputFiles({ name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
      await choose([TABLES[language][1] ?? '', WRONG[language]])
      await expect(dialog.getByRole('alert')).toBeVisible()
      await choose([...TABLES[language], WRONG[language]])
      await expect(dialog.getByRole('listitem')).toHaveCount(3)
      await expect(dialog.getByRole('listitem').last()).toContainText('MySpace')
      await expect(dialog.getByText(t('import.mistakes.past'))).toHaveCount(1)
      await expect(dialog.getByRole('listitem').first()).toContainText(within(t('import.newTag', { name: 'Launch' })))
      await expectAccessible(page)
      expect(await layla.call('GET /api/posts', {})).toEqual([])

      // The server stores the first post, but its response is lost.
      let isLost = false
      await page.route('**/api/posts', async (route) => {
        if (isLost || route.request().method() !== 'POST') return route.continue()
        isLost = true
        await route.fetch()
        return route.abort()
      })
      const primary = dialog.getByRole('button').last()
      await primary.click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await primary.click()
      await expect(dialog.getByText(t('import.isStored'))).toHaveCount(2)
      await expectAccessible(page)
      const posts = await layla.call('GET /api/posts/scheduled', {})
      expect(posts.map(({ platform, scheduledAt }) => [platform, scheduledAt])).toEqual([
        ['threads', '2099-01-15T05:30:00.000Z'],
        ['threads', '2099-01-16T18:00:00.000Z'],
      ])

      const tags = await layla.call('GET /api/tags', {})
      expect(tags).toHaveLength(2)
      const launch = tags.find(({ name }) => name === 'Launch')?.id
      expect(posts.map(({ tagIds }) => tagIds?.length)).toEqual([2, 1])
      expect(posts.every(({ tagIds }) => launch && tagIds?.includes(launch))).toBe(true)

      // Importing the same file a second time creates no posts.
      await primary.click()
      await page.getByRole('button', { name: t('app.import') }).click()
      await choose(TABLES[language])
      await expect(dialog.getByText(t('import.mistakes.there'))).toHaveCount(2)
    })
  })
})
