import type { Page } from '@playwright/test'
import { expect, test, type Site } from './browser-test.ts'

const PASSWORD = 'nine days'

async function register(page: Page, site: Site, firstName: string): Promise<void> {
  const names = { firstName, lastName: 'Haddad', timeZone: 'Asia/Riyadh' }
  const data = {
    email: `${crypto.randomUUID()}@example.com`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    ...names,
  }
  expect((await page.request.post(`${site.url}/api/register`, { data })).status()).toBe(201)
}

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
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Omar')
  await expect(page.getByText('For my eyes')).toHaveCount(0)

  await page.request.post(`${site.url}/api/logout`)
  await page.goto(`${site.url}/create`)
  await page.waitForURL('**/auth?next=%2Fcreate')
})

test('reloads an open page when another user signs in in a second tab', async ({ page, site }) => {
  await register(page, site, 'Layla')
  const listening = page.waitForResponse('**/api/events*')
  await page.goto(site.url)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Layla')
  await listening
  // A new account signs in and replaces the previous user of this browser.
  await register(page, site, 'Omar')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Omar')
})
