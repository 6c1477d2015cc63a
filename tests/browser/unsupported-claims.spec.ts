import { test } from './article-site.ts'
import {
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  markedWords,
  postField,
  screenshot,
  selectWords,
  signIn,
  translator,
} from './browser-test.ts'

test.use({ timezoneId: 'Asia/Riyadh', viewport: { width: 1280, height: 900 } })

forBoth({ gate: 'en' }, (language) => {
  test.describe(`a draft in two browsers (${language})`, () => {
    test.use({ locale: LOCALES[language] })

    test(`finishes a draft in another browser with its unsupported claims marked (${language})`, async ({
      page,
      browser,
      site,
      article,
    }) => {
      const t = await translator(language)
      const added = language === 'en' ? 'Ninety percent agree.' : 'وافق تسعون في المئة.'
      const figure = language === 'en' ? 'Ninety percent' : 'تسعون في المئة'
      const layla = await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/create`)
      await page.getByRole('tab', { name: t('composer.source.tabs.url') }).click()
      await page.getByLabel(t('composer.source.address')).fill(article)
      await page.getByRole('button', { name: t('composer.source.extract') }).click()
      await expect(page.getByRole('region', { name: t('composer.source.preview') })).toBeVisible()
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      await page.getByRole('button', { name: t('outline.questions.skip') }).click()
      const first = page.getByRole('article').first()
      const field = first.getByRole('textbox').first()
      await field.press('Control+Home')
      await field.pressSequentially(`${added}\n\n`)
      await expect.poll(() => markedWords(page, 'open')).toEqual([figure])

      const drafts = () => layla.call('GET /api/posts', { query: { status: 'draft' } })
      await expect.poll(async () => (await drafts()).map(({ content }) => content.startsWith(added))).toEqual([true])
      const id = (await drafts())[0]?.id ?? ''
      const given = () => layla.call('GET /api/posts/{id}/source', { params: { id } })
      await expect.poll(async () => (await given()).given?.source?.title).toBe('Seven signatures for one order')

      await using other = await browser.newContext({ locale: LOCALES[language] })
      const there = await other.newPage()
      const data = { email: layla.user?.email, password: layla.password }
      await there.request.post(`${site.url}/api/login`, { data })
      await there.goto(`${site.url}/create?draft=${id}`)
      const second = there.getByRole('article').first()
      await expect.poll(() => markedWords(there, 'open')).toEqual([figure])
      const margin = second.getByRole('region', { name: t('cards.claims.title') })
      await margin.getByRole('button', { name: t('cards.claims.keep') }).click()
      await expect.poll(async () => (await given()).given?.keptClaims).toEqual([figure])
      await there.getByRole('button', { name: t('posts.postNow') }).click()
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(1)

      // The first browser learns that the post is published, and no longer offers to post it.
      await page.reload()
      await expect(page.getByRole('button', { name: t('posts.postNow') }).and(page.locator(':enabled'))).toHaveCount(0)
      await expect
        .poll(async () => (await layla.call('GET /api/posts', {})).map(({ status }) => status))
        .toEqual(['published'])
      expect(await site.simulator.posts('linkedin')).toHaveLength(1)
    })
  })
})

forBoth({ gate: 'ar' }, (language) => {
  test.describe(`a draft with a doubtful claim (${language})`, () => {
    test.use({ locale: LOCALES[language] })

    test(`publishes a draft with unsupported claims only after a check and a confirmation (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const content = language === 'en' ? 'Ninety percent agree.' : 'وافق تسعون في المئة.'
      const figure = language === 'en' ? 'Ninety percent' : 'تسعون في المئة'
      const layla = await signIn(page, site, language, 'linkedin')
      const body = {
        status: 'draft',
        platform: 'linkedin',
        content,
        contentLanguage: language === 'ar' ? 'ar' : 'en',
      } as const
      const { id } = await layla.call('POST /api/posts', { body })
      const given = { source: null, topic: 'Approvals', facts: 'Four names went off it.', keptClaims: [] }
      await layla.call('PUT /api/posts/{id}/source', { params: { id }, body: given })
      let resume = () => {}
      const held = new Promise<void>((resolve) => (resume = resolve))
      await page.route('**/claim-list-*.js', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${site.url}/create?draft=${id}`)
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      const ask = page.getByRole('dialog')
      await expect(ask).toHaveCount(0)
      expect(await layla.call('GET /api/posts', { query: { status: 'draft' } })).toHaveLength(1)
      resume()
      await expect(ask).toContainText(figure)
      await ask.getByRole('button', { name: t('cards.claims.ask.look') }).click()

      // Scheduling from the list of drafts asks once about the unsupported claim.
      await page.goto(`${site.url}/schedule`)
      await page.getByRole('button', { name: t('posts.drafts.scheduleOf', { opening: content }) }).click()
      await ask.locator('button[aria-pressed]').first().click()
      await ask.getByRole('button', { name: t('posts.schedule.submit') }).click()
      await expect(ask).toContainText(figure)
      await expectAccessible(page)
      expect(await layla.call('GET /api/posts/scheduled', {})).toEqual([])
      await ask.getByRole('button', { name: t('cards.claims.ask.schedule') }).click()
      await expect.poll(async () => (await layla.call('GET /api/posts/scheduled', {})).length).toBe(1)
      expect((await layla.call('GET /api/posts/{id}/source', { params: { id } })).given?.keptClaims).toEqual([figure])
    })
  })
})

forBoth({ gate: 'en' }, (language) => {
  test.describe(`unsupported claims (${language})`, () => {
    test.use({ locale: LOCALES[language] })

    test(`marks a claim that the source does not support, asks about it once and removes it (${language})`, async ({
      page,
      site,
      article,
    }) => {
      const t = await translator(language)
      const added = language === 'en' ? 'Ninety percent agree.' : 'وافق تسعون في المئة.'
      const figure = language === 'en' ? 'Ninety percent' : 'تسعون في المئة'
      await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/create`)
      await page.getByRole('tab', { name: t('composer.source.tabs.url') }).click()
      await page.getByLabel(t('composer.source.address')).fill(article)
      await page.getByRole('button', { name: t('composer.source.extract') }).click()
      await expect(page.getByRole('region', { name: t('composer.source.preview') })).toBeVisible()
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      await page.getByRole('button', { name: t('outline.questions.skip') }).click()

      const draft = page.getByRole('article').first()
      const margin = draft.getByRole('region', { name: t('cards.claims.title') })
      // A claim that the article supports links to the sentence there.
      const field = postField(draft)
      await selectWords(field, '34%')
      await expect(margin.getByRole('blockquote')).toContainText('review time fell by 34% in one quarter')
      await expect(margin.getByRole('button', { name: t('cards.claims.keep') })).toHaveCount(0)

      await field.press('Control+Home')
      await field.pressSequentially(`${added}\n\n`)
      await expect.poll(() => markedWords(page, 'open')).toEqual([figure])
      await expect(margin).toContainText(figure)
      await screenshot(page, `claims-${language}`)
      await expectAccessible(page)

      // Before posting, Frogy asks about the unsupported claim. The user can return to the draft instead.
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      const ask = page.getByRole('dialog')
      await expect(ask).toContainText(figure)
      await screenshot(page, `claims-asked-${language}`)
      await ask.getByRole('button', { name: t('cards.claims.ask.look') }).click()
      expect(await site.simulator.posts('linkedin')).toEqual([])

      await margin.getByRole('button', { name: t('cards.claims.takeOut') }).click()
      await expect(draft).not.toContainText(figure)
      await page.getByRole('button', { name: t('composer.actions.undo') }).click()
      await expect.poll(() => markedWords(page, 'open')).toEqual([figure])

      // The user keeps the claim. It stays in the text, and Frogy does not ask about it again.
      await margin.getByRole('button', { name: t('cards.claims.keep') }).click()
      await expect(margin.getByRole('button', { name: t('cards.claims.keep') })).toHaveCount(0)
      await page.reload()
      await margin.locator('button[aria-expanded]').first().click()
      await expect(margin.getByText(t('cards.claims.kept'))).toBeVisible()
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(1)
      expect((await site.simulator.posts('linkedin'))[0]?.text).toContain(added)
    })
  })
})

test.describe('a claim that the user selects early', () => {
  test.use({ locale: LOCALES.en })

  test('shows the source of a figure that the user selects before the code for checking claims loads', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    const layla = await signIn(page, site, 'en', 'linkedin')
    await layla.call('POST /api/phrases', { body: { text: 'Ninety percent agree.' } })
    const checkLoads = Promise.withResolvers<void>()
    const phrasesArrive = Promise.withResolvers<void>()
    await page.route('**/claim-list-*.js', (route) => checkLoads.promise.then(() => route.continue()))
    await page.route('**/api/phrases', (route) => phrasesArrive.promise.then(() => route.continue()))
    const content = 'Ninety percent agree. Review time fell by 34% in one quarter.'
    const facts = 'Review time fell by 34% within one quarter.'
    const { id } = await layla.call('POST /api/posts', { body: { status: 'draft', platform: 'linkedin', content } })
    const body = { source: null, topic: 'Approvals', facts, keptClaims: [] }
    await layla.call('PUT /api/posts/{id}/source', { params: { id }, body })
    await page.goto(`${site.url}/create?draft=${id}`)
    await selectWords(postField(page.getByRole('article')), '34%')
    checkLoads.resolve()
    const quote = page.getByRole('region', { name: t('cards.claims.title') }).getByRole('blockquote')
    await expect(quote).toHaveText(facts)
    await expect.poll(() => markedWords(page, 'open')).toEqual(['Ninety percent'])
    // The check runs again when the saved phrases have loaded, because their words need no source.
    phrasesArrive.resolve()
    await expect.poll(() => markedWords(page, 'open')).toEqual([])
    await expect(quote).toHaveText(facts)
  })
})
