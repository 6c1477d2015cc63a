import type { Page } from '@playwright/test'
import { expect, LOCALES, expectAccessible, signIn, test, translator } from './browser-test.ts'

const SDK = 'https://connect.facebook.net/en_US/sdk.js'

/**
 * Replaces Facebook's SDK, which the page loads from its real URL.
 * @param answers JavaScript that calls `tell` with the login status
 */
async function replaceSdk(page: Page, answers: string): Promise<void> {
  const body = `window.told = []
window.at = []
window.FB = {
  init: (options) => { at.push(performance.now()); told.push(['init', options]) },
  AppEvents: { logPageView: () => told.push(['page view']) },
  getLoginStatus: (tell) => { at.push(performance.now()); told.push(['status']); ${answers} },
}
window.fbAsyncInit()`
  await page.route('https://connect.facebook.net/**', (route) =>
    route.fulfill({ body, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } }),
  )
}
const sdkCalls = (page: Page) => page.evaluate(() => (window as unknown as { told?: unknown[] }).told ?? [])

test.describe('configured Facebook app', () => {
  test.use({
    ownServer: { environment: { FACEBOOK_CLIENT_ID: '123456', FACEBOOK_CLIENT_SECRET: 'secret' } },
    locale: LOCALES.en,
  })

  for (const [language, status, text] of [
    ['en', 'connected', 'accounts.facebook.connected'],
    ['ar', 'not_authorized', 'accounts.facebook.not_authorized'],
  ] as const) {
    test(`starts Facebook's SDK, logs a page view and shows the login status: ${status} (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await replaceSdk(page, `tell({ status: '${status}' })`)
      await signIn(page, site, language)
      await page.goto(`${site.url}/social-accounts`)
      await expect
        .poll(() => sdkCalls(page))
        .toEqual([
          ['init', { appId: '123456', version: 'v26.0', cookie: false, xfbml: false }],
          ['page view'],
          ['status'],
        ])
      const [startedAt = 0, asked = 0] = await page.evaluate(() => (window as unknown as { at: number[] }).at)
      expect(asked - startedAt).toBeGreaterThan(1_490)
      await expect(page.getByText(t(text))).toBeVisible()
      await expectAccessible(page)
    })
  }

  test.describe('failing SDK', () => {
    for (const [what, answers] of [
      ['no user is signed in', `tell({ status: 'unknown' })`],
      ['the SDK responds too late', `setTimeout(() => tell({ status: 'connected' }), 10_500)`],
      ['the SDK throws', `throw new Error('out of order')`],
      ['the SDK leaves a rejection unhandled', `Promise.reject(new Error('nobody hears'))`],
    ] as const) {
      test(`shows no Facebook status and throws no error when ${what}`, async ({ page, site }) => {
        const t = await translator('en')
        const thrown: string[] = []
        page.on('pageerror', (error) => thrown.push(error.message))
        await replaceSdk(page, answers)
        await signIn(page, site, 'en')
        await page.clock.install()
        await page.goto(`${site.url}/social-accounts`)
        await expect.poll(() => sdkCalls(page)).toHaveLength(2)
        await page.clock.runFor(13_000)
        await expect.poll(() => sdkCalls(page)).toHaveLength(3)
        for (const one of ['connected', 'not_authorized'])
          await expect(page.getByText(t(`accounts.facebook.${one}`))).toHaveCount(0)
        expect(thrown).toEqual([])
        await expect(page.getByRole('link', { name: t('accounts.connectTo', { platform: 'Facebook' }) })).toBeVisible()
      })
    }

    test('shows no Facebook status and throws no error when the SDK fails to load', async ({ page, site }) => {
      const thrown: string[] = []
      page.on('pageerror', (error) => thrown.push(error.message))
      await page.route('https://connect.facebook.net/**', (route) => route.abort())
      await signIn(page, site, 'en')
      const logged = page.waitForEvent('console', (message) => message.text().includes('its SDK did not load'))
      await page.goto(`${site.url}/social-accounts`)
      await logged
      expect(thrown).toEqual([])
    })
  })

  test("starts Facebook's SDK with API version v18.0 when no version is configured", async ({ page, site }) => {
    await page.route('**/api/facebook/config', (route) => route.fulfill({ json: { clientId: '123456' } }))
    await replaceSdk(page, `tell({ status: 'unknown' })`)
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/social-accounts`)
    await expect
      .poll(async () => (await sdkCalls(page))[0])
      .toEqual(['init', { appId: '123456', version: 'v18.0', cookie: false, xfbml: false }])
  })

  test('contacts Facebook only from the accounts page', async ({ page, site }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await signIn(page, site, 'en')
    for (const path of ['/', '/create', '/schedule']) {
      await page.goto(site.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    expect(asked.filter((url) => url.includes('facebook'))).toEqual([])
  })
})

test('loads nothing from Facebook when Facebook is simulated, and blocks it by the content security policy', async ({
  page,
  site,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await signIn(page, site, 'en')
  const answer = await page.goto(`${site.url}/social-accounts`)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.startsWith(SDK) || url.includes('/api/facebook/config'))).toEqual([])
  expect(answer?.headers()['content-security-policy']).not.toContain('facebook')
})
