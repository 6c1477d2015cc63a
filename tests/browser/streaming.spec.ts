import { openFakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import {
  expect,
  expectAccessible,
  networkTab,
  screenshot,
  signIn,
  test,
  translator,
  chooseNetworks,
  chooseMore,
  allDrafts,
} from './browser-test.ts'

test.use({ viewport: { width: 1280, height: 900 } })

const TEXTS = {
  en: 'Nine signatures, and nobody read the form. Then four names went off it, and the order took two days.',
  ar: 'تسعة توقيعات، ولم يقرأ أحد النموذج. ثم حُذفت منه أربعة أسماء، فاستغرق الطلب يومين.',
}

for (const [language, mode] of [
  ['en', 'basic'],
  ['ar', 'basic'],
  ['en', 'professional'],
  ['ar', 'professional'],
] as const) {
  test(`streams a draft, and keeps its text when the user stops it or reloads the page (${mode}, ${language})`, async ({
    page,
  }) => {
    await using models = await openFakeModels()
    await using site = await startFrogy({
      OPENAI_BASE_URL: `${models.url}/v1`,
      OPENAI_API_KEY: 'sk-open',
      ANTHROPIC_BASE_URL: models.url,
      ANTHROPIC_API_KEY: 'sk-ant',
    })
    const t = await translator(language)
    const layla = await signIn(page, site, language, 'linkedin', 'twitter')
    models.answer = () => ({ content: TEXTS[language].repeat(4), hashtags: [] })
    let resume = () => {}
    let held = new Promise<void>((resolve) => (resume = resolve))
    models.beforePiece = (piece) => (piece < 6 ? undefined : held)

    const isBasic = mode === 'basic'
    const generate = page.getByRole('button', {
      name: t(isBasic ? 'composer.generate.linkedin' : 'composer.generate.professional'),
    })
    const begin = TEXTS[language].slice(0, 30)
    await page.goto(`${site.url}/create`)
    await page.getByRole('radio', { name: t(`composer.modes.${mode}`) }).check()
    if (language === 'ar' && isBasic) await page.getByText(t('composer.languages.arabic')).first().click()
    await page.getByLabel(t('composer.input.topic')).fill(TEXTS[language].slice(0, 40))
    await chooseNetworks(page, 'LinkedIn')
    await generate.click()
    const writing = page.locator('[data-writing]')
    await expect(writing).toContainText(begin)
    await expect(page.getByText(t('composer.writing.coming'))).toBeVisible()
    await expectAccessible(page)
    await screenshot(page, `writing-${mode}-${language}`)
    resume()
    const drafts = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
    await expect(drafts).toContainText(TEXTS[language])
    await expect(writing).toHaveCount(0)

    // When the user stops the stream, the draft keeps its text and can be edited.
    await chooseMore(page, t, 'discard')
    held = new Promise<void>((resolve) => (resume = resolve))
    await generate.click()
    await expect(writing).toContainText(begin)
    await page
      .getByRole('button', { name: t('app.cancel') })
      .first()
      .click()
    await expect(drafts).toContainText(begin)
    await expect(page.getByRole('button', { name: t('posts.postNow') })).toBeEnabled()
    await expect(page.getByText(t('composer.writing.kept'))).toBeVisible()

    // When the provider fails midway, the page reports it and keeps the text so far.
    await chooseMore(page, t, 'discard')
    let cut = () => {}
    const read = new Promise<void>((resolve) => (cut = resolve))
    models.beforePiece = async (piece) => {
      if (piece < 6) return
      await read
      throw new Error('cut')
    }
    await generate.click()
    const streamed = TEXTS[language].slice(0, 70)
    await expect(writing).toContainText(streamed)
    cut()
    await expect(page.getByText(t(isBasic ? 'composer.linkedinFailed' : 'composer.professionalFailed'))).toBeVisible()
    await expect(drafts).toContainText(streamed)
    const kept = () => layla.call('GET /api/posts', { query: { status: 'draft' } })
    await expect.poll(async () => (await kept()).map(({ content }) => content.slice(0, 70))).toEqual([streamed])

    // A reload during streaming also keeps the text so far.
    await chooseMore(page, t, 'discard')
    await expect.poll(kept).toEqual([])
    models.beforePiece = (piece) => (piece < 6 ? undefined : held)
    await generate.click()
    await expect(writing).toContainText(begin)
    await page.reload()
    await expect(drafts).toContainText(begin)
    await expect(page.getByRole('button', { name: t('posts.postNow') })).toBeEnabled()
    await expect.poll(async () => (await kept()).length).toBe(1)
    expect(await site.simulator.posts('linkedin')).toEqual([])
    resume()
  })
}

/** The first Facebook draft, which has a fault, and the draft that the model has corrected. */
const FIRST = {
  en: 'In today’s fast-paced world, nine signatures are a lot: four names went off the form.',
  ar: 'في عالمنا المتسارع، تسعة توقيعات كثيرة، وحُذفت أربعة أسماء من النموذج.',
}
const REPAIRED = {
  en: 'Nine signatures are a lot. Four names went off the form.',
  ar: 'تسعة توقيعات كثيرة. حُذفت أربعة أسماء من النموذج.',
}

for (const [language, mode] of [
  ['en', 'basic'],
  ['ar', 'professional'],
  ['en', 'professional'],
] as const) {
  test(`keeps completed drafts when another platform's draft fails (${mode}, ${language})`, async ({ page }) => {
    await using models = await openFakeModels()
    await using site = await startFrogy({
      OPENAI_BASE_URL: `${models.url}/v1`,
      OPENAI_API_KEY: 'sk-open',
      ANTHROPIC_BASE_URL: models.url,
      ANTHROPIC_API_KEY: 'sk-ant',
    })
    const t = await translator(language)
    const layla = await signIn(page, site, language, 'linkedin', 'facebook')
    const isBasic = mode === 'basic'
    // LinkedIn's draft pauses halfway. Meanwhile, the model completes Facebook's draft and corrects it once.
    models.answer = ({ prompt }) =>
      / LinkedIn/.test(prompt)
        ? { content: TEXTS[language].repeat(20), hashtags: ['Signatures'] }
        : { content: (prompt.includes(FIRST[language]) ? REPAIRED : FIRST)[language], hashtags: ['Approvals'] }
    let resume = () => {}
    const held = new Promise<void>((resolve) => (resume = resolve))
    models.beforePiece = (piece) => (piece < 20 ? undefined : held)

    await page.goto(`${site.url}/create`)
    await page.getByRole('radio', { name: t(`composer.modes.${mode}`) }).check()
    await page.getByLabel(t('composer.input.topic')).fill(TEXTS[language].slice(0, 40))
    await chooseNetworks(page, 'LinkedIn', 'Facebook')
    await page
      .getByRole('button', { name: t(isBasic ? 'composer.generate.all' : 'composer.generate.professional') })
      .click()
    const drafts = allDrafts(page)
    const writing = page.locator('[data-writing]')
    // Facebook's completed draft appears while LinkedIn's is still streaming. Basic mode shows it as finished.
    await expect((isBasic ? drafts : writing).filter({ hasText: REPAIRED[language] })).toHaveCount(1)
    await expect(writing.filter({ hasText: TEXTS[language].slice(0, 70) })).toHaveCount(1)
    await expect(drafts).toHaveCount(isBasic ? 1 : 0)
    if (isBasic) {
      await networkTab(page, 'Facebook').click()
      await expect(page.getByRole('button', { name: t('posts.postNow') })).toBeEnabled()
    }
    await expectAccessible(page)
    await screenshot(page, `several-${mode}-${language}`)

    if (language === 'ar') await page.reload()
    else
      await page
        .getByRole('button', { name: t('app.cancel') })
        .first()
        .click()
    await expect(drafts).toHaveCount(2)
    await expect(drafts.first()).toContainText(TEXTS[language].slice(0, 70))
    await expect(drafts.last()).toContainText(REPAIRED[language])
    await expect(drafts.last()).toContainText('#Approvals')
    await expect
      .poll(async () =>
        (await layla.call('GET /api/posts', { query: { status: 'draft' } }))
          .map(({ platform, hashtags }) => `${platform} ${hashtags.join(' ')}`)
          .toSorted((one, other) => one.localeCompare(other)),
      )
      .toEqual(['facebook #Approvals', 'linkedin '])
    resume()
  })
}
