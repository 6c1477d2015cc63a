import {
  allDrafts,
  chooseNetworks,
  draftArticles,
  expect,
  expectAccessible,
  networkTab,
  postField,
  screenshot,
  signIn,
  test,
  togglePostTo,
  TOPICS,
  translator,
} from './browser-test.ts'

test.describe('a delayed post', () => {
  // This test has its own server, because the rate limit that it causes would delay posts of other tests.
  test.use({ viewport: { width: 1280, height: 900 }, ownServer: {} })

  test('turns a post back into a draft when the user cancels it during publishing', async ({ page, site }) => {
    const t = await translator('en')
    const layla = await signIn(page, site, 'en', 'linkedin')
    await page.goto(`${site.url}/create`)
    await page.getByLabel(t('composer.input.topic')).fill(TOPICS.en)
    await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
    const draft = (await draftArticles(page, 'en')).first()
    const busy = { operation: 'publish', fault: 'status', status: 429, retryAfter: 600 } as const
    await site.simulator.fault({ platform: 'linkedin', ...busy })
    const postNow = page.getByRole('button', { name: t('posts.postNow') })
    await postNow.click()
    // The first attempt failed, so the post waits for its retry. The browser is still waiting for the response.
    await expect.poll(async () => (await layla.call('GET /api/posts', {}))[0]?.status).toBe('scheduled')
    const outcomes = page.getByRole('list', { name: t('cards.outcome.title') })
    await outcomes.getByRole('button', { name: t('app.cancel') }).click()
    await expect(outcomes).toHaveCount(0)
    await expect(postNow).toBeEnabled()
    await expect(draft).toBeVisible()
    // The canceled post is a draft again.
    const posts = await layla.call('GET /api/posts', {})
    expect(posts.filter(({ status }) => status !== 'draft')).toEqual([])
    expect(await site.simulator.posts('linkedin')).toEqual([])
  })
})

test.describe('a second topic', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('removes the drafts of a topic when the source changes, and writes in the language of the next topic', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    await signIn(page, site, 'en', 'linkedin', 'twitter')
    await page.goto(`${site.url}/create`)
    const topic = page.getByLabel(t('composer.input.topic'))
    const generate = page.getByRole('button', { name: /^Generate/ })
    const drafts = allDrafts(page)
    const shown = await draftArticles(page, 'en')
    await topic.fill(TOPICS.en)
    // The composer preselects the connected networks.
    for (const name of ['LinkedIn', 'X']) await expect(page.getByLabel(name, { exact: true }).first()).toBeChecked()
    await page.getByRole('button', { name: t('composer.media.add') }).click()
    await page.getByRole('tab', { name: t('composer.media.videos') }).click()
    await page.getByLabel(t('video.address')).fill('https://youtu.be/dQw4w9WgXcQ')
    await page.getByRole('button', { name: t('video.add') }).click()
    await generate.click()
    await expect(drafts).toHaveCount(2)

    // Choosing another source removes the drafts, topic and video of the old one.
    const sources = page.getByRole('tablist', { name: t('composer.input.tabs') })
    await sources.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
    await expect(drafts).toHaveCount(0)
    // The draft's text may still appear in the list of stored drafts below the form.
    await expect(page.locator('form').getByText(TOPICS.en)).toHaveCount(0)
    await sources.getByRole('tab', { name: t('composer.source.tabs.topic') }).click()
    await expect(drafts).toHaveCount(2)

    // Publishing the last draft clears the topic field.
    await page.getByRole('button', { name: t('posts.postNow') }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Post both' }).click()
    await expect(page.getByRole('main').locator('[data-state=published]')).toHaveCount(2)
    await expect(topic).toHaveValue('')
    // The browser remembers the last choice of networks, even after a reload.
    await expect(page.getByLabel('X', { exact: true }).first()).toBeChecked()
    await chooseNetworks(page, 'LinkedIn')
    await page.reload()
    await expect(page.getByLabel('X', { exact: true }).first()).not.toBeChecked()
    await topic.fill(TOPICS.ar)
    await expect(page.getByRole('radio', { name: t('composer.languages.arabic') })).toBeChecked()
    await generate.click()
    // Generating new drafts hides the results of the earlier ones. The user can show them again.
    await expect(page.getByText('Previous results hidden')).toBeVisible()
    await expect(drafts).toHaveCount(1)
    await page
      .locator('form')
      .getByRole('button', { name: t('composer.actions.undo') })
      .click()
    await expect(drafts).toHaveCount(3)
    await expect(shown).toHaveAccessibleName(/Arabic/)
    await expect(shown).toBeInViewport()
    await expect(shown.getByText(/youtu\.be/)).toHaveCount(0)

    // Generating in another language replaces the existing drafts.
    await page.getByText(t('composer.languages.english'), { exact: true }).first().click()
    await generate.click()
    await expect(shown).toHaveAccessibleName(/English/)
    await expect(drafts).toHaveCount(3)
    await expect(page.getByText('Replaced 1 earlier draft')).toBeVisible()
  })
})

