import type { Page } from '@playwright/test'
import { expect, LOCALES, noFault, picture, signIn, test, texts } from './journey.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** As Chromium does where Frogy can be installed; what it is then asked is kept by the page. */
async function offer(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  await page.evaluate((answer) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void (document.body.dataset.asked = 'yes'),
      userChoice: Promise.resolve({ outcome: answer }),
    })
    dispatchEvent(event)
  }, outcome)
}

test('Chromium reads the manifest, and has no complaint about it', async ({ page, site, context }) => {
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

test('installation is offered after ten seconds, and left alone for the session, for a day, and once it is there', async ({
  page,
  site,
}) => {
  const say = await texts('en')
  await signIn(page, site, 'en')
  const card = page.getByRole('region', { name: say('install.card.title') })
  await openWithClock(page, site.url)
  await offer(page, 'accepted')
  await page.clock.fastForward(9_000)
  await expect(card).toHaveCount(0)
  await page.clock.fastForward(1_000)
  await expect(card).toBeVisible()
  await noFault(page)
  await picture(page, 'install-card')

  await card.getByRole('button', { name: say('app.close') }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await offer(page, 'accepted')
  await page.clock.fastForward(11_000)
  await expect(card).toHaveCount(0)

  // A new session of the browser.
  await page.evaluate(() => sessionStorage.clear())
  await offer(page, 'accepted')
  await page.clock.fastForward(10_000)
  await card.getByRole('button', { name: say('install.card.later') }).click()
  await offer(page, 'accepted')
  await page.clock.fastForward(23 * 3_600_000)
  await expect(card).toHaveCount(0)
  await page.clock.fastForward(3_600_000)
  await offer(page, 'accepted')
  await page.clock.fastForward(10_000)
  await card.getByRole('button', { name: say('install.card.install') }).click()
  await expect(page.locator('body')).toHaveAttribute('data-asked', 'yes')
  await expect(card).toHaveCount(0)
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent: IPHONE,
    locale: LOCALES.ar,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })

  test('it is told how to install by hand', async ({ page, site }) => {
    const say = await texts('ar')
    await signIn(page, site, 'ar')
    await openWithClock(page, site.url)
    await page.clock.fastForward(10_000)
    const card = page.getByRole('region', { name: say('install.card.title') })
    await expect(card.getByText(say('install.card.byHand'))).toBeVisible()
    await expect(card.getByRole('button', { name: say('install.card.install') })).toHaveCount(0)
    await picture(page, 'install-card-iphone')
  })
})
