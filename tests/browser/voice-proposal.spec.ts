import type { Person } from '../support/person.ts'
import { openFakeModels, type FakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import {
  expect,
  expectAccessible,
  forBoth,
  screenshot,
  signIn,
  test,
  translator,
  type Language,
} from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const QUESTION = { en: 'Which name would you remove first?', ar: 'أي اسم تحذفونه أولًا؟' }
const draftText = (language: Language, n: number) =>
  language === 'en'
    ? `Order ${n} carried seven signatures, and most of the people behind them had never refused one. Orders now leave a day earlier in branch ${n}. ${QUESTION.en}`
    : `حمل الطلب رقم ${n} سبعة تواقيع، ومعظم أصحابها لم يرفضوا طلبًا قط. تخرج الطلبات الآن قبل موعدها بيوم في الفرع ${n}. ${QUESTION.ar}`

/**
 * Lets Frogy write five drafts, and publishes four of them without their closing question.
 * @param first the number of the first draft: the simulator refuses a text that was published before
 */
async function publishEdited(person: Person, models: FakeModels, language: Language, first: number): Promise<void> {
  for (let n = first; n < first + 5; n++) {
    const text = draftText(language, n)
    models.answer = () => ({ content: text, hashtags: [] })
    await person.call('POST /api/content/generate-linkedin', {
      body: { topic: text.slice(0, 60), platform: ['linkedin'], language: language === 'en' ? 'english' : 'arabic' },
    })
    const content = n === first ? text : text.replace(QUESTION[language], '')
    await person.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })
  }
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`proposes a rule from the user's edits, which the user accepts or refuses by keyboard (${language})`, async ({
      page,
    }) => {
      await using models = await openFakeModels()
      await using site = await startFrogy({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant' })
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await publishEdited(layla, models, language, 1)
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).click()
      const line = page.getByRole('button').filter({ has: page.getByText(t('voice.title')) })
      await expect(line).toContainText(new RegExp(t('voice.proposal.line').source.slice(1, -1)))
      await line.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: t('voice.title') })
      const card = dialog.getByRole('region', { name: t('voice.proposal.title') })
      await expect(card).toContainText(/4.*5|٤.*٥/u)
      await expectAccessible(page)
      await screenshot(page, `voice-proposal-${language}`)

      // Saving other input that the user typed before must keep the accepted rule.
      await dialog.getByLabel(t('voice.donts.label')).fill('1')
      await card.getByRole('button', { name: t('voice.proposal.accept') }).focus()
      await page.keyboard.press('Enter')
      await expect(card).toHaveCount(0)
      await expect(dialog.getByLabel(t('voice.donts.label'))).toHaveValue(/^1\n.+$/u)
      await dialog.getByRole('button', { name: t('voice.save') }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(line).not.toContainText(t('voice.proposal.line'))
      const { donts } = await layla.call('GET /api/voice', {})
      expect(donts).toHaveLength(2)

      const omar = await signIn(page, site, language, 'linkedin')
      await publishEdited(omar, models, language, 6)
      await page.goto(`${site.url}/settings#voice`)
      const proposed = page.getByRole('region', { name: t('voice.proposal.title') })
      await proposed.scrollIntoViewIfNeeded()
      await screenshot(page, `voice-proposal-settings-${language}`)
      await proposed.getByRole('button', { name: t('voice.proposal.refuse') }).focus()
      await page.keyboard.press('Enter')
      await expect(proposed).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('region', { name: t('settings.voice.title') })).toBeVisible()
      expect(await omar.call('GET /api/voice/proposal', {})).toEqual({ proposal: null })
      expect(await omar.call('GET /api/voice', {})).toMatchObject({ dos: [], donts: [] })
    })
  })
})
