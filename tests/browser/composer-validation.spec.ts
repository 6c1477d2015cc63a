import {
  expect,
  LOCALES,
  expectAccessible,
  signIn,
  test,
  translator,
  chooseNetworks,
  allDrafts,
  chooseMore,
  networkTab,
  togglePostTo,
  keepToasts,
} from './browser-test.ts'

test.use({ locale: LOCALES.en, viewport: { width: 1280, height: 900 } })

const TOPIC = 'We moved the night shift to four days. Sick leave fell by a third within a quarter.'

test('reports a missing topic or platform before sending a request', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/content/') && asked.push(request.url()))
  await page.goto(`${site.url}/create`)
  await expect(page.getByRole('radio', { name: t('composer.modes.basic') })).toBeChecked()
  await expect(page.getByLabel(t('composer.input.contentType'))).toHaveValue('educational')
  const tone = page.getByLabel(t('composer.input.tone'), { exact: true })
  await expect(tone).toHaveValue('professional')
  await expect(tone).toBeDisabled()
  await expect(tone).toHaveAccessibleDescription(t('composer.input.toneNeedsAi'))
  await expect(page.getByRole('radio', { name: t('composer.languages.english') })).toBeChecked()
  const topic = page.getByLabel(t('composer.input.topic'))
  const network = (name: string) =>
    page.getByRole('group', { name: t('composer.input.platforms') }).getByLabel(name, { exact: true })
  await expect(network('LinkedIn')).toBeChecked()
  for (const name of ['X', 'Facebook', 'Instagram', 'Threads']) await expect(network(name)).not.toBeChecked()

  // The button shows the selected platforms.
  const button = page.locator('form button[type=submit]')
  await expect(button).toHaveText('Generate LinkedIn Content')
  await network('X').press('Space')
  await expect(button).toHaveText('Generate All Platforms')
  await network('LinkedIn').press('Space')
  await expect(button).toHaveText('Generate Others (ChatGPT)')
  await network('X').press('Space')
  await expect(button).toHaveText('Select platforms to generate')
  await expect(button).toBeDisabled()
  // Ctrl+Enter without a platform shows an error and focuses the platforms.
  await topic.fill('Night shifts')
  await topic.press('Control+Enter')
  await expect(page.locator('[role=region][aria-label*=F8] li')).toContainText('Please select at least one platform')
  await expect(network('LinkedIn')).toBeFocused()
  await network('LinkedIn').press('Space')

  await topic.fill('   ')
  await button.click()
  await expect(topic).toHaveAccessibleDescription(/Please enter a topic/)
  await expect(topic).toBeFocused()
  expect(asked).toEqual([])
  await expectAccessible(page)
})

test('adds up to three videos with the Enter key and explains a rejected URL', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  await page.getByRole('button', { name: t('composer.media.add') }).click()
  const tab = (name: string) => page.getByRole('tab', { name: t(`composer.media.${name}`) })
  await expect(tab('photos')).toHaveAttribute('aria-selected', 'true')
  await tab('videos').click()
  const address = page.getByLabel(t('video.address'))
  const toast = page.locator('[role=region][aria-label*=F8] li')
  const add = async (text: string) => {
    await address.fill(text)
    await address.press('Enter')
  }
  await add('')
  await expect(toast).toContainText('URL Required')
  await expect(toast).toContainText('Please enter a video URL')
  await add('https://example.com/talk')
  await expect(toast).toContainText('Invalid Video URL')
  await expect(toast).toContainText('Please enter a valid video URL from supported platforms')
  const videos = page.getByRole('list', { name: t('composer.media.videos') }).getByRole('listitem')
  for (const n of [1, 2, 3]) {
    await add(`https://youtu.be/${n}`)
    await expect(videos).toHaveCount(n)
  }
  await add('https://youtu.be/4')
  await expect(toast).toContainText('Maximum Videos Reached')
  await expect(toast).toContainText('You can only add up to 3 videos')
  await expect(videos).toHaveCount(3)
})

