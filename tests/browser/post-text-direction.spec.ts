import { expect, forBoth, LOCALES, signIn, test } from './browser-test.ts'

const LINES = {
  ar: 'حذفنا أربعة توقيعات.',
  en: 'We took four signatures off.',
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 844 } })

    test(`aligns the text of an upcoming post at the side where its language starts (${language})`, async ({
      page,
      site,
    }) => {
      const layla = await signIn(page, site, language, 'linkedin')
      for (const content of Object.values(LINES))
        await layla.schedule({ platform: 'linkedin', content, at: new Date(Date.now() + 86_400_000) })
      await page.goto(site.url)
      for (const [of, content] of Object.entries(LINES)) {
        const line = page.locator('section[aria-labelledby=coming]').getByText(content)
        await line.waitFor()
        const gaps = await line.evaluate((element) => {
          const words = document.createRange()
          words.selectNodeContents(element)
          const [column, box] = [element.getBoundingClientRect(), words.getBoundingClientRect()]
          return { left: box.left - column.left, right: column.right - box.right }
        })
        const [start, end] = of === 'ar' ? [gaps.right, gaps.left] : [gaps.left, gaps.right]
        expect(start).toBeLessThan(2)
        // The line is short, so only its start touches the column's edge.
        expect(end).toBeGreaterThan(40)
      }
    })
  })
})
