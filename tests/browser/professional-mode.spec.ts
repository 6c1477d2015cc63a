import { openFakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import {
  chooseMore,
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  openHistory,
  postField,
  postText,
  screenshot,
  signIn,
  test,
  translator,
  within,
} from './browser-test.ts'

test.use({ timezoneId: 'Asia/Riyadh', viewport: { width: 1280, height: 1000 } })

const WORDS = {
  en: {
    topic: 'Approvals, not software, slow logistics teams',
    facts: 'Najd Logistics approved 212 orders in Q3 2025.',
  },
  ar: {
    topic: 'الموافقات تُبطئ الفرق أكثر من البرامج',
    facts: 'وافقت نجد اللوجستية على ٢١٢ طلبًا في الربع الثالث من عام ٢٠٢٥.',
  },
}

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] })
    const words = WORDS[language]

    test(`writes a post in Professional mode, regenerates it and publishes the same draft (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/create`)
      await page.getByRole('radio', { name: t('composer.modes.professional') }).check()
      const generate = page.getByRole('button', { name: t('composer.generate.professional') })
      await expect(page.getByLabel(t('professional.labels.countryRegion'))).toBeHidden()
      await page.getByLabel(t('composer.input.topic')).fill(words.topic)
      await page.getByLabel(t('professional.labels.contentIntent')).selectOption('share_news')
      // Without a model, the tone has no effect on the draft, so it is disabled.
      await expect(page.getByLabel(t('professional.labels.voiceTone'))).toBeDisabled()
      await expect(page.getByText(t('composer.input.toneNeedsAi')).filter({ visible: true })).toHaveCount(1)
      await page.getByRole('button', { name: within(t('professional.labels.contentLength')) }).click()
      // The form starts with the user's country.
      await expect(page.getByLabel(t('professional.labels.countryRegion'))).toHaveValue('saudi_arabia')
      await expect(page.getByLabel(t('professional.labels.languageRegion'))).toHaveValue(
        language === 'en' ? 'english_global' : 'arabic_professional',
      )
      await page.getByLabel(t('professional.labels.ctaType')).selectOption('no_cta')
      await page.getByRole('button', { name: t('composer.input.addFacts') }).click()
      const facts = page.getByLabel(t('composer.input.facts'))
      await expect(facts).toBeFocused()
      const topic = page.getByLabel(t('composer.input.topic'))
      await topic.press('Control+End')
      await topic.pressSequentially(' !!')
      await expect(topic).toHaveValue(`${words.topic} !!`)
      await expect(facts).toHaveValue('')
      await topic.fill(words.topic)
      await facts.fill('x'.repeat(2_500))
      await expect(facts).toHaveValue('x'.repeat(2_000))
      await facts.fill(words.facts)
      await screenshot(page, `professional-input-${language}`)
      await expectAccessible(page)

      const asked = page.waitForRequest('**/api/generate/v2')
      await generate.click()
      expect((await asked).postDataJSON()).toMatchObject({
        variables: {
          contentFocus: words.topic,
          contentIntent: 'share_news',
          voiceTone: 'professional',
          ctaType: 'no_cta',
          countryRegion: 'saudi_arabia',
          contentSource: 'original',
          supportingFacts: words.facts,
        },
        platforms: ['linkedin'],
        saveAsDraft: true,
      })
      const draft = page.getByRole('article').first()
      await expect(draft).toContainText(words.facts)
      await expect(page.getByText(t('composer.generated'))).toBeVisible()
      // The draft marks a figure that the user's own facts do not contain.
      await expect(draft.getByRole('region', { name: t('cards.claims.title') })).toContainText(/212|٢١٢/)
      await screenshot(page, `professional-draft-${language}`)
      // A text over the recommended length shows a hint and can still be saved.
      const field = postField(draft)
      const text = await postText(field)
      const hint = draft.getByText(
        t('composer.margin.recommended', { 'limit, number': language === 'en' ? '2,000' : '٢٬٠٠٠' }),
      )
      await expect(hint).toHaveCount(0)
      await field.fill(`${words.facts} `.repeat(50).slice(0, 2_400))
      await expect(hint).toBeVisible()
      await expect(page.getByRole('button', { name: t('posts.postNow') })).toBeEnabled()
      await field.fill(text)
      await expect(hint).toHaveCount(0)
      const kept = await layla.call('GET /api/posts', { query: { status: 'draft' } })
      expect(kept).toMatchObject([{ contentType: 'share_news', tone: 'professional' }])

      await chooseMore(page, t, 'regenerate')
      // The draft has a version history once it has a second text.
      await expect(page.getByRole('button', { name: t('rework.versions.title') })).toBeVisible()
      await openHistory(page, t)
      await expect(draft.getByText(t('composer.margin.otherOptions'))).toBeVisible()
      expect((await layla.call('GET /api/posts', { query: { status: 'draft' } })).map(({ id }) => id)).toEqual(
        kept.map(({ id }) => id),
      )
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(1)
      await expect
        .poll(async () => (await layla.call('GET /api/posts', {})).map(({ status }) => status))
        .toEqual(['published'])
      // Scroll up first. Otherwise, the header covers a part of the form's first line.
      await page.evaluate(() => scrollTo(0, 0))
      await expectAccessible(page)
    })

    test(`writes a post from an angle that the assistant proposed (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/create`)
      const given = { selectedAngle: { title: words.topic }, topic: 'x', country: 'KW', language, category: 'business' }
      await page.evaluate((text) => localStorage.setItem('frogy_content_data', text), JSON.stringify(given))
      await page.goto(`${site.url}/create?mode=professional&source=frogy`)
      await expect(page.getByLabel(t('composer.input.topic'))).toHaveValue(new RegExp(RegExp.escape(words.topic)))
      await page.getByRole('button', { name: within(t('professional.labels.contentLength')) }).click()
      await expect(page.getByLabel(t('professional.labels.countryRegion'))).toHaveValue('kuwait')
      await expect(page).toHaveURL(`${site.url}/create`)
      expect(await page.evaluate(() => localStorage.getItem('frogy_content_data'))).toBeNull()
    })

    test(`shows the selected AI provider in the badge (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      const state = (configured: boolean, connected: boolean) => ({ configured, connected, model: 'm' })
      let anthropic = state(true, false)
      await page.route('**/api/ai/status', (route) =>
        route.fulfill({ json: { openai: state(true, true), anthropic, fallback: null } }),
      )
      const badge = page.locator('form output').first()
      await page.goto(`${site.url}/create`)
      await page.getByRole('radio', { name: t('composer.modes.professional') }).check()
      // If the selected provider does not respond, the badge does not switch to another provider.
      await expect(badge).toHaveText(t('composer.ai.disconnected', { provider: 'Anthropic' }))
      anthropic = state(false, false)
      await page.reload()
      await expect(badge).toHaveText(t('composer.ai.ready', { provider: 'OpenAI' }))
    })

    test(`regenerates and posts a draft of Professional mode in another browser (${language})`, async ({
      page,
      browser,
    }) => {
      await using models = await openFakeModels()
      await using site = await startFrogy({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant' })
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const kept = () => layla.call('GET /api/posts', { query: { status: 'draft' } })
      models.answer = () => ({ content: `1. ${words.topic}`, hashtags: ['One'] })
      await page.goto(`${site.url}/create`)
      await page.getByRole('radio', { name: t('composer.modes.professional') }).check()
      await page.getByLabel(t('composer.input.topic')).fill(words.topic)
      await page.getByLabel(t('professional.labels.contentIntent')).selectOption('inspire_others')
      await page.getByLabel(t('professional.labels.targetAudience')).selectOption('personal_network')
      await page.getByRole('button', { name: t('composer.generate.professional') }).click()
      await page.getByRole('button', { name: t('outline.questions.skip') }).click()
      await expect(page.getByRole('article').first()).toContainText(`1. ${words.topic}`)
      const id = (await kept())[0]?.id ?? ''
      const given = () => layla.call('GET /api/posts/{id}/source', { params: { id } })
      await expect.poll(async () => (await given()).given?.topic).toBe(words.topic)

      // The user's other browser has a different draft for the same platform.
      await using other = await browser.newContext({ locale: LOCALES[language] })
      const there = await other.newPage()
      const data = { email: layla.user?.email, password: layla.password }
      await there.request.post(`${site.url}/api/login`, { data })
      models.answer = () => ({ content: `2. ${words.facts}`, hashtags: [] })
      await there.goto(`${site.url}/create`)
      await there.getByLabel(t('composer.input.topic')).fill(words.facts)
      await there.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      const drafts = there.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
      await expect(drafts).toContainText(`2. ${words.facts}`)
      await there
        .getByRole('button', { name: new RegExp(RegExp.escape(`1. ${words.topic}`)) })
        .first()
        .click()
      // The draft that was opened from the list has its own tab, before the tab of the draft written in this browser.
      const tabs = there.getByRole('tablist', { name: t('cards.rail.title') }).getByRole('tab')
      await expect(tabs).toHaveCount(2)
      const opened = drafts.filter({ hasText: words.topic })
      const own = drafts.filter({ hasText: words.facts })
      await expect(opened).toBeVisible()
      // The draft has no source, so no claim is marked as unsupported.
      await expect(opened.getByRole('region', { name: t('cards.claims.title') })).toHaveCount(0)

      models.answer = () => ({ content: `3. ${words.topic}`, hashtags: [] })
      const asked = there.waitForRequest('**/api/generate/v2')
      await chooseMore(there, t, 'regenerate')
      expect((await asked).postDataJSON()).toMatchObject({
        variables: {
          contentFocus: words.topic,
          contentIntent: 'inspire_others',
          targetAudience: 'personal_network',
          countryRegion: 'saudi_arabia',
          languageRegion: language === 'en' ? 'english_global' : 'arabic_professional',
        },
        replaces: [id],
      })
      await expect(opened).toContainText(`3. ${words.topic}`)
      models.answer = () => ({ content: `4. ${words.facts}`, hashtags: [] })
      await tabs.last().click()
      await chooseMore(there, t, 'regenerate')
      await expect(own).toContainText(`4. ${words.facts}`)
      await tabs.first().click()
      await expect(opened).toContainText(`3. ${words.topic}`)
      const contents = async () => (await kept()).map((post) => post.content.slice(0, 2)).toSorted()
      await expect.poll(contents).toEqual(['3.', '4.'])

      await there.getByRole('button', { name: t('posts.postNow') }).click()
      await expect
        .poll(async () => (await site.simulator.posts('linkedin')).map(({ text }) => text))
        .toEqual([`3. ${words.topic}`])
      expect(await contents()).toEqual(['4.'])
    })

    test(`shows the model's reason when the model cannot write a draft (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/create`)
      await page.getByRole('radio', { name: t('composer.modes.professional') }).check()
      await page.getByLabel(t('composer.input.topic')).fill(words.topic)
      const message = 'The model is resting.'
      await page.route('**/api/generate/v2', (route) =>
        route.fulfill({ status: 502, json: { code: 'writer_failed', message } }),
      )
      await page.getByRole('button', { name: t('composer.generate.professional') }).click()
      await expect(page.getByText(t('composer.professionalFailed')).first()).toBeVisible()
      await page.unroute('**/api/generate/v2')
      // If the model's response is not a list, the page shows no draft.
      const retry = page.getByRole('button', { name: t('composer.notWritten.retry') })
      const answered = page.waitForResponse('**/api/generate/v2')
      await page.route('**/api/generate/v2', (route) => route.fulfill({ json: { content: { content: 'One' } } }))
      await retry.click()
      await answered
      await expect(retry).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(0)
      await page.unroute('**/api/generate/v2')
      await retry.click()
      // Without an AI model, Frogy first asks questions about a topic that has no source.
      await expect(page.getByRole('form', { name: t('outline.questions.title') })).toBeVisible()
      // No platform is selected, and the button says so.
      await page
        .getByRole('group', { name: t('composer.input.platforms') })
        .getByLabel('LinkedIn')
        .press('Space')
      await expect(page.getByRole('button', { name: t('composer.generate.none') })).toBeDisabled()
    })
  })
})
