import { allDrafts, networkTab, expect, signIn, test, translator } from './browser-test.ts'

test('keeps the topic and an edited draft after an ended session, a reload and a server outage', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const omar = await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  const topic = page.getByLabel(t('composer.input.topic'))
  await topic.fill('A warehouse taught us about queues. The shortest one was always the one that nobody watched.')
  await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
  const draft = page.getByRole('article').first()
  await draft.getByRole('textbox').first().fill('My own words, typed before the session ended.')

  // Delete the session cookie, as if the session had ended during the user's work.
  await page.context().clearCookies()
  await topic.fill('What a warehouse taught me about queues, and a second thought')
  await page.getByRole('button', { name: t('composer.generate.again') }).click()
  // The page shows a single notice, with one way to sign in again.
  const back = { name: t('app.expired.signIn') }
  await page.getByRole('button', back).or(page.getByRole('link', back)).click()
  await page.getByLabel(t('auth.fields.email')).fill(omar.user?.email ?? '')
  await page.getByLabel(t('auth.fields.password')).fill(omar.password)
  await page.getByRole('button', { name: t('auth.signIn.submit') }).click()

  await expect(page).toHaveURL(/\/create/)
  await expect(topic).toHaveValue('What a warehouse taught me about queues, and a second thought')
  await expect(page.getByText('My own words, typed before the session ended.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('My own words, typed before the session ended.').first()).toBeVisible()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: t('composer.generate.again') }).click()
  await expect(page.getByText(t('composer.linkedinFailed')).first()).toBeVisible()
  await expect(topic).toHaveValue('What a warehouse taught me about queues, and a second thought')
  await expect(page.getByText('My own words, typed before the session ended.').first()).toBeVisible()
})

test('reports which drafts were not written, and retries them while the other drafts stay', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en', 'linkedin')
  await page.goto(`${site.url}/create`)
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('A warehouse taught us about queues. The shortest one was always the one that nobody watched.')
  for (const name of ['X', 'Threads']) await page.getByLabel(name, { exact: true }).first().press('Space')
  await page.route('**/api/content/generate-others', (route) => route.abort())
  await page.getByRole('button', { name: t('composer.generate.all') }).click()

  const desk = page.getByRole('region', { name: t('composer.drafts') })
  const notWritten = desk.getByRole('heading', { name: 'Nothing written for' })
  await expect(notWritten).toHaveText(/\u2068?X\u2069? and \u2068?Threads\u2069?$/)
  const [first] = await desk.getByRole('article').all()
  const written = await first?.innerText()

  await page.unroute('**/api/content/generate-others')
  await desk.getByRole('button', { name: t('composer.notWritten.retry') }).click()
  await expect(allDrafts(page)).toHaveCount(3)
  await expect(notWritten).toBeHidden()
  expect(await first?.innerText()).toBe(written)
})

test('shows why one of several drafts failed, in the place of that draft', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('A warehouse taught us about queues. The shortest one was always the one that nobody watched.')
  await page.getByLabel('LinkedIn', { exact: true }).first().press('Space')
  for (const name of ['X', 'Threads']) await page.getByLabel(name, { exact: true }).first().press('Space')
  await page.route('**/api/content/generate-others', async (route) => {
    const headers = { ...route.request().headers(), accept: 'application/json' }
    const { content } = (await (await route.fetch({ headers })).json()) as { content: { platform: string }[] }
    const missing = { platform: 'threads', language: 'english', code: 'writer_quota', message: 'Its quota is used up.' }
    await route.fulfill({
      json: { content: content.filter(({ platform }) => platform !== 'threads'), unwritten: [missing] },
    })
  })
  await page.getByRole('button', { name: t('composer.generate.others') }).click()
  const desk = page.getByRole('region', { name: t('composer.drafts') })
  await expect(desk.getByRole('heading', { name: 'Nothing written for' })).toHaveText(/ \u2068?Threads\u2069?$/)
  await expect(desk.getByText('Its quota is used up.')).toBeVisible()
  await expect(desk.getByRole('article')).toHaveCount(1)
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('links from a draft that lacks a required photo to the photo field', async ({ page, site }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    await page
      .getByLabel(t('composer.input.topic'))
      .fill('A warehouse taught us about queues. The shortest one was always the one that nobody watched.')
    await page.getByLabel('Instagram', { exact: true }).first().press('Space')
    await page.getByRole('button', { name: t('composer.generate.all') }).click()
    await networkTab(page, 'Instagram').click()
    await page.getByRole('button', { name: t('posts.preview.addPhoto') }).click()
    const place = page.getByLabel(t('composer.media.choosePhotos'))
    await expect(place).toBeFocused()
    await expect(place).toBeInViewport()
  })
})
