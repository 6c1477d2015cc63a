import { expect, forBoth, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const TOPICS = { en: 'Approvals, not software, slow logistics teams', ar: 'الموافقات هي ما يُبطئ فرق اللوجستيات' }
const SCENES = { en: 'Nine signatures, and nobody read the form.', ar: 'تسعة توقيعات، ولم يقرأ أحد النموذج.' }

forBoth({ gate: 'ar' }, (language) => {
  test(`turns a bare topic into an outline with placeholders and publishes nothing until they are filled (${language})`, async ({
    page,
    site,
  }) => {
    const t = await translator(language)
    const layla = await signIn(page, site, language, 'linkedin')
    await page.goto(`${site.url}/create`)
    await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
    await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
    const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
    await expect(draft).toContainText(TOPICS[language])
    const places = draft.getByRole('textbox')
    await expect(places).toHaveCount(4)
    const postNow = draft.getByRole('button', { name: t('posts.postNow') })
    await expect(postNow).toBeDisabled()
    await expect(draft.getByRole('button', { name: t('posts.schedulePost') })).toBeDisabled()
    await expect(draft.getByRole('button', { name: t('composer.actions.whatsapp') })).toBeDisabled()
    await expectAccessible(page)
    await screenshot(page, `outline-${language}`)

    // Choosing another opening or structure keeps the text that the user has typed.
    await draft.getByRole('button', { name: { en: 'a quotation', ar: 'اقتباس' }[language] }).click()
    await draft.getByRole('button', { name: t('outline.next') }).click()
    await expect(places.first()).toBeFocused()
    await page.keyboard.type(SCENES[language])
    await draft.getByRole('button', { name: t('outline.shapes.remedy') }).click()
    await expect(places.first()).toHaveValue(SCENES[language])
    await expect(places).toHaveCount(4)

    // The outline is saved and shown in other browsers. It cannot be scheduled there while it has placeholders.
    await page.reload()
    await expect(draft).toContainText(SCENES[language])
    await expect(places).toHaveCount(3)
    await expect
      .poll(async () =>
        (await layla.call('GET /api/posts', { query: { status: 'draft' } })).map(({ content }) => content).join(),
      )
      .toContain('⟨')
    const [kept] = await layla.call('GET /api/posts', { query: { status: 'draft' } })
    const refused = await layla.ask('PATCH /api/posts/{id}', {
      params: { id: kept?.id ?? '' },
      body: { status: 'scheduled', scheduledAt: new Date(Date.now() + 86_400_000).toISOString() },
    })
    expect(refused.status).toBe(422)

    // Backspace removes one empty placeholder, and a button removes all others.
    await places.first().press('Backspace')
    await expect(places).toHaveCount(2)
    await places.first().fill(SCENES[language])
    await expect(postNow).toBeDisabled()
    await draft.getByRole('button', { name: t('outline.removeEmpty') }).click()
    await expect(postNow).toBeEnabled()
    await postNow.click()
    await expect(draft.getByText(t('posts.trouble.published', { platform: 'LinkedIn' })).first()).toBeVisible()
    const [post] = await site.simulator.posts('linkedin')
    expect(post?.text).not.toContain('⟨')
    expect(post?.text).toContain(SCENES[language])
  })
})
