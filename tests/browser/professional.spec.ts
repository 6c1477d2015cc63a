import { expect, LOCALES, noFault, picture, signIn, test, texts } from './journey.ts'

test.use({ timezoneId: 'Asia/Riyadh', viewport: { width: 1280, height: 1000 }, reducedMotion: 'reduce' })

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

/** A text among others. */
const within = (whole: RegExp): RegExp => new RegExp(whole.source.slice(1, -1))

for (const language of ['en', 'ar'] as const) {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] })
    const words = WORDS[language]

    test(`a Professional post is written, written anew, and posted as the draft that it was (${language})`, async ({
      page,
      site,
    }) => {
      const say = await texts(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/create`)
      await page.getByRole('radio', { name: say('composer.modes.professional') }).check()
      const generate = page.getByRole('button', { name: say('composer.generate.professional') })
      await expect(page.getByLabel(say('professional.labels.countryRegion'))).toBeHidden()
      await page.getByLabel(say('composer.input.topic')).fill(words.topic)
      await page.getByLabel(say('professional.labels.contentIntent')).selectOption('share_news')
      await page.getByLabel(say('professional.labels.voiceTone')).selectOption('analytical')
      await page.getByRole('button', { name: within(say('professional.labels.contentLength')) }).click()
      // Where the person lives is known already.
      await expect(page.getByLabel(say('professional.labels.countryRegion'))).toHaveValue('saudi_arabia')
      await expect(page.getByLabel(say('professional.labels.languageRegion'))).toHaveValue(
        language === 'en' ? 'english_global' : 'arabic_professional',
      )
      await page.getByLabel(say('professional.labels.ctaType')).selectOption('no_cta')
      await page.getByRole('button', { name: say('professional.addFacts') }).click()
      const facts = page.getByLabel(say('professional.facts'))
      await expect(facts).toBeFocused()
      await facts.fill('x'.repeat(2_500))
      await expect(facts).toHaveValue('x'.repeat(2_000))
      await facts.fill(words.facts)
      await picture(page, `professional-input-${language}`)
      await noFault(page)

      const asked = page.waitForRequest('**/api/generate/v2')
      await generate.click()
      expect((await asked).postDataJSON()).toMatchObject({
        variables: {
          contentFocus: words.topic,
          contentIntent: 'share_news',
          voiceTone: 'analytical',
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
      await expect(page.getByText(say('composer.generated'))).toBeVisible()
      // The person's own facts are what it is held against.
      await expect(draft.getByRole('region', { name: say('composer.claims.title') })).toContainText(/212|٢١٢/)
      await picture(page, `professional-draft-${language}`)
      const kept = await layla.call('GET /api/posts', { query: { status: 'draft' } })
      expect(kept).toMatchObject([{ contentType: 'share_news', tone: 'analytical' }])

      await draft.getByRole('button', { name: say('composer.actions.regenerate') }).click()
      await expect(draft.getByText(say('composer.margin.otherOptions'))).toBeVisible()
      expect((await layla.call('GET /api/posts', { query: { status: 'draft' } })).map(({ id }) => id)).toEqual(
        kept.map(({ id }) => id),
      )
      await draft.getByRole('button', { name: say('posts.postNow') }).click()
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(1)
      await expect
        .poll(async () => (await layla.call('GET /api/posts', {})).map(({ status }) => status))
        .toEqual(['published'])
      await noFault(page)
    })

    test(`an angle that the assistant handed over is written from (${language})`, async ({ page, site }) => {
      const say = await texts(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/create`)
      const given = { selectedAngle: { title: words.topic }, topic: 'x', country: 'KW', language, category: 'business' }
      await page.evaluate((text) => localStorage.setItem('frogy_content_data', text), JSON.stringify(given))
      await page.goto(`${site.url}/create?mode=professional&source=frogy`)
      await expect(page.getByLabel(say('composer.input.topic'))).toHaveValue(new RegExp(RegExp.escape(words.topic)))
      await page.getByRole('button', { name: within(say('professional.labels.contentLength')) }).click()
      await expect(page.getByLabel(say('professional.labels.countryRegion'))).toHaveValue('kuwait')
      await expect(page).toHaveURL(`${site.url}/create`)
      expect(await page.evaluate(() => localStorage.getItem('frogy_content_data'))).toBeNull()
    })

    test(`what a model cannot write is told in its words (${language})`, async ({ page, site }) => {
      const say = await texts(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/create`)
      await page.getByRole('radio', { name: say('composer.modes.professional') }).check()
      await page.getByLabel(say('composer.input.topic')).fill(words.topic)
      const message = 'The model is resting.'
      await page.route('**/api/generate/v2', (route) =>
        route.fulfill({ status: 502, json: { code: 'writer_failed', message } }),
      )
      await page.getByRole('button', { name: say('composer.generate.professional') }).click()
      await expect(page.getByText(say('composer.professionalFailed')).first()).toBeVisible()
      await page.unroute('**/api/generate/v2')
      // An answer that is no list holds no draft.
      const retry = page.getByRole('button', { name: say('composer.notWritten.retry') })
      const answered = page.waitForResponse('**/api/generate/v2')
      await page.route('**/api/generate/v2', (route) => route.fulfill({ json: { content: { content: 'One' } } }))
      await retry.click()
      await answered
      await expect(retry).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(0)
      await page.unroute('**/api/generate/v2')
      await retry.click()
      await expect(page.getByRole('article').first()).toBeVisible()
      // Nothing is chosen, and that is said on the button.
      await page
        .getByRole('group', { name: say('composer.input.platforms') })
        .getByLabel('LinkedIn')
        .press('Space')
      await expect(page.getByRole('button', { name: say('composer.generate.none') })).toBeDisabled()
    })
  })
}
