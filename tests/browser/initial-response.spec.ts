import type { Page } from '@playwright/test'
import { expect, LOCALES, signIn, test, translator, type Site } from './browser-test.ts'

const PASSWORD = 'nine days'

async function register(page: Page, site: Site, firstName: string): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  const names = { firstName, lastName: 'Haddad', timeZone: 'Asia/Riyadh' }
  const data = { email, password: PASSWORD, confirmPassword: PASSWORD, ...names }
  expect((await page.request.post(`${site.url}/api/register`, { data })).status()).toBe(201)
  return email
}

/** Collects a page's policy violations, exceptions and hydration errors. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}

const callsOf = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  return asked
}

for (const [language, title] of [
  ['en', 'Sign in'],
  ['ar', 'تسجيل الدخول'],
] as const) {
  test(`renders the sign-in page before its scripts load, without a layout shift afterwards (${language})`, async ({
    browser,
    site,
  }) => {
    const [t, locale] = [await translator(language), LOCALES[language]]
    const bare = await browser.newContext({ locale, javaScriptEnabled: false })
    const read = await bare.newPage()
    await read.goto(`${site.url}/auth`)
    await expect(read.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(read.locator('html')).toHaveAttribute('lang', language)
    const drawn = await read.locator('#root').innerHTML()

    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    const faults = faultsOf(page)
    await page.addInitScript(() => {
      const moved = ((window as unknown as { moved: number[] }).moved = [])
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) (moved as number[]).push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${site.url}/auth`)
    await page.getByRole('button', { name: t('auth.signIn.toSignUpLink') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth.signUp.title'))
    await page.goto(`${site.url}/auth`)
    await page.waitForLoadState('networkidle')
    const signs = (html: string) => html.replaceAll(/<!--.*?-->/g, '')
    expect(signs(await page.locator('#root').innerHTML())).toBe(signs(drawn))
    const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved)
    expect(moved.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.01)
    expect(faults).toEqual([])
  })
}

test('submits a form after the app is ready if the user submitted it earlier', async ({ page, site }) => {
  const email = await register(page, site, 'Layla')
  await page.context().clearCookies()
  let wake = () => {}
  const waited = new Promise<void>((resolve) => (wake = resolve))
  await page.route(/assets\/.*\.js/, async (route) => {
    await waited
    await route.continue()
  })
  await page.goto(`${site.url}/auth`, { waitUntil: 'commit' })
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('input[name=password]').press('Enter')
  expect(new URL(page.url()).search).toBe('')
  wake()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Layla', { timeout: 60_000 })
})

test('performs a press after the app is ready if the user pressed earlier', async ({ page, site }) => {
  let wake = () => {}
  const waited = new Promise<void>((resolve) => (wake = resolve))
  await page.route(/assets\/.*\.js/, async (route) => {
    await waited
    await route.continue()
  })
  await page.goto(`${site.url}/auth`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Create an account' }).click()
  wake()
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible({ timeout: 60_000 })
})

test('renders the dashboard header before the app loads, without a layout shift or a second request afterwards', async ({
  page,
  site,
}) => {
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
  await layla.schedule({ platform: 'linkedin', content: 'Later', at: new Date(Date.now() + 40 * 86_400_000) })
  const [asked, faults] = [callsOf(page), faultsOf(page)]
  let wake = () => {}
  const waited = new Promise<void>((resolve) => (wake = resolve))
  await page.route(/assets\/.*\.js/, async (route) => {
    await waited
    await route.continue()
  })
  await page.goto(site.url, { waitUntil: 'commit' })
  const [opening, title, standing] = [page.locator('#opening'), page.locator('h1'), page.locator('h1 + p')]
  await expect(opening.locator('h1')).toContainText(/Good (morning|afternoon|evening), /)
  // The page stays hidden until its styles arrive, which come after the HTML.
  await expect(page.locator('body')).toHaveCSS('margin-top', '0px')
  await page.evaluate(() => document.fonts.ready)
  const look = async () => [await title.textContent(), await title.boundingBox(), await standing.boundingBox()]
  const seen = await look()
  expect(await opening.ariaSnapshot()).toBe('')
  wake()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 })
  await expect(opening).toHaveCount(0)
  expect(await look()).toEqual(seen)
  await expect.poll(() => asked).toEqual(['/api/events'])
  expect(await page.locator('#first-answer').count()).toBe(0)
  expect(faults).toEqual([])
})

test('sends at most two parallel requests for a dashboard with many posts, and loads failed posts on demand', async ({
  page,
  site,
}) => {
  const [t, count] = [await translator('en'), 21]
  const layla = await signIn(page, site, 'en', 'linkedin', 'threads')
  const at = new Date(Date.now() + 86_400_000)
  await site.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'status', status: 400, count })
  for (let n = 0; n < count; n++) {
    await layla.schedule({ platform: 'linkedin', content: `Coming ${n}`, at })
    await layla.ask('POST /api/posts', {
      body: { platform: 'threads', content: `Failed ${n}`, status: 'published' },
    })
  }
  // The user has no time zone yet, so only the browser knows when the week starts.
  expect((await layla.call('GET /api/user', {})).timeZone).toBeNull()
  const asked = callsOf(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/posts**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(site.url)
  const [lists, all] = [['/api/events', '/api/posts/calendar', '/api/posts/summary'], '/api/posts']
  // Delay all responses until the page has sent every request.
  await expect.poll(() => asked.toSorted()).toEqual(lists)
  answer()
  const review = page.getByRole('button', { name: t('posts.trouble.review') })
  await expect(review).toBeVisible()
  await expect(page.getByRole('button', { name: /1 more/ })).toBeVisible()
  expect(asked.toSorted()).toEqual(lists)

  await review.click()
  await expect(page.locator('#trouble-causes').getByText(String(count)).first()).toBeVisible()
  expect(asked.toSorted()).toEqual([...lists, all].toSorted())
})

test('does not resend an unchanged list to the browser, and shows a changed list', async ({ page, site }) => {
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
  const at = new Date(Date.now() + 86_400_000)
  const post = await layla.schedule({ platform: 'linkedin', content: 'As it was', at })
  const coming = page.locator('section[aria-labelledby=coming]')
  const listening = page.waitForResponse('**/api/events*')
  await page.goto(site.url)
  await expect(coming.getByText('As it was')).toBeVisible({ timeout: 60_000 })
  await listening
  const answered = (path: string) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === path).then((answer) => answer.status())

  for (const draft of ['First', 'Second']) {
    const statuses = Promise.all([answered('/api/posts/scheduled'), answered('/api/posts/summary')])
    await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: draft, status: 'draft' } })
    expect(await statuses).toEqual([304, 200])
    await expect(coming.getByText('As it was')).toBeVisible()
  }
  const changed = answered('/api/posts/scheduled')
  await layla.call('PATCH /api/posts/{id}', {
    params: { id: post.id },
    headers: { 'If-Match': '*' },
    body: { content: 'As it is' },
  })
  expect(await changed).toBe(200)
  await expect(coming.getByText('As it is')).toBeVisible()
})

