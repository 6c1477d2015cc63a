import { PLATFORMS } from '#core/platforms/platform.ts'
import { dayAfter } from '#core/posts/calendar.ts'
import { pictureFile } from '../support/pictures.ts'
import { expect, LOCALES, signIn, test, translator } from './browser-test.ts'

test.use({ locale: LOCALES.en, viewport: { width: 1280, height: 900 } })

test("shows a new post's character count and time zone in a dialog, which stays open while an upload runs or fails", async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  const zoneName = 'Riyadh, GMT+3'
  await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
  await page.goto(`${site.url}/schedule`)
  await expect(page.getByRole('main')).toContainText(zoneName)
  await page.getByRole('button', { name: t('calendar.add') }).click()
  const dialog = page.getByRole('dialog', { name: t('calendar.add') })
  const networks = dialog.getByRole('checkbox')
  await expect(networks).toHaveCount(PLATFORMS.length)
  // The only connected network is preselected.
  await expect(networks.and(dialog.locator(':checked'))).toHaveCount(1)
  const reason = dialog.getByText(t('calendar.lacks', { things: 'text' }))
  await expect(reason).toBeInViewport()
  await dialog.getByLabel('LinkedIn', { exact: true }).press('Space')
  await expect(networks.and(dialog.locator(':checked'))).toHaveCount(0)
  await expect(dialog).toContainText(zoneName)
  await dialog.getByLabel(t('calendar.content')).fill('Hello')
  await expect(dialog).toContainText('5 / 3,000')
  await dialog.getByLabel('X', { exact: true }).press('Space')
  await expect(dialog).toContainText('5 / 280')
  // The character limit is the lowest one of the selected networks.
  for (const [name, limit] of [
    ['Threads', '500'],
    ['Instagram', '2,200'],
  ] as const) {
    const network = dialog.getByLabel(name, { exact: true })
    await network.press('Space')
    await expect(dialog).toContainText('5 / 280')
    await dialog.getByLabel('X', { exact: true }).press('Space')
    await expect(dialog).toContainText(`5 / ${limit}`)
    await dialog.getByLabel('X', { exact: true }).press('Space')
    await network.press('Space')
    await expect(dialog).toContainText('5 / 280')
  }
  await dialog.getByLabel(t('calendar.content')).fill('')

  const sent = Promise.withResolvers<void>()
  await page.route('**/api/images/upload', async (route) => {
    await sent.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: t('composer.media.add') }).click()
  const photo = { name: 'pond.png', mimeType: 'image/png', buffer: await pictureFile('png') }
  await dialog.locator('input[type=file]').setInputFiles(photo)
  await expect(dialog.getByText(t('composer.posting.sendingPicture'))).toBeVisible()
  await page.mouse.click(4, 4)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  sent.resolve()
  await expect(dialog.getByText(t('composer.posting.sendingPicture'))).toHaveCount(0)
  const toast = page.locator('[role=region][aria-label*=F8] li')
  await expect(toast).toContainText('Images uploaded successfully!')
  await page.unroute('**/api/images/upload')
  await page.route('**/api/images/upload', (route) => route.fulfill({ status: 503, json: { message: 'Not now' } }))
  await dialog.locator('input[type=file]').setInputFiles({ ...photo, name: 'frog.png' })
  await expect(toast).toContainText('Image upload failed')
  await expect(toast).toContainText('Failed to upload images')
  await expect(dialog.getByText('Not now')).toBeVisible()
  await dialog.getByRole('button', { name: t('composer.media.remove', { 'number, number': '2' }) }).click()

  // Two failed uploads: in one, a Wi-Fi proxy responds with its sign-in page; in the other, the response lacks the
  // picture.
  for (const response of [
    { status: 200, contentType: 'text/html', body: '<h1>Wi-Fi sign-in</h1>' },
    { status: 201, json: { media: { images: [] } } },
    { status: 201, json: {} },
  ]) {
    await page.unroute('**/api/images/upload')
    await page.route('**/api/images/upload', (route) => route.fulfill(response))
    await dialog.locator('input[type=file]').setInputFiles({ ...photo, name: 'lily.png' })
    await expect(toast).toContainText('Image upload failed')
    await expect(toast).toContainText('Invalid upload response')
    await dialog.getByRole('button', { name: t('composer.media.remove', { 'number, number': '2' }) }).click()
  }

  // The error names the platform whose limit the text exceeds.
  await dialog.getByLabel(t('calendar.content')).fill('Four signatures off one form')
  await dialog.getByLabel('X', { exact: true }).press('Space')
  await dialog.getByLabel('LinkedIn', { exact: true }).press('Space')
  await page.route('**/api/posts', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { code: 'x', message: 'Not this one' } })
      : route.continue(),
  )
  await dialog.getByRole('button', { name: t('calendar.submit') }).click()
  await expect(toast).toContainText('Failed to schedule content')
  await expect(toast).toContainText(/Failed to schedule post for .?LinkedIn.?: Not this one/)
  await dialog.getByRole('button', { name: t('app.cancel') }).click()
  await expect(dialog).toHaveCount(0)
})

