import { expect, signIn, test, translator } from './browser-test.ts'
import type { Page, Route } from '@playwright/test'
import type { Person } from '../support/person.ts'

/**
 * The stream stays silent, as if the browser had frozen the tab. A failed stream would make the page ask who is signed
 * in.
 */
async function receiveNoEvents(page: Page): Promise<void> {
  const headers = { 'Content-Type': 'text/event-stream' }
  await page.route('**/api/events*', (route) => route.fulfill({ headers, body: 'retry: 600000\n\n' }))
}

const isCall = ({ pathname }: URL): boolean => pathname.startsWith('/api/')

/** A late request for data would notice the next user and reload the tab before the step under test. */
const abortReads = (route: Route) => {
  const request = route.request()
  const isData = request.method() === 'GET' && !request.url().endsWith('/api/user')
  return isData ? route.abort() : route.fallback()
}

test('reloads a tab of the previous user for the next user, and refuses changes from the old page', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en')
  const hers = await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'Written by Layla alone', status: 'draft' },
  })
  const omar = await site.person()
  await receiveNoEvents(page)
  await page.goto(`${site.url}/settings`)
  const menu = page.getByRole('button', { name: t('app.menu.open') })
  await expect(menu).toBeVisible()
  const signInAs = async ({ user, password }: Person) => {
    const data = { email: user?.email, password }
    expect((await page.request.post(`${site.url}/api/login`, { data })).status()).toBe(200)
  }
  await page.route(isCall, abortReads)
  await signInAs(omar)

  // The server refuses a change from Layla's old tab, and the tab reloads with Omar's data.
  const reloaded = page.waitForEvent('load')
  const refused = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'العربية' }).first().click()
  expect((await refused).status()).toBe(409)
  await page.unroute(isCall)
  await reloaded
  expect(await omar.call('GET /api/user', {})).toMatchObject({ preferredLanguage: 'en' })
  await menu.click()
  await expect(page.getByText(omar.user?.email ?? '')).toBeVisible()

  // A tab that becomes visible again checks which user is signed in.
  const other = await page.context().newPage()
  await receiveNoEvents(other)
  await other.goto(`${site.url}/settings`)
  await expect(other.getByRole('button', { name: t('app.menu.open') })).toBeVisible()
  await other.route(isCall, abortReads)
  await signInAs(layla)
  const woken = other.waitForEvent('load')
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await woken
  await other.unroute(isCall)
  await other.getByRole('button', { name: t('app.menu.open') }).click()
  await expect(other.getByText(layla.user?.email ?? '')).toBeVisible()
  expect(await layla.read(hers)).toMatchObject({ content: 'Written by Layla alone' })
})
