import type { Page } from '@playwright/test'
import { allDrafts, expect, LOCALES, signIn, test, translator } from './browser-test.ts'

// Tests of delays and intervals on the page, by a clock that only the test moves.

test.use({ locale: LOCALES.en, viewport: { width: 1280, height: 900 } })

/** Stops the page's clock. From then on only the test moves it. */
const stopTheClock = (page: Page, inMinutes = 1) => page.clock.pauseAt(new Date(Date.now() + inMinutes * 60_000))

test('shows a toast for five seconds or until the next one, and lets the user swipe it away or focus it with F8', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.clock.install()
  await page.goto(`${site.url}/create`)
  await page.getByRole('button', { name: t('composer.media.add') }).click()
  await page.getByRole('tab', { name: t('composer.media.videos') }).click()
  const address = page.getByLabel(t('video.address'))
  const area = page.locator('[role=region][aria-label*=F8]')
  const toast = area.locator('li')
  const refuse = async (text: string, title: string) => {
    await address.fill(text)
    await address.press('Enter')
    await expect(toast).toHaveCount(1)
    await expect(toast).toContainText(title)
  }
  await refuse('', 'URL Required')
  await stopTheClock(page)
  await refuse('no address', 'Invalid Video URL')
  await page.clock.runFor(4_900)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toast).toHaveCount(0)

  await refuse('', 'URL Required')
  const swipe = async (px: number) => {
    const box = await toast.locator('div').first().boundingBox()
    if (!box) throw new Error('There is no notice')
    const [x, y] = [box.x + 20, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + px / 2, y, { steps: 4 })
    await page.mouse.move(x + px, y, { steps: 4 })
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toast).toHaveCount(1)
  await swipe(70)
  await expect(toast).toHaveCount(0)

  await refuse('', 'URL Required')
  await page.keyboard.press('F8')
  await expect(area.locator('ol')).toBeFocused()
})

test("shows the first tooltip after 700 ms, and the next button's tooltip immediately", async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.schedule({ platform: 'linkedin', content: 'Soon', at: new Date(Date.now() + 86_400_000) })
  await page.clock.install()
  await page.goto(site.url)
  const button = (path: string) =>
    page.locator('section[aria-labelledby=coming]').getByRole('button', { name: t(path) })
  const name = (path: string) => page.locator('[aria-hidden]').filter({ hasText: t(path) })
  // Tooltips load when the pointer first moves, so move it before hovering.
  await button('posts.edit').waitFor()
  await page.mouse.move(5, 5)
  await button('posts.edit').hover()
  await expect(name('posts.edit')).toBeVisible()
  await page.mouse.move(5, 5)
  await expect(name('posts.edit')).toHaveCount(0)
  await stopTheClock(page)
  // After 350 ms without a tooltip, the next tooltip appears only after its full delay again.
  await page.clock.runFor(350)
  await button('posts.edit').hover()
  await page.clock.runFor(650)
  await expect(name('posts.edit')).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(name('posts.edit')).toBeVisible()
  await button('posts.reschedule').hover()
  await page.clock.runFor(10)
  await expect(name('posts.reschedule')).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(150)
  await expect(name('posts.reschedule')).toHaveCount(0)
  await page.clock.runFor(350)
  await button('posts.edit').hover()
  await page.clock.runFor(650)
  await expect(name('posts.edit')).toHaveCount(0)
})

test('shows no tooltip while the menu of the same button is open', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const label = t('accounts.more', { name: account?.displayName ?? '-' })
  await page.clock.install()
  await page.goto(`${site.url}/social-accounts`)
  const button = page.getByRole('button', { name: label })
  await button.waitFor()
  await page.mouse.move(5, 5)
  await button.hover()
  const tooltip = page.locator('[aria-hidden]').filter({ hasText: label })
  await expect(tooltip).toBeVisible()
  await stopTheClock(page)
  await button.click({ position: { x: 4, y: 4 } })
  await expect(page.getByRole('menu')).toBeVisible()
  await page.clock.runFor(50)
  await expect(tooltip).toHaveCount(0)
  // The pointer moves from the button's edge to its icon, which must not show the tooltip.
  await button.locator('svg').hover()
  await page.clock.runFor(1_000)
  await expect(tooltip).toHaveCount(0)
})

