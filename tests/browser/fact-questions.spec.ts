import { openFakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import {
  allDrafts,
  chooseNetworks,
  expect,
  expectAccessible,
  forBoth,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const WORDS = {
  en: {
    topic: 'Approvals, not software, slow logistics teams',
    other: 'Why meetings need an agenda',
    moment: 'Forty trucks stood at the gate.',
    figure: 'Waiting fell from 9 hours to 6.',
    draft: 'Forty trucks stood at the gate. Waiting fell from 9 hours to 6.',
  },
  ar: {
    topic: 'الموافقات هي ما يُبطئ فرق اللوجستيات',
    other: 'لماذا تحتاج الاجتماعات إلى جدول أعمال',
    moment: 'وقفت أربعون شاحنة عند البوابة.',
    figure: 'انخفض الانتظار من ٩ ساعات إلى ٦.',
    draft: 'وقفت أربعون شاحنة عند البوابة. انخفض الانتظار من ٩ ساعات إلى ٦.',
  },
} as const

forBoth({ gate: 'ar' }, (language) => {
  test(`lets the user add facts by keyboard before a model writes about a topic without facts (${language})`, async ({
    page,
  }) => {
    await using models = await openFakeModels()
    await using site = await startFrogy({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant' })
    const t = await translator(language)
    const { topic, other, moment, figure, draft } = WORDS[language]
    await signIn(page, site, language, 'linkedin', 'twitter')
    models.answer = () => ({ content: draft, hashtags: [] })
    // Delay the response with the model's status until the user has asked for drafts.
    const isAsked = Promise.withResolvers<void>()
    await page.route('**/api/ai/status', async (route) => {
      await isAsked.promise
      await route.continue()
    })
    await page.goto(`${site.url}/create`)
    await chooseNetworks(page, 'LinkedIn', 'X')
    const topicField = page.getByLabel(t('composer.input.topic'))
    await topicField.fill(topic)
    await page.keyboard.press('Control+Enter')
    isAsked.resolve()

    // The questions appear once for both networks, before any model is called.
    const questions = page.getByRole('form', { name: t('outline.questions.title') })
    const fields = questions.getByRole('textbox')
    await expect(fields).toHaveCount(3)
    await expect(fields.first()).toBeFocused()
    expect(models.asked).toEqual([])
    await expectAccessible(page)
    await screenshot(page, `fact-questions-${language}`)
    await page.keyboard.type(moment)
    await page.keyboard.press('Enter')
    await expect(fields.nth(1)).toBeFocused()
    await page.keyboard.type(figure)
    await page.reload()
    await expect(fields.first()).toHaveValue(moment)
    await expect(fields.nth(1)).toHaveValue(figure)
    await fields.nth(1).press('Control+Enter')
    await expect(allDrafts(page)).toHaveCount(2)
    const again = page.getByRole('button', { name: t('composer.generate.again') })
    await again.waitFor()
    for (const { prompt } of models.asked) expect(prompt).toContain(`<facts>\n${moment}\n${figure}\n</facts>`)

    // The answers are added to the facts field. If the user deletes them, Frogy does not ask about the same topic
    // again.
    await page.getByLabel(t('composer.input.facts')).fill('')
    models.asked.length = 0
    await topicField.press('Control+Enter')
    // Expect at least one request per network. Frogy sends further requests if a draft contains figures that are not in
    // the topic.
    await expect.poll(() => models.asked.length).toBeGreaterThanOrEqual(2)
    expect(models.asked[0]?.prompt).not.toContain('<facts>')
    await again.waitFor()

    // For another topic, Frogy asks again. Escape skips the questions.
    await topicField.fill(other)
    await page.keyboard.press('Control+Enter')
    await expect(fields.first()).toBeFocused()
    models.asked.length = 0
    await page.keyboard.press('Escape')
    await expect.poll(() => models.asked.length).toBeGreaterThanOrEqual(2)
    expect(models.asked[0]?.prompt).toContain(other)
    await expect(questions).toHaveCount(0)
  })
})
