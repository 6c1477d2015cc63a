import { openFakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, forBoth, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

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
      await page.getByLabel(t('composer.input.topic')).click()
      await page
        .getByRole('button', { name: t('composer.ai.offline') })
        .first()
        .click()
      await page
        .getByRole('link', { name: t('providers.connect') })
        .first()
        .click()
      await page
        .getByRole('button')
        .filter({ has: page.getByText(t('connect.own')) })
        .click()
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

      await page.getByRole('button', { name: t('connect.run') }).click()
      await expect(page.locator('blockquote')).toBeVisible()
      expect(models.asked).toHaveLength(1)

      await page.goto(`${site.url}/create`)
      const topic = page.getByLabel(t('composer.input.topic'))
      await topic.fill(language === 'ar' ? 'استغرقت الموافقات تسعة أيام' : 'Approvals took nine days')
      await button('composer.generate.linkedin').click()
      const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
      await expect(draft).toContainText(MODEL)
      await screenshot(page, `local-model-writes-${language}`)
      expect(models.asked).toHaveLength(2)

      await page.goto(`${site.url}/admin/providers`)
      await button('providers.stop').click()
      await expect(button('providers.look')).toBeVisible()
    })
  })
})