test("counts a draft's characters, and disables actions that the draft does not allow yet", async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en', 'linkedin')
  await page.goto(`${site.url}/create`)
  await page.getByLabel(t('composer.input.topic')).fill(TOPIC)
  await page.getByLabel('X', { exact: true }).first().press('Space')
  await page.getByRole('button', { name: t('composer.media.add') }).click()
  await page.getByRole('tab', { name: t('composer.media.videos') }).click()
  await page.getByLabel(t('video.address')).fill('https://youtu.be/dQw4w9WgXcQ')
  await page.getByLabel(t('video.address')).press('Enter')
  const toast = await keepToasts(page)
  await page.getByRole('button', { name: t('composer.generate.all') }).click()
  const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
  await expect(allDrafts(page)).toHaveCount(2)
  await expect(toast).toContainText('Content Generated!')
  await expect(toast).toContainText('Successfully generated content for 2 out of 2 platforms')
  await expect(draft.getByText(/^\d+ \/ 3,000$/)).toBeVisible()
  await networkTab(page, 'X').click()
  await expect(draft.getByText(/^\d+ \/ 280$/)).toBeVisible()
  await networkTab(page, 'LinkedIn').click()

  // A menu contains the other actions of a draft, so that Post Now and Schedule Post are the last buttons on the page.
  await expect(page.getByRole('main').getByRole('button').last()).toHaveText('Post Now')
  await page.evaluate(() => {
    const opened: string[] = []
    Object.assign(window, { opened, open: (url: string) => (opened.push(url), {}) })
  })
  await chooseMore(page, t, 'whatsapp')
  await chooseMore(page, t, 'telegram')
  const [whatsapp = '', telegram = ''] = await page.evaluate(() => (window as unknown as { opened: string[] }).opened)
  const text = new URL(whatsapp).searchParams.get('text')
  expect(whatsapp).toMatch(/^https:\/\/wa\.me\//)
  expect(text).toContain('We moved the night shift to four days.')
  expect(text).toMatch(/\n🎥 https:\/\/youtu\.be\/dQw4w9WgXcQ$/)
  expect(telegram).toMatch(/^https:\/\/t\.me\/share\/url\?url=/)
  await page.evaluate(() => Object.assign(window, { open: () => null }))
  await chooseMore(page, t, 'telegram')
  await expect(toast).toContainText('Failed to open Telegram')
  await expect(toast).toContainText('Make sure Telegram is installed on your device')
  await page.evaluate(() =>
    Object.assign(window, {
      open: () => {
        throw new Error('no windows')
      },
    }),
  )
  await chooseMore(page, t, 'whatsapp')
  await expect(toast).toContainText('Sharing error')

  // A draft cannot be scheduled without a time.
  await togglePostTo(page, 'X')
  const button = (path: string) => page.getByRole('button', { name: t(path) })
  await button('posts.schedulePost').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('posts.schedule.time')).fill('')
  await expect(dialog.getByRole('button', { name: t('posts.schedule.submit') })).toBeDisabled()
  await dialog.getByLabel(t('posts.schedule.time')).press('Enter')
  await expect(toast).toContainText('Missing information')
  await expect(toast).toContainText('Please select date and time')
  await dialog.getByRole('button', { name: t('app.cancel') }).click()
  await expect(dialog).toHaveCount(0)

  // A draft cannot be posted or scheduled without a platform.
  await togglePostTo(page, 'LinkedIn')
  for (const [act, text] of [
    ['posts.postNow', 'Please select at least one platform to post to'],
    ['posts.schedulePost', 'Please select at least one platform to schedule to'],
  ] as const) {
    await button(act).click()
    await expect(toast).toContainText('No platforms selected')
    await expect(toast).toContainText(text)
    await toast.getByRole('button', { name: t('app.close') }).click()
  }
  await togglePostTo(page, 'LinkedIn')

  await page.getByLabel(t('composer.input.topic')).fill('')
  await chooseMore(page, t, 'regenerate')
  const alert = page.getByRole('alertdialog', { name: 'Please enter a topic first' })
  await alert.getByRole('button', { name: t('composer.ok') }).click()
  await expect(alert).toHaveCount(0)

  await draft.getByRole('textbox').first().fill('')
  for (const act of ['posts.postNow', 'posts.schedulePost', 'whatsapp']) {
    await (act === 'whatsapp' ? chooseMore(page, t, act) : button(act).click())
    await expect(toast).toContainText('No content selected')
    await expect(toast).toContainText('Please select content to post')
    await toast.getByRole('button', { name: t('app.close') }).click()
    await expect(toast).toHaveCount(0)
  }
  await expect(dialog).toHaveCount(0)
})

