import { openFakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, forBoth, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const WORDS = {
  en: {
    question: 'We cut purchase approvals from seven signatures to three.',
    answer: 'Make the **reader** the hero. Let the number arrive late.',
    more: 'The second one, but gentler.',
  },
  ar: {
    question: 'خفّضنا موافقات الشراء من سبعة توقيعات إلى ثلاثة.',
    answer: 'فليكن **القارئ** هو البطل، وليأتِ الرقم متأخرًا.',
    more: 'الثانية، لكن ألطف.',
  },
}

forBoth({ gate: 'en' }, (language) => {
  const words = WORDS[language]
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`finds and deletes earlier conversations with the assistant (${language})`, async ({ page }) => {
      await using models = await openFakeModels()
      await using site = await startFrogy({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant' })
      const text = await translator(language)
      const layla = await signIn(page, site, language)
      models.answer = () => ({ text: words.answer })
      for (const question of [words.question, words.more])
        await layla.call('POST /api/assistant/ask', { body: { question } })
      await page.goto(`${site.url}/ask-frogy`)
      const all = page.getByRole('button', { name: text('ask.showConversations') })
      if (language === 'ar') await all.click()
      const list = page.getByRole('complementary')
      await expect(list.getByRole('link')).toHaveText([words.more, words.question])
      await expectAccessible(page)
      await screenshot(page, `ask-list-${language}`)
      await page.getByRole('searchbox', { name: text('ask.search') }).fill(words.question.slice(0, 6))
      await expect(list.getByRole('link')).toHaveText([words.question])
      await list.getByRole('link').click()
      await expect(page.getByRole('log')).toContainText(words.question)
      if (language === 'ar') await all.click()
      await list.getByRole('button', { name: text('ask.delete', { title: words.question }) }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: text('ask.deleting.delete') })
        .click()
      await expect(page).toHaveURL(`${site.url}/ask-frogy`)
      await expect(page.getByText(text('ask.welcome.title'))).toBeVisible()
    })

    test(`loads more than fifty conversations on request (${language})`, async ({ page }) => {
      await using site = await startFrogy()
      const text = await translator(language)
      const layla = await signIn(page, site, language)
      for (let number = 1; number <= 52; number++)
        await layla.call('POST /api/assistant/ask', { body: { question: `${words.more} ${number}` } })
      await page.goto(`${site.url}/ask-frogy`)
      if (language === 'ar') await page.getByRole('button', { name: text('ask.showConversations') }).click()
      const list = page.getByRole('complementary')
      await expect(list.getByRole('link')).toHaveCount(50)
      const more = list.getByRole('button', { name: text('ask.more') })
      await more.click()
      await expect(list.getByRole('link')).toHaveCount(52)
      await expect(more).toBeHidden()
      await expectAccessible(page)
      await list.getByRole('link').last().click()
      await expect(page.getByRole('log')).toContainText(words.more)
    })

    test(`keeps the user's question when the model fails, and retries it (${language})`, async ({ page }) => {
      await using models = await openFakeModels()
      await using site = await startFrogy({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant' })
      const text = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/ask-frogy`)
      const field = page.getByRole('textbox', { name: text('ask.question') })
      await page.route('**/api/assistant/ask', (route) => route.abort())
      await field.fill(words.question)
      await page.getByRole('button', { name: text('ask.send') }).click()
      await expect(page.getByRole('alert')).toContainText(text('ask.failed').source.slice(1, -1))
      await expect(field).toHaveValue(words.question)
      await page.unroute('**/api/assistant/ask')

      models.answer = () => ({ status: 401, code: 'authentication_error' })
      await page.getByRole('button', { name: text('ask.send') }).click()
      const retry = page.getByRole('button', { name: text('ask.retry') })
      await expect(retry).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `ask-failed-${language}`)
      models.answer = () => ({ text: words.answer })
      await retry.click()
      await expect(page.getByRole('log').locator('strong')).toBeVisible()
    })
  })
})
