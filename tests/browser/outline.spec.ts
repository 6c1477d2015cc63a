import {
  allDrafts,
  expect,
  forBoth,
  expectAccessible,
  networkTab,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const TOPICS = { en: 'Approvals, not software, slow logistics teams', ar: 'الموافقات هي ما يُبطئ فرق اللوجستيات' }
const SCENES = { en: 'Nine signatures, and nobody read the form.', ar: 'تسعة توقيعات، ولم يقرأ أحد النموذج.' }
const CLOSINGS = { en: 'Which signature never said no?', ar: 'أيّ توقيع لم يقل «لا» يومًا؟' }

forBoth({ gate: 'ar' }, (language) => {
  test(`asks three questions about a topic without source text, and writes a draft for each network from the answers (${language})`, async ({
    page,
    site,
  }) => {
    const t = await translator(language)
    const layla = await signIn(page, site, language, 'linkedin', 'twitter')
    await page.goto(`${site.url}/create`)
    await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
    await page.getByLabel('LinkedIn', { exact: true }).first().check({ force: true })
    await page.getByLabel('X', { exact: true }).first().check({ force: true })
    await page.getByRole('button', { name: t('composer.generate.all') }).click()

    const questions = page.getByRole('form', { name: t('outline.questions.title') })
    const fields = questions.getByRole('textbox')
    await expect(fields).toHaveCount(3)
    await expect(fields.first()).toBeFocused()
    const drafts = page.getByRole('region', { name: t('composer.drafts') })
    await expect(drafts.getByText('LinkedIn', { exact: true })).toBeVisible()
    await expect(drafts.getByText('X', { exact: true })).toBeVisible()
    // The user cannot post before answering or skipping the questions.
    await expect(page.getByRole('button', { name: t('posts.postNow') })).toHaveCount(0)
    await expectAccessible(page)
    await screenshot(page, `outline-${language}`)

    // Enter goes to the next question. A reload keeps the answers.
    await page.keyboard.type(SCENES[language])
    await page.keyboard.press('Enter')
    await expect(fields.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(fields.nth(2)).toBeFocused()
    await page.keyboard.type(CLOSINGS[language])
    await page.reload()
    await expect(fields.first()).toHaveValue(SCENES[language])

    await fields.nth(2).press('Control+Enter')
    const draft = drafts.getByRole('article')
    await expect(allDrafts(page)).toHaveCount(2)
    for (const name of ['X', 'LinkedIn']) {
      await networkTab(page, name).click()
      for (const text of [SCENES[language], TOPICS[language], CLOSINGS[language]])
        await expect(draft).toContainText(text)
    }
    // The unanswered question leaves no placeholder (⟨…⟩) in the drafts.
    const contents = async () =>
      (await layla.call('GET /api/posts', { query: { status: 'draft' } })).map(({ content }) => content)
    await expect.poll(async () => (await contents()).length).toBe(2)
    for (const content of await contents()) expect(content).not.toContain('⟨')

    // Generating for the same topic again shows the questions with the earlier answers. The user may go back or skip
    // them.
    await page.locator('form button[type=submit]').first().click()
    await expect(fields.first()).toHaveValue(SCENES[language])
    await questions.getByRole('button', { name: t('outline.questions.back') }).click()
    await expect(draft).toContainText(SCENES[language])
    await page.locator('form button[type=submit]').first().click()
    await questions.getByRole('button', { name: t('outline.questions.skip') }).click()
    await expect(draft).toContainText(TOPICS[language])
    await expect(draft).not.toContainText(SCENES[language])
    await expect(page.getByRole('button', { name: t('posts.postNow') })).toBeEnabled()

    // Without answers, the draft is the author's text unchanged. Frogy suggests additions.
    const offers = draft.getByRole('region', { name: t('outline.asGiven.title') })
    await expect(offers.getByRole('button')).toHaveCount(3)
    await expect(draft).not.toContainText(/[?؟]/u)
    await offers.getByRole('button', { name: t('outline.asGiven.hashtags') }).click()
    await expect(draft.getByRole('list', { name: t('composer.margin.hashtags') })).toContainText('#')
    await offers.getByRole('button', { name: t('outline.asGiven.question') }).click()
    await expect(draft).toContainText(/[?؟]/u)
    await expectAccessible(page)
    await offers.getByRole('button', { name: t('outline.asGiven.opening') }).click()
    await draft.getByRole('textbox').first().fill(SCENES[language])
    await expect(draft).toContainText(SCENES[language])
  })

  test(`does not publish a draft with empty placeholders, and lets the user fill or remove them (${language})`, async ({
    page,
    site,
  }) => {
    const t = await translator(language)
    const layla = await signIn(page, site, language, 'linkedin')
    // An earlier version of Frogy stored outlines as drafts with empty placeholders (⟨…⟩).
    const generated = await layla.call('POST /api/generate/v2', {
      body: {
        variables: {
          contentFocus: TOPICS[language],
          contentIntent: 'share_knowledge',
          voiceTone: 'professional',
          targetAudience: 'business_audience',
          ctaType: 'ask_question',
          contentLength: 'medium_detail',
          languageRegion: language === 'ar' ? 'arabic_professional' : 'english_global',
          countryRegion: 'global',
          contentSource: 'original',
        },
        platforms: ['linkedin'],
        saveAsDraft: true,
      },
    })
    expect(generated.content).toHaveLength(1)
    const [kept] = await layla.call('GET /api/posts', { query: { status: 'draft' } })
    expect(kept?.content).toContain('⟨')
    const refused = await layla.ask('PATCH /api/posts/{id}', {
      params: { id: kept?.id ?? '' },
      body: { status: 'scheduled', scheduledAt: new Date(Date.now() + 86_400_000).toISOString() },
    })
    expect(refused.status).toBe(422)

    await page.goto(`${site.url}/create?draft=${kept?.id}`)
    const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
    const places = draft.getByRole('textbox')
    await expect(places.first()).toBeVisible()
    const count = await places.count()
    const postNow = page.getByRole('button', { name: t('posts.postNow') })
    await expect(postNow).toBeDisabled()
    await expect(page.getByRole('button', { name: t('posts.schedulePost') })).toBeDisabled()
    await expectAccessible(page)

    // Backspace removes one empty placeholder, and a button removes all others.
    await places.first().press('Backspace')
    await expect(places).toHaveCount(count - 1)
    await places.first().fill(SCENES[language])
    await expect(postNow).toBeDisabled()
    await draft.getByRole('button', { name: t('outline.removeEmpty') }).click()
    await expect(postNow).toBeEnabled()
    await postNow.click()
    await expect(page.getByRole('main').locator('[data-state=published]')).toBeVisible()
    const posts = await site.simulator.posts('linkedin')
    expect(posts.filter(({ text }) => text.includes(SCENES[language]) && !text.includes('⟨'))).toHaveLength(1)
  })
})