test.describe('a platform that refuses once', () => {
  test.use({ ownServer: {} })

  test('reports the outcome of posting and scheduling in one sentence', async ({ page, site }) => {
    const t = await translator('en')
    const layla = await signIn(page, site, 'en', 'linkedin', 'twitter')
    await page.goto(`${site.url}/create`)
    await page.getByLabel(t('composer.input.topic')).fill(TOPIC)
    await chooseNetworks(page, 'LinkedIn', 'X')
    await page.getByRole('button', { name: t('composer.generate.all') }).click()
    await expect(allDrafts(page)).toHaveCount(2)
    const toast = page.locator('[role=region][aria-label*=F8] li')
    const button = (path: string) => page.getByRole('main').getByRole('button', { name: t(path) })
    const outcomes = page.getByRole('list', { name: t('cards.outcome.title') })

    await togglePostTo(page, 'X')
    await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', status: 400 })
    await button('posts.postNow').click()
    await expect(toast).toContainText('Failed to post content')
    await button('cards.outcome.retry').click()
    await expect(toast).toContainText('Content posted successfully!')
    // The row of the draft shows the success, so the toast is only for screen readers. Nothing is left to post.
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await expect(button('posts.postNow')).toBeDisabled()
    await expect(page.getByText(t('cards.foot.networkFirst'))).toBeVisible()
    expect(await site.simulator.posts('linkedin')).toHaveLength(1)

    const dialog = page.getByRole('dialog')
    const choose = async () => {
      await dialog.locator('button[aria-pressed]').first().click()
      await dialog.getByRole('button', { name: t('posts.schedule.submit') }).click()
      await expect(dialog).toHaveCount(0)
    }
    await page.route('**/api/posts**', (route) =>
      route.request().postData()?.includes('"scheduledAt"')
        ? route.fulfill({ status: 422, json: { code: 'x', message: 'Not this one' } })
        : route.continue(),
    )
    await togglePostTo(page, 'X')
    await button('posts.schedulePost').click()
    await choose()
    await expect(toast).toContainText('Failed to schedule content')
    await expect(toast).toContainText(/Failed to schedule post for \u2068?X\u2069?: Not this one/)
    await expect(outcomes).toContainText('Not this one')
    await page.unroute('**/api/posts**')
    await button('cards.outcome.retry').click()
    await choose()
    await expect(toast).toContainText('Content scheduled successfully!')
    await expect(toast).toContainText(/1 post, .* at \d{1,2}:\d\d/)
    expect(await layla.call('GET /api/posts/scheduled', {})).toHaveLength(1)
  })
})

test('sends nothing and reports the cause when another browser removes the draft or account while a dialog is open', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin', 'twitter')
  await page.goto(`${site.url}/create`)
  await page.getByLabel(t('composer.input.topic')).fill(TOPIC)
  await chooseNetworks(page, 'LinkedIn', 'X')
  await page.getByRole('button', { name: t('composer.generate.all') }).click()
  const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
  const schedule = page.getByRole('button', { name: t('posts.schedulePost') })
  await expect(allDrafts(page)).toHaveCount(2)
  const toast = page.locator('[role=region][aria-label*=F8] li')
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: t('posts.schedule.submit') })
  const kept = () => layla.call('GET /api/posts', { query: { status: 'draft' } })
  await expect.poll(async () => (await kept()).length).toBe(2)

  // Another browser empties the draft while the dialog that schedules the draft is open.
  const x = (await kept()).find(({ platform }) => platform === 'twitter')!
  await networkTab(page, 'X').click()
  await togglePostTo(page, 'LinkedIn')
  await schedule.click()
  await dialog.locator('button[aria-pressed]').first().click()
  await layla.call('PATCH /api/posts/{id}', {
    params: { id: x.id },
    headers: { 'if-match': `"${x.revision}"` },
    body: { content: '' },
  })
  // Find the drafts by an attribute, because role queries do not find the page behind an open dialog.
  await expect(allDrafts(page).last()).not.toContainText('night shift')
  await submit.click()
  await expect(toast).toContainText('Failed to schedule content')
  await expect(toast).toContainText('Missing required fields')

  // Another browser disconnects the account while a dialog of this page is open.
  const disconnect = async () => {
    for (const { id } of await layla.call('GET /api/social-accounts', {}))
      await layla.call('DELETE /api/social-accounts/{id}', { params: { id } })
  }
  await networkTab(page, 'LinkedIn').click()
  await togglePostTo(page, 'X', 'LinkedIn')
  await expect(draft).toContainText('night shift')
  await schedule.click()
  await dialog.locator('button[aria-pressed]').first().click()
  await expect(dialog).toContainText('LinkedIn')
  await disconnect()
  await expect(dialog).not.toContainText('LinkedIn')
  await submit.click()
  await expect(toast).toContainText('Failed to schedule content')
  await expect(toast).toContainText('No platforms selected for scheduling')
  expect(await layla.call('GET /api/posts/scheduled', {})).toEqual([])
  expect(await site.simulator.posts('linkedin')).toEqual([])
})