test.describe('an overlong draft', () => {
  test.use({ viewport: { width: 1280, height: 900 } })
  const WHOLE = 'Review time fell by a third. Two suppliers asked who had been replaced, and nobody had been. '

  test('warns once about an overlong text, shortens it in one press and undoes the change', async ({ page, site }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    // Without a connected AI provider, a badge says that Frogy writes the drafts without AI. Pressing the badge shows
    // the provider's state.
    await page.getByRole('button', { name: t('composer.ai.offline') }).click()
    await expect(page.getByText(/^.?Anthropic.?: Disconnected$/)).toBeVisible()
    await expect(page.getByText(t('providers.offline'))).toHaveCount(1)
    // Administrators see what to configure; other users see whom to ask.
    await expect(
      page.getByText(t('providers.askAdmin')).or(page.getByRole('link', { name: t('providers.connect') })),
    ).toBeVisible()
    await page.getByLabel(t('composer.input.topic')).fill(TOPICS.en)
    for (const name of ['LinkedIn', 'X', 'Threads']) await page.getByLabel(name, { exact: true }).first().press('Space')
    await expect(page.getByText(/^.?OpenAI.?: Disconnected$/)).toBeVisible()
    await page.getByRole('button', { name: t('composer.generate.others') }).click()
    await expect(allDrafts(page)).toHaveCount(2)
    const draft = await draftArticles(page, 'en')
    await networkTab(page, 'Threads').click()
    await expect(draft.getByText(/^\d+ \/ 500$/)).toBeVisible()
    await togglePostTo(page, 'Threads')
    await networkTab(page, 'X').click()
    const long = `${WHOLE.repeat(4)}https://pond.com/a-report`
    await postField(draft).fill(long)
    const warning = draft.getByText(/^\d+ characters (too long|over)$|^X counts/).filter({ visible: true })
    await expect(warning).toHaveCount(1)
    const postNow = page.getByRole('button', { name: t('posts.postNow') })
    await expect(postNow).toBeDisabled()
    await expectAccessible(page)
    await screenshot(page, 'too-long')
    await draft.getByRole('button', { name: t('composer.margin.shorten') }).click()
    const undo = draft.getByRole('button', { name: t('composer.margin.undoShorten') })
    await expect(undo).toBeFocused()
    await expect(postNow).toBeEnabled()
    await expect(draft).toContainText('by a third. https://pond.com/a-report')
    await expect(warning).toHaveCount(0)
    await undo.click()
    await expect(warning).toHaveCount(1)
    await expect(draft).toContainText(long.slice(-120))
  })

  test('explains next to the disabled Post Now button that a text is too long, and offers to shorten it', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, site, 'en', 'linkedin')
    await page.goto(`${site.url}/create`)
    await page.getByLabel(t('composer.input.topic')).fill(TOPICS.en)
    await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
    const draft = await draftArticles(page, 'en')
    const postNow = page.getByRole('button', { name: t('posts.postNow') })
    await expect(postNow).toBeEnabled()
    await postField(draft).fill(WHOLE.repeat(40).trim())
    await expect(postNow).toBeDisabled()
    const foot = page.locator('[data-foot=drafts]')
    const reason = foot.getByText(/ characters too long for /)
    await expect(reason).toBeInViewport()
    await screenshot(page, 'foot-reason')
    await foot.getByRole('button', { name: t('composer.margin.shorten') }).click()
    await expect(reason).toHaveCount(0)
    await expect(draft).toBeFocused()
    await expect(postNow).toBeEnabled()
  })
})
