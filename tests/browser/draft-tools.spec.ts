import type { Locator } from '@playwright/test'
import { openFakeModels, type ModelRequest } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, expectAccessible, forBoth, postField, screenshot, signIn, test, translator } from './browser-test.ts'

const WORDS = {
  en: {
    topic: 'Approvals took nine days in March',
    first: 'Approvals took nine days.\n\nFour names went off the form.',
    wish: 'Less salesy, keep the second sentence',
    changed: 'Nine days passed.\n\nFour names went off the form.',
    moment: 'In March, an order waited nine days.',
    figure: 'Nine days: that is what an approval took in March.',
  },
  ar: {
    topic: 'استغرقت الموافقات تسعة أيام في مارس',
    first: 'استغرقت الموافقات تسعة أيام.\n\nثم حُذفت أربعة أسماء من النموذج.',
    wish: 'نبرة أقل تسويقًا، مع إبقاء الجملة الثانية',
    changed: 'مرّت تسعة أيام.\n\nثم حُذفت أربعة أسماء من النموذج.',
    moment: 'في مارس انتظر الطلب تسعة أيام.',
    figure: 'تسعة أيام: هذا ما استغرقته الموافقة في مارس.',
  },
} as const

forBoth({ gate: 'en' }, (language) => {
  test(`rewrites a draft by a request in the author's words, and replaces its first paragraph, by keyboard alone (${language})`, async ({
    page,
  }) => {
    await using models = await openFakeModels()
    await using site = await startFrogy({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant' })
    const t = await translator(language)
    const { topic, first, wish, changed, moment, figure } = WORDS[language]
    await signIn(page, site, language, 'linkedin')
    models.answer = () => ({ content: first, hashtags: [] })
    await page.goto(`${site.url}/create`)
    await page.getByLabel(t('composer.input.topic')).fill(topic)
    await page.keyboard.press('Control+Enter')
    const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
    const field = postField(draft)
    const button = (name: RegExp, within: Locator = draft) => within.getByRole('button', { name })
    const paragraphs = () => field.locator('> *').filter({ hasText: /\S/ })
    await expect(paragraphs()).toHaveText(first.split('\n\n'))

    // Enter sends the author's request to the model. After a failure, the request stays in its field, so that the
    // author can send it again.
    const asks = button(t('rework.wish.open'))
    const wishField = draft.getByLabel(t('rework.wish.label'))
    await asks.focus()
    await page.keyboard.press('Enter')
    await expect(wishField).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(asks).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type(wish)
    models.answer = () => ({ refusal: 'No.' })
    await page.keyboard.press('Enter')
    await expect(wishField).toBeFocused()
    await expect(wishField).toHaveValue(wish)
    await expect(paragraphs()).toHaveText(first.split('\n\n'))
    await expectAccessible(page)
    await screenshot(page, `wish-${language}`)
    models.answer = () => ({ content: changed, hashtags: [] })
    await page.keyboard.press('Enter')
    await expect(paragraphs()).toHaveText(changed.split('\n\n'))
    await expect(wishField).toHaveCount(0)
    expect((models.asked.at(-1) as ModelRequest).prompt).toContain(`<wish>\n${wish}\n</wish>`)
    await button(t('rework.undo')).press('Enter')
    await expect(paragraphs()).toHaveText(first.split('\n\n'))

    // The model suggests several first paragraphs. The author can try one after another, and the other paragraphs stay.
    models.answer = () => ({ text: JSON.stringify({ moment, figure, quotation: null }) })
    await button(t('rework.openings.open')).press('Enter')
    const list = draft.getByRole('region', { name: t('rework.openings.title') })
    const choices = list.getByRole('button')
    await expect(choices).toHaveCount(2)
    await expect(choices.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(paragraphs()).toHaveText([moment, ...first.split('\n\n').slice(1)])
    await expect(choices.first()).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await screenshot(page, `openings-${language}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(paragraphs()).toHaveText([figure, ...first.split('\n\n').slice(1)])
    await page.keyboard.press('Escape')
    await expect(button(t('rework.openings.open'))).toBeFocused()
    await button(t('rework.undo')).press('Enter')
    await expect(paragraphs()).toHaveText([moment, ...first.split('\n\n').slice(1)])

    // The slash menu also opens the list of suggested first paragraphs. If the model's answer is invalid, the user can
    // ask again.
    models.answer = () => ({ text: 'I would rather not.' })
    await field.press('Control+End')
    await page.keyboard.type('\n/')
    await page.getByRole('option', { name: t('rework.openings.open') }).waitFor()
    await page.keyboard.type(language === 'ar' ? 'افتتاحيات' : 'openings')
    await page.keyboard.press('Enter')
    await expect(list.getByRole('alert')).toBeVisible()
    models.answer = () => ({ text: JSON.stringify({ moment: null, figure: null, quotation: null }) })
    await button(t('rework.openings.retry'), list).press('Enter')
    await expect(list.getByText(t('rework.openings.none'))).toBeVisible()
  })
})
