import { openFakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, forBoth, expectAccessible, screenshot, signIn, test, translator, chooseMore } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const MODEL = 'qwen3:8b'

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`lets an administrator find a local model and use it in one press (${language})`, async ({ page }) => {
      await using models = await openFakeModels()
      models.tellsOfOne = false
      models.models = []
      const modelServers = [{ name: 'Ollama', baseUrl: `${models.url}/v1` }]
      await using site = await startFrogy({}, { modelServers })
      const t = await translator(language)
      await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/create`)
      const button = (key: string) => page.getByRole('button', { name: t(key) }).first()
      const topic = page.getByLabel(t('composer.input.topic'))
      await topic.click()
      const status = page.getByRole('status').getByRole('button')
      await status.first().click()
      await button('providers.look').click()
      await expect(page.getByText(t('providers.none'))).toBeVisible()

      models.models = ['nomic-embed-text', MODEL, 'llama3']
      await button('providers.again').click()
      await expect(page.getByLabel(t('providers.found'))).toContainText(`${MODEL} · Ollama`)
      await expectAccessible(page)
      await screenshot(page, `local-models-${language}`)
      await button('providers.use').click()
      await expect(page.getByText(t('providers.writes', { model: MODEL }))).toBeVisible()
      expect(models.asked).toEqual([])

      await topic.fill(language === 'ar' ? 'الموافقات' : 'Approvals')
      await button('composer.generate.linkedin').click()
      const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
      await expect(draft).toContainText(MODEL)
      await screenshot(page, `local-model-writes-${language}`)
      expect(models.asked).toHaveLength(1)

      // On a phone the model's badge is hidden while there are drafts.
      await chooseMore(page, t, 'discard')
      await page.reload()
      await topic.click()
      await status.first().click()
      await button('providers.stop').click()
      await expect(button('providers.look')).toBeVisible()
    })
  })
})
