import { expect, forBoth, LOCALES, expectAccessible, signIn, test, translator } from './browser-test.ts'

const DRAFTS = {
  en: {
    content: '“Nobody reads a form with nine names,” said Mona Aziz.\n\nReview time fell by 34% in one quarter.',
    quotation: '“Nobody reads a form with nine names” — Mona Aziz',
    figure: '34%',
    words: 'Review time fell by 34% in one quarter.',
  },
  ar: {
    content: 'قالت منى العزيز: «لا أحد يقرأ نموذجًا فيه تسعة أسماء».\n\nانخفض زمن المراجعة بنسبة ٣٤٪ في ربع واحد.',
    quotation: '«لا أحد يقرأ نموذجًا فيه تسعة أسماء» — منى العزيز',
    figure: '٣٤٪',
    words: 'انخفض زمن المراجعة بنسبة ٣٤٪ في ربع واحد.',
  },
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh' })

    test(`draws a number from a draft as a picture, and adds it with alt text to the draft (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const { content, quotation, figure, words } = DRAFTS[language]
      const layla = await signIn(page, site, language, 'linkedin')
      const body = { status: 'draft', platform: 'linkedin', contentLanguage: language, content } as const
      const { id } = await layla.call('POST /api/posts', { body })
      await page.goto(`${site.url}/create?draft=${id}`)
      await expect(page.locator('[data-draft]').getByRole('textbox').first()).toContainText(figure)
      await page.getByRole('button', { name: t('composer.media.add') }).press('Enter')
      await page.getByRole('button', { name: t('composer.media.makeCard') }).press('Enter')

      const dialog = page.getByRole('dialog')
      const first = dialog.getByRole('img', { name: quotation })
      await expect.poll(() => first.evaluate(isDrawn)).toBe(true)
      await expectAccessible(page)
      await dialog.getByRole('radio').last().check()
      await expect(dialog.getByRole('textbox', { name: t('cards.picture.figure') })).toHaveValue(figure)
      const picture = dialog.getByRole('img', { name: words })
      await expect.poll(() => picture.evaluate(isDrawn)).toBe(true)
      await dialog.getByRole('button', { name: t('cards.picture.add') }).press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('textbox').and(page.locator('textarea')).filter({ hasText: words })).toBeVisible()
      await expect.poll(async () => (await layla.read({ id })).media.images.length).toBe(1)
      const [image = ''] = (await layla.read({ id })).media.images
      await expect
        .poll(async () => (await layla.call('GET /api/images', { query: { ids: image } }))[0]?.altText)
        .toBe(words)
    })
  })
})

/** Whether a canvas has an accent colour at its top and dark text on white below. */
function isDrawn(element: Element): boolean {
  const context = (element as HTMLCanvasElement).getContext('2d')
  const pixels = context?.getImageData(0, 0, 1_080, 1_080).data ?? []
  let dark = 0
  for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 90) dark++
  return dark > 20_000
}