test("requests other platforms' drafts a second after LinkedIn's, and saves an edit two seconds after typing", async ({
  page,
  site,
}) => {
  const t = await translator('en')
  await signIn(page, site, 'en', 'linkedin')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/content/generate')) asked.push(pathname.slice('/api/content/'.length))
  })
  await page.clock.install()
  await page.goto(`${site.url}/create`)
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('We moved the night shift to four days. Sick leave fell by a third within a quarter.')
  await page.getByLabel('X', { exact: true }).first().press('Space')
  await stopTheClock(page)
  await page.getByRole('button', { name: t('composer.generate.all') }).click()
  await expect.poll(() => asked).toEqual(['generate-linkedin'])
  // While drafts are being generated, the button only stops them, so that the user cannot generate twice.
  await expect(page.getByRole('button', { name: t('composer.generate.all') })).toHaveCount(0)
  await page.clock.runFor(900)
  expect(asked).toEqual(['generate-linkedin'])
  await page.clock.runFor(200)
  await expect.poll(() => asked).toEqual(['generate-linkedin', 'generate-others'])
  await page.clock.resume()
  await expect(allDrafts(page)).toHaveCount(2)
  const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
  const text = draft.getByRole('textbox').first()
  await text.waitFor()
  await stopTheClock(page, 3)
  await text.fill('My own words')
  await expect(draft.getByText('Unsaved changes - auto-saving...')).toBeVisible()
  await page.clock.runFor(400)
  await text.press('End')
  await text.pressSequentially('!')
  await page.clock.runFor(500)
  await expect(draft.getByText('Unsaved changes - auto-saving...')).toBeVisible()
  await page.clock.runFor(200)
  await expect(draft.getByText('Changes saved')).toBeVisible()
  await expect(draft.getByText('Unsaved changes - auto-saving...')).toHaveCount(0)
})

test('polls only the AI status, every 30 seconds and when the user returns, and does not retry a failed request', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  await signIn(page, site, 'en', 'linkedin')
  const addressIn = (of: { url: () => string }) => of.url().slice(site.url.length)
  // Block server events, because they also make the page request data.
  await page.route(/\/api\/events/, () => {})
  const asked: string[] = []
  page.on('request', (request) => {
    const address = addressIn(request)
    if (address.startsWith('/api/') && !address.startsWith('/api/events')) asked.push(address)
  })
  const since = () => asked.splice(0)
  let connected = true
  const released = Promise.withResolvers<void>()
  await page.route('**/api/ai/status', async (route) => {
    await released.promise
    const state = { connected, configured: true, model: 'm' }
    await (connected ? route.fulfill({ json: { openai: state, anthropic: state, fallback: null } }) : route.abort())
  })
  await page.clock.install()
  // Start on another page, because the composer's HTML already contains the status.
  await page.goto(`${site.url}/menu`)
  // The composer requests the user's writing voice last. On a slow machine, that request can be late.
  const readOnce = ['/api/platforms', '/api/posts?status=draft', '/api/voice', '/api/voice/proposal']
  const firstReads = readOnce.map((address) => page.waitForResponse((response) => addressIn(response) === address))
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('app.nav.create') })
    .click()
  const badge = page.locator('form output').first()
  await expect(badge).toHaveText(/Checking/)
  released.resolve()
  await expect(badge).toHaveText(/Ready/)
  await Promise.all(firstReads)
  await stopTheClock(page)
  const badgeText = async () => {
    await page.clock.runFor(20)
    return await badge.textContent()
  }
  const isStatus = (request: { url: () => string }) => request.url().endsWith('/api/ai/status')
  let answered = 0
  page.on('requestfinished', (request) => {
    if (isStatus(request)) answered++
  })
  /** Performs an action, advances the clock, and waits for the next response with the AI status. */
  const pass = async (ms: number, act?: () => Promise<unknown>) => {
    const before = answered
    await act?.()
    await page.clock.runFor(ms)
    await expect.poll(() => answered).toBeGreaterThan(before)
    await page.clock.runFor(100)
  }
  // Count only the responses from here on.
  const before = answered
  await expect.poll(() => page.clock.runFor(1_000).then(() => answered)).toBeGreaterThan(before)
  await page.clock.runFor(100)
  since()

  await pass(30_000)
  expect(since()).toEqual(['/api/ai/status'])
  await pass(1_000, () =>
    page.evaluate(() => {
      for (const event of ['visibilitychange', 'focus', 'online']) dispatchEvent(new Event(event))
    }),
  )
  // A page that becomes visible again also checks whether the same user is still signed in.
  expect(since().toSorted()).toEqual(['/api/ai/status', '/api/user'])

  connected = false
  await page.clock.runFor(30_000)
  await expect.poll(badgeText).toMatch(/Connection Error/)
  await page.clock.runFor(20_000)
  expect(since()).toEqual(['/api/ai/status'])
})
