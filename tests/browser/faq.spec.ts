import { expect, forBoth, LOCALES, expectAccessible, screenshot, test, translator } from './browser-test.ts'

const SEARCHED = { en: ['YELLOW', 'marked yellow'], ar: ['اصفر', 'الأصفر'] } as const

forBoth({ gate: 'ar' }, (language) => {
  test.describe(`questions (${language})`, () => {
    test.use({ locale: LOCALES[language], viewport: { width: language === 'en' ? 1280 : 390, height: 900 } })

    test('filters questions while the user types and opens the matching ones', async ({ page, site }) => {
      const t = await translator(language)
      await page.goto(`${site.url}/faq`)
      await expect(page).toHaveTitle(new RegExp(t('faq.title').source.slice(1, -1)))
      const questions = page.locator('details:visible')
      const count = await questions.count()
      expect(count).toBeGreaterThanOrEqual(15)
      await expect(page.locator('details[open]')).toHaveCount(0)
      await expectAccessible(page)
      await screenshot(page, `faq-${language}`, { fullPage: true })
      const [words, found] = SEARCHED[language]
      await page.getByRole('searchbox').fill(words)
      await expect(questions).toHaveCount(1)
      await expect(questions).toContainText(found)
      await expect(page.locator('details[open]')).toHaveCount(1)
      await screenshot(page, `faq-found-${language}`)
      await page.getByRole('searchbox').fill('zzzz')
      await expect(questions).toHaveCount(0)
      await expect(page.getByText(t('faq.none'))).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('searchbox').fill('')
      await expect(questions).toHaveCount(count)
      await expect(page.locator('details[open]')).toHaveCount(0)
      await expect(page.getByText(t('faq.none'))).toHaveCount(0)
    })

    test('opens a question by its own URL', async ({ page, site }) => {
      await page.goto(`${site.url}/faq#how-is-x-counted`)
      const question = page.locator('#how-is-x-counted')
      await expect(question).toHaveAttribute('open', '')
      await expect(question).toBeInViewport()
      await page.locator('#can-a-post-go-out-twice summary').click()
      await expect(page).toHaveURL(`${site.url}/faq#can-a-post-go-out-twice`)
      await page.locator('#can-a-post-go-out-twice summary').click()
      await expect(page).toHaveURL(`${site.url}/faq`)
    })
  })
})

test.describe('questions without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('shows every answer without JavaScript', async ({ page, site }) => {
    await page.goto(`${site.url}/faq`)
    await page.locator('details summary').first().click()
    await expect(page.locator('details[open] p').first()).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveCount(0)
  })
})
