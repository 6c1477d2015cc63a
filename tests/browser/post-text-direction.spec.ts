import { expect, forBoth, LOCALES, signIn, test } from './browser-test.ts'

const LINES = {
  ar: 'حذفنا أربعة توقيعات من نموذج واحد، فانخفض زمن المراجعة بنسبة الثلث خلال ربع سنة.',
  en: 'We took four signatures off one form, and review time fell by a third in a quarter.',
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
      const indents: number[] = []
      for (const [of, content] of Object.entries(LINES)) {
        const line = page.locator('section[aria-labelledby=coming]').getByText(content)
        await line.waitFor()
        indents.push(
          await line.evaluate(
            (element, side) => {
              const words = document.createRange()
              words.selectNodeContents(element)
              const card = element.closest('li')?.getBoundingClientRect()
              const box = words.getBoundingClientRect()
              return Math.abs((card?.[side] ?? 0) - box[side])
            },
            of === 'ar' ? ('right' as const) : ('left' as const),
          ),
        )
      }
      // The distance from the edge must not exceed the card's padding.
      for (const indent of indents) expect(indent).toBeLessThanOrEqual(18)
    })
  })
})