test("proposes tomorrow's 9:00 for a new post in the last hour of a day", async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'UTC' } })
  const today = new Date().toISOString().slice(0, 10)
  await page.clock.setFixedTime(new Date(`${today}T23:30Z`))
  await page.goto(`${site.url}/schedule`)
  await page.getByRole('button', { name: t('calendar.add') }).click()
  const dialog = page.getByRole('dialog', { name: t('calendar.add') })
  await dialog.getByLabel(t('calendar.content')).fill('Late')
  await dialog.getByRole('button', { name: t('calendar.submit') }).click()
  await expect(dialog).toHaveCount(0)
  const [post] = await layla.call('GET /api/posts/scheduled', {})
  expect(post?.scheduledAt).toBe(`${dayAfter(today)}T09:00:00.000Z`)
})

test('offers to move a scheduled post to any platform except Threads, and confirms a deletion', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin', 'threads')
  const at = new Date(Date.now() + 2 * 86_400_000)
  for (const platform of ['linkedin', 'threads'] as const)
    await layla.schedule({ platform, content: `At ${platform}`, at })
  await page.goto(site.url)
  const list = page.locator('section[aria-labelledby=coming]')
  const card = (content: string) => list.locator('li li').filter({ hasText: content })
  for (const [content, names] of [
    ['At linkedin', ['LinkedIn', 'X', 'Facebook', 'Instagram', 'Bluesky', 'Mastodon', 'Telegram']],
    ['At threads', ['LinkedIn', 'X', 'Facebook', 'Instagram', 'Threads', 'Bluesky', 'Mastodon', 'Telegram']],
  ] as const) {
    await card(content)
      .getByRole('button', { name: t('posts.edit') })
      .click()
    const dialog = page.getByRole('dialog')
    const offered = dialog.getByLabel(t('posts.editing.platform')).getByRole('option')
    await expect(offered).toHaveText([...names])
    await dialog.getByLabel(t('posts.editing.content')).fill(' ')
    await expect(dialog.getByRole('button', { name: t('posts.save') })).toBeDisabled()
    await dialog.getByRole('button', { name: t('app.cancel') }).click()
    await expect(dialog).toHaveCount(0)
  }

  const toast = page.locator('[role=region][aria-label*=F8] li')
  await card('At linkedin')
    .getByRole('button', { name: t('posts.delete') })
    .click()
  const asked = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this post?' })
  await page.route('**/api/posts/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await asked.getByRole('button', { name: t('posts.delete') }).click()
  await expect(toast).toContainText('Failed to delete post')
  await page.unroute('**/api/posts/*')
  await asked.getByRole('button', { name: t('posts.delete') }).click()
  await expect(card('At linkedin')).toHaveCount(0)
  await expect(card('At threads')).toHaveCount(1)
})

test('shows a general error once when the URL contains an unknown error code', async ({ page, site }) => {
  const t = await translator('en')
  const toasts = page.locator('[role=region][aria-label*=F8] li')
  await page.goto(`${site.url}/auth?error=zzz`)
  await expect(page.getByLabel(t('auth.fields.email'))).toBeVisible()
  await expect(page).toHaveURL(`${site.url}/auth`)
  await expect(page.getByText('zzz')).toHaveCount(0)
  await signIn(page, site, 'en')
  for (const query of ['?error=zzz', '?error=zzz&platform=linkedin', '?error=__proto__&platform=constructor']) {
    await page.goto(`${site.url}/social-accounts${query}`)
    await expect(toasts).toHaveText([t('accounts.errors.other')])
    await expect(page).toHaveURL(`${site.url}/social-accounts`)
    await expect(page.getByText(/zzz|__proto__/)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(toasts).toHaveCount(0)
  }
})
