import type { Page } from '@playwright/test'
import { expect, LOCALES, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** Fires Chromium's install event with this outcome. The page records whether the app prompted the user. */
async function offer(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  await page.evaluate((answer) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void (document.body.dataset.asked = 'yes'),
      userChoice: Promise.resolve({ outcome: answer }),
    })
    dispatchEvent(event)
  }, outcome)
}

test('provides a web app manifest that Chromium accepts without errors', async ({ page, site, context }) => {
  await signIn(page, site, 'en')
  await page.goto(site.url)
  const browser = await context.newCDPSession(page)
  const { errors, data } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({ lang: 'en', share_target: { action: '/share' } })
})

const openWithClock = async (page: Page, url: string) => {
  await page.clock.install()
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('offers to install the app after ten seconds, and hides the offer after a dismissal or installation', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  const card = page.getByRole('region', { name: t('install.card.title') })
  await openWithClock(page, site.url)
  await offer(page, 'accepted')
  await page.clock.fastForward(9_000)
  await expect(card).toHaveCount(0)
  await page.clock.fastForward(1_000)
  // The app offers its installation only after the first published post, and never on the composer page.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card).toHaveCount(0)
  await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: 'The first', status: 'published' } })
  await expect(card).toBeVisible()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('app.nav.create') })
    .first()
    .click()
  await expect(page).toHaveURL(`${site.url}/create`)
  await expect(card).toHaveCount(0)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('app.nav.dashboard') })
    .last()
    .click()
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await screenshot(page, 'install-card')

  await card.getByRole('button', { name: t('app.close') }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await offer(page, 'accepted')
  await page.clock.fastForward(11_000)
  await expect(card).toHaveCount(0)

  // Clearing the session storage simulates a new browser session.
  await page.evaluate(() => sessionStorage.clear())
  await offer(page, 'accepted')
  await page.clock.fastForward(10_000)
  await card.getByRole('button', { name: t('install.card.later') }).click()
  await offer(page, 'accepted')
  await page.clock.fastForward(23 * 3_600_000)
  await expect(card).toHaveCount(0)
  await page.clock.fastForward(3_600_000)
  await offer(page, 'accepted')
  await page.clock.fastForward(10_000)
  await card.getByRole('button', { name: t('install.card.install') }).click()
  await expect(page.locator('body')).toHaveAttribute('data-asked', 'yes')
  await expect(card).toHaveCount(0)
})

test.describe('iPhone', () => {
  test.use({
    userAgent: IPHONE,
    locale: LOCALES.ar,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })

  test('explains on an iPhone how to install the app by hand', async ({ page, site }) => {
    const t = await translator('ar')
    const layla = await signIn(page, site, 'ar', 'linkedin')
    await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: 'الأول', status: 'published' } })
    await openWithClock(page, site.url)
    await page.clock.fastForward(10_000)
    const card = page.getByRole('region', { name: t('install.card.title') })
    await expect(card.getByText(t('install.card.byHand'))).toBeVisible()
    await expect(card.getByRole('button', { name: t('install.card.install') })).toHaveCount(0)
    await screenshot(page, 'install-card-iphone')
  })
})

test.describe('touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: LOCALES.ar })

  test("reloads a page by pull-to-refresh and keeps the user's input, but never reloads the calendar", async ({
    page,
    site,
  }) => {
    const t = await translator('ar')
    await signIn(page, site, 'ar')
    await page.goto(`${site.url}/create`)
    const topic = page.getByLabel(t('composer.input.topic'))
    await topic.fill('ما علّمني المستودع عن الطوابير')
    const sign = page.locator('[data-pulled]')
    // Returns undefined while the page unloads, because it cannot be evaluated then.
    const isSame = () => page.evaluate(() => 'mark' in globalThis).catch(() => undefined)
    await page.evaluate(() => Object.assign(globalThis, { mark: true }))

    // The page does not reload while the user types, after a short pull, or after a sideways pull.
    await pull(page, { y: 230 })
    // The first touch loads Frogy's own pull-to-refresh, which then turns off that of the browser.
    const ownReload = () => page.evaluate(() => document.documentElement.style.overscrollBehaviorY)
    await expect.poll(ownReload).toBe('contain')
    await pull(page, { y: 230 })
    await topic.blur()
    await pull(page, { y: 199 })
    await pull(page, { x: 260, y: 230 })
    await expect(sign).toHaveCount(0)
    expect(await isSame()).toBe(true)

    const finger = await pull(page, { y: 230, isHeld: true })
    await expect(sign).toHaveAttribute('data-pulled', 'true')
    await screenshot(page, 'pulled')
    await finger.letGo()
    await expect(sign.getByRole('status')).toBeVisible()
    await expect.poll(isSame).toBe(false)
    await expect(topic).toHaveValue('ما علّمني المستودع عن الطوابير')

    await page.goto(`${site.url}/schedule`)
    await page.locator('[data-day]:visible').first().waitFor()
    await page.touchscreen.tap(5, 300)
    await pull(page, { y: 300, isHeld: true })
    await expect(sign).toHaveCount(0)
  })
})

/** Simulates a finger that pulls the page down. With `isHeld` the finger stays on the screen. */
async function pull(page: Page, { x = 0, y, isHeld = false }: { x?: number; y: number; isHeld?: boolean }) {
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: 60 + x * part, y: 120 + y * part }],
    })
  await touch('touchStart', 0)
  for (const part of [0.2, 0.5, 1]) await touch('touchMove', part)
  const letGo = async () => void (await touch('touchEnd', 1))
  if (!isHeld) await letGo()
  return { letGo }
}
