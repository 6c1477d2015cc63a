import type { Page, Request } from '@playwright/test'
import { docxFile, paragraph } from '../corpus/docx/docx-file.ts'
import { openFakeModels, type FakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, forBoth, signIn, test, translator, chooseMore, chooseTool, postField } from './browser-test.ts'

const DAY_MS = 86_400_000
const SENTENCES = {
  en: 'After four names came off the form, review time fell by 34% in one quarter.',
  ar: 'بعد حذف أربعة أسماء من النموذج، انخفض زمن المراجعة بنسبة ٣٤٪ في ربع واحد.',
}
const TEXT_BYTES = 300_000
/** The maximum size of a request without the document's text. */
const FEW_BYTES = 8_000

/** A document with 300 KB of text. */
function longDocument(sentence: string): Buffer {
  const size = Buffer.byteLength(sentence) + 5
  const body = Array.from({ length: Math.ceil(TEXT_BYTES / size) }, (_, n) => paragraph(`${n} ${sentence}`)).join('')
  return Buffer.from(docxFile({ body }))
}

/** Records the JSON requests that a page sends, with the size of their bodies. */
function callsOf(page: Page): { path: string; bytes: number }[] {
  const calls: { path: string; bytes: number }[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    const isJson = request.headers()['content-type'] === 'application/json'
    if (isJson) calls.push({ path: pathname, bytes: request.postDataBuffer()?.length ?? 0 })
  })
  return calls
}

const writing = (models: FakeModels) =>
  startFrogy({
    OPENAI_BASE_URL: `${models.url}/v1`,
    OPENAI_API_KEY: 'sk-open',
    ANTHROPIC_BASE_URL: models.url,
    ANTHROPIC_API_KEY: 'sk-ant',
  })

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: 1280, height: 900 } })

    test(`sends the text of a document again only after the server deleted it (${language})`, async ({
      page,
      browser,
    }) => {
      await using models = await openFakeModels()
      await using site = await writing(models)
      const t = await translator(language)
      const sentence = SENTENCES[language]
      models.answer = () => ({ content: `${sentence} `.repeat(3).trim(), hashtags: ['form'] })
      const layla = await signIn(page, site, language, 'linkedin', 'twitter')
      const calls = callsOf(page)
      await page.goto(`${site.url}/create`)
      await page.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
      const file = { name: 'form.docx', mimeType: '', buffer: longDocument(sentence) }
      await page.locator('input[type=file]').first().setInputFiles(file)
      const preview = page.getByRole('region', { name: t('composer.source.preview') })
      await preview.getByRole('button', { name: t('composer.source.use') }).click()
      await page.getByLabel('X', { exact: true }).first().check({ force: true })

      const draftOn = (on: Page) =>
        on
          .getByRole('region', { name: t('composer.drafts') })
          .getByRole('article')
          .first()
      const regenerateOn = (on: Page) => chooseMore(on, t, 'regenerate')
      const regenerate = () => regenerateOn(page)
      /** Performs an action and waits until the model has received the document's text. */
      const writes = async (paths: RegExp[], act: () => Promise<void>, on = page) => {
        models.asked.length = 0
        const answered = (path: RegExp) => on.waitForResponse((response) => path.test(response.url()) && response.ok())
        await Promise.all([act(), ...paths.map(answered)])
        // Wait for the submit button, because a Cancel button replaces it while a model writes.
        await expect(on.locator('form button[type=submit]')).toBeEnabled()
        expect(models.asked[0]?.prompt).toContain(sentence)
      }
      const again = /generate-/
      const generate = page.locator('form button[type=submit]')
      for (let n = 0; n < 5; n++) await writes([/-linkedin$/, /-others$/], () => generate.click())
      for (let n = 0; n < 2; n++) await writes([again], regenerate)
      await writes([/rework$/], () => chooseTool(page, t, postField(draftOn(page)), t('rework.acts.shorten')))
      await page.reload()
      await writes([again], regenerate)
      await expect.poll(() => calls.filter(({ path }) => path.endsWith('/source')).length).toBeGreaterThan(1)
      const sent = (path: string) => calls.filter((one) => one.path.startsWith(path)).map(({ bytes }) => bytes)
      expect(Math.max(...sent('/api/'))).toBeLessThan(FEW_BYTES)
      expect(sent('/api/content/sources')).toEqual([])

      // After a day the server has deleted the text. The browser still has it and sends it once.
      site.clock.advance(DAY_MS)
      await writes([again], regenerate)
      await writes([again], regenerate)
      expect(sent('/api/content/sources')).toHaveLength(1)

      // Another browser receives the source's text together with the draft, so it does not send the text again.
      const [post] = await layla.call('GET /api/posts', { query: { status: 'draft' } })
      await using other = await browser.newContext({ storageState: await page.context().storageState() })
      const elsewhere = await other.newPage()
      await elsewhere.addInitScript(() => localStorage.clear())
      const theirs = callsOf(elsewhere)
      await elsewhere.goto(`${site.url}/create?draft=${post?.id}`)
      await writes([again], () => regenerateOn(elsewhere), elsewhere)
      expect(Math.max(...theirs.map(({ bytes }) => bytes))).toBeLessThan(FEW_BYTES)
    })
  })
})
