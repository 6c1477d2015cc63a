import type { Page } from '@playwright/test'
import { COLOUR_RULES, expect, expectAccessible, forBoth, LOCALES, test } from './browser-test.ts'

const PAGES = [
  '/auth',
  '/reset-password?token=used',
  '/confirm-email?token=x',
  '/?visitor',
  '/privacy-policy',
  '/faq',
  '/terms-of-service',
  '/data-deletion?code=x',
  '/',
  '/schedule',
  '/create',
  '/ask-frogy',
  '/analytics',
  '/social-accounts',
  '/settings/developers',
  '/profile',
  '/settings',
  '/menu',
  '/nowhere',
]
const FURTHER_PAGES = [
  '/admin',
  '/admin/accounts',
  '/admin/faq',
  '/admin/queue',
  '/admin/providers',
  '/admin/connections',
  '/admin/audit',
  '/change-email?token=x',
  '/keep-account?token=x',
  '/settings/connect?request=x',
  '/unconfirmed/x',
]

/** The data that the server sends to pages opened from a mailed link. */
const MAILED_LINK = {
  email: 'layla@example.com',
  formerEmail: 'haddad@example.com',
  deletedAt: '2026-12-10T09:00:00.000Z',
}

// With an empty database, the first user becomes an administrator, who sees more pages.
test.use({ ownServer: { template: 'empty' } })

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] })

    test(`has no accessibility violations on any page, light or dark (${language})`, async ({ page, site }) => {
      await page.route('**/api/mailed-link', (route) => route.fulfill({ json: MAILED_LINK }))
      for (const path of PAGES) {
        if (path === '/') await register(page, site.url, language)
        await isFaultless(page, site.url, path)
      }
    })

    test(`has no accessibility violations on mailed-link and administration pages (${language})`, async ({
      page,
      site,
    }) => {
      await page.route('**/api/mailed-link', (route) => route.fulfill({ json: MAILED_LINK }))
      await register(page, site.url, language)
      for (const path of FURTHER_PAGES) await isFaultless(page, site.url, path)
    })
  })
})

async function register(page: Page, url: string, preferredLanguage: string): Promise<void> {
  const [email, password] = [`${crypto.randomUUID()}@example.com`, 'nine days']
  const data = { email, password, confirmPassword: password, firstName: 'ليلى', lastName: 'Haddad', preferredLanguage }
  expect((await page.request.post(`${url}/api/register`, { data })).status()).toBe(201)
}

/** Fails if axe finds a fault in the phone or desktop layout. The dark theme is checked only for colours. */
async function isFaultless(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await turn(page, 'light')
    await expectAccessible(page)
    await turn(page, 'dark')
    await expectAccessible(page, COLOUR_RULES)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    // `overflow` is negative where the page reserves space for the scroll bar, which is no fault.
    expect(overflow, `${path} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

/** Switches the theme of an open page, as the user menu does. */
async function turn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme)
}