test("shows a browser's next user no data of the previous user, even after a press on Back", async ({ page, site }) => {
  await register(page, site, 'Layla')
  const data = {
    platform: 'linkedin',
    content: 'For my eyes',
    status: 'scheduled',
    scheduledAt: '2099-01-01T09:00:00Z',
  }
  const posted = await page.request.post(`${site.url}/api/posts`, { data })
  expect(posted.status()).toBe(201)
  await page.goto(site.url)
  await expect(page.getByText('For my eyes')).toBeVisible()
  // Leave the app, because an app page would notice the new user before the test goes back.
  await page.goto(`${site.url}/healthz`)

  await page.request.post(`${site.url}/api/logout`)
  await register(page, site, 'Omar')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Omar', { timeout: 60_000 })
  await expect(page.getByText('For my eyes')).toHaveCount(0)

  await page.request.post(`${site.url}/api/logout`)
  await page.goto(`${site.url}/create`)
  await page.waitForURL('**/auth?next=%2Fcreate')
})

test("sends the next page's HTML in the language that the user chose", async ({ page, site }) => {
  await page.goto(`${site.url}/auth`)
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول')
  const html = await (await page.context().request.get(`${site.url}/auth`)).text()
  expect(html).toContain('<html lang="ar" dir="rtl"')
  expect(html).toContain('تسجيل الدخول</h1>')
})

test('reloads an open page when another user signs in in a second tab', async ({ page, site }) => {
  await register(page, site, 'Layla')
  const listening = page.waitForResponse('**/api/events*')
  await page.goto(site.url)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Layla', { timeout: 60_000 })
  await listening
  // A new account signs in and replaces the previous user of this browser.
  await register(page, site, 'Omar')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Omar', { timeout: 60_000 })
})
