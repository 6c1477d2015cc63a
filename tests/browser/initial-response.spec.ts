import type { Page } from '@playwright/test'
import { apiPathsOf, expect, forBoth, LOCALES, signIn, test, translator } from './browser-test.ts'

/** Collects a page's policy violations, exceptions and hydration errors. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}

const TITLES = { en: 'Sign in', ar: 'تسجيل الدخول' }

forBoth({ gate: 'ar' }, (language) => {
  test(`renders the sign-in page before its scripts load, without a layout shift afterwards (${language})`, async ({
    browser,
    site,
  }) => {
    const [t, locale] = [await translator(language), LOCALES[language]]
    const bare = await browser.newContext({ locale, javaScriptEnabled: false })
    const read = await bare.newPage()
    await read.goto(`${site.url}/auth`)
    await expect(read.getByRole('heading', { level: 1 })).toHaveText(TITLES[language])
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
})

test('submits a form after the app is ready if the user submitted it earlier', async ({ page, site }) => {
  const layla = await site.person()
  let wake = () => {}
  const waited = new Promise<void>((resolve) => (wake = resolve))
  await page.route(/assets\/.*\.js/, async (route) => {
    await waited
    await route.continue()
  })
  await page.goto(`${site.url}/auth`, { waitUntil: 'commit' })
  await page.locator('input[name=email]').fill(layla.user?.email ?? '')
  await page.locator('input[name=password]').fill(layla.password)
  await page.locator('input[name=password]').press('Enter')
  expect(new URL(page.url()).search).toBe('')
  wake()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Layla')
})

test('keeps a button press from before the app is ready, and performs it afterwards', async ({ page, site }) => {
  let wake = () => {}
  const waited = new Promise<void>((resolve) => (wake = resolve))
  await page.route(/assets\/.*\.js/, async (route) => {
    await waited
    await route.continue()
  })
  await page.goto(`${site.url}/auth`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Create an account' }).click()
  wake()
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible()
})

test('renders the dashboard header before the app loads, without a layout shift or a second request afterwards', async ({
  page,
  site,
}) => {
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
  await layla.schedule({ platform: 'linkedin', content: 'Later', at: new Date(Date.now() + 40 * 86_400_000) })
  const [asked, faults] = [apiPathsOf(page), faultsOf(page)]
  let wake = () => {}
  const waited = new Promise<void>((resolve) => (wake = resolve))
  await page.route(/assets\/.*\.js/, async (route) => {
    await waited
    await route.continue()
  })
  await page.goto(site.url, { waitUntil: 'commit' })
  const [opening, title, standing] = [page.locator('#opening'), page.locator('h1'), page.locator('h1 + p')]
  await expect(opening.locator('h1')).toContainText(/Good (morning|afternoon|evening), /)
  // Wait for the styles, which arrive after the HTML. The browser hides the page until then.
  await expect(page.locator('body')).toHaveCSS('margin-top', '0px')
  await page.evaluate(() => document.fonts.ready)
  const look = async () => [await title.textContent(), await title.boundingBox(), await standing.boundingBox()]
  const seen = await look()
  expect(await opening.ariaSnapshot()).toBe('')
  wake()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(opening).toHaveCount(0)
  expect(await look()).toEqual(seen)
  await expect.poll(() => asked).toEqual(['/api/events'])
  expect(await page.locator('#first-answer').count()).toBe(0)
  expect(faults).toEqual([])
})

test("sends the next page's HTML in the language that the user chose", async ({ page, site }) => {
  await page.goto(`${site.url}/auth`)
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول')
  const html = await (await page.context().request.get(`${site.url}/auth`)).text()
  expect(html).toContain('<html lang="ar" dir="rtl"')
  expect(html).toContain('تسجيل الدخول</h1>')
})
