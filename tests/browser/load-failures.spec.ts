import type { Page } from '@playwright/test'
import { expect, forBoth, LOCALES, signIn, test, translator } from './browser-test.ts'

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] })

    test(`shows no zeros or empty lists when the dashboard fails to load, and retries in one press (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await layla.schedule({ platform: 'linkedin', content: 'Soon', at: new Date(Date.now() + 86_400_000) })
      await page.goto(`${site.url}/create`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.route('**/api/posts**', (route) => route.abort())
      await page.getByRole('navigation').getByRole('link').first().click()

      const notice = page.getByRole('alert').getByText(t('dashboard.notLoaded.text'))
      await expect(notice).toHaveCount(1)
      const retry = page.getByRole('button', { name: t('app.unreachable.retry') })
      await expect(retry).toHaveCount(1)
      // One line lists everything that failed to load. No other part of the page repeats it.
      await expect(page.locator('dd')).toHaveCount(0)
      await expect(page.getByRole('cell')).toHaveCount(0)
      // The week keeps its dates, without a number of posts or a day that looks free.
      await expect(page.locator('[data-day]')).toHaveCount(7)
      await expect(page.locator('[data-day] svg')).toHaveCount(0)
      await expect(page.getByText(t('calendar.nothing'), { exact: true })).toHaveCount(0)
      for (const untrue of ['first.title', 'coming.empty', 'recent.empty'])
        await expect(page.getByText(t(`dashboard.${untrue}`))).toHaveCount(0)

      await page.unroute('**/api/posts**')
      await retry.click()
      await expect(page.locator('section[aria-labelledby=coming]').getByText('Soon')).toBeVisible()
      await expect(notice).toHaveCount(0)
      await expect(page.locator('[data-day]').first()).toBeVisible()
    })
  })
})

test('reports an ended session once, without an error about accounts that failed to load', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en', 'linkedin')
  await page.goto(site.url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('navigation').getByRole('link').nth(3).click()
  await expect(page.getByRole('button', { name: t('app.expired.signIn') })).toBeVisible()
  await expect(page.getByRole('button', { name: t('app.unreachable.retry') })).toHaveCount(0)
  await expect(page.getByText(/0\/5/)).toHaveCount(0)
})

test('reports that an unconfirmed post failed to load, and shows the post after a retry', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  const post = await layla.schedule({ platform: 'linkedin', content: 'Soon', at: new Date(Date.now() + 86_400_000) })
  await page.route('**/api/posts/**', (route) => route.abort())
  await page.goto(`${site.url}/unconfirmed/${post.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('posts.unconfirmed.title'))
  await page.unroute('**/api/posts/**')
  await page.getByRole('button', { name: t('app.unreachable.retry') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('posts.unconfirmed.settled.other'))
})

test('posts from the chosen account even when the list of accounts fails to load', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'facebook')
  const other = (await layla.call('GET /api/social-accounts', {})).find(({ isDefault }) => !isDefault)
  await page.goto(`${site.url}/create`)
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('Approvals slow our teams every week. A routine order waits nine days for seven signatures.')
  await page.getByLabel('LinkedIn', { exact: true }).first().setChecked(false, { force: true })
  await page.getByLabel('Facebook', { exact: true }).first().setChecked(true, { force: true })
  await page.getByRole('button', { name: t('composer.generate.others') }).click()
  const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
  await draft.getByLabel(t('composer.margin.account', { platform: 'Facebook' })).selectOption(other?.id ?? '')
  await expect(draft.locator('bdi').getByText(other?.displayName ?? '')).toBeVisible()

  await withoutData(page, '**/create')
  await page.route('**/api/social-accounts', (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: t('posts.postNow') }).click()
  const published = async () => await layla.call('GET /api/posts', { query: { status: 'published' } })
  await expect.poll(async () => (await published()).map(({ accountId }) => accountId)).toEqual([other?.id])
})

test('reports that the accounts failed to load, and retries in one press', async ({ page, site }) => {
  const t = await translator('ar')
  await signIn(page, site, 'ar', 'linkedin')
  await withoutData(page, '**/social-accounts')
  await page.route('**/api/social-accounts', (route) => route.abort())
  await page.goto(`${site.url}/social-accounts`)
  await expect(page.getByText(t('accounts.notLoadedText'))).toBeVisible()
  await page.unroute('**/api/social-accounts')
  await page.getByRole('button', { name: t('app.unreachable.retry') }).click()
  await expect(page.getByRole('listitem').getByText('Layla Haddad').first()).toBeVisible()
})

test('shows an error next to the drafts when the accounts fail to load, and retries in one press', async ({
  page,
  site,
}) => {
  const t = await translator('ar')
  await signIn(page, site, 'ar', 'linkedin')
  await withoutData(page, '**/create')
  await page.route('**/api/social-accounts', (route) => route.abort())
  await page.goto(`${site.url}/create`)
  const loadError = page.getByText(t('composer.accountsNotLoaded'))
  await expect(loadError).toBeVisible()
  await page.unroute('**/api/social-accounts')
  await page.getByRole('button', { name: t('app.unreachable.retry') }).click()
  await expect(loadError).toHaveCount(0)
})

/** Serves the page without initial data, as when the server has timed out. */
async function withoutData(page: Page, path: string): Promise<void> {
  // Block the event stream, because it would reload everything on a page without initial data.
  await page.route('**/api/events*', (route) => route.abort())
  await page.route(path, async (route) => {
    if (route.request().resourceType() !== 'document') return await route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script[^>]*id="first-answer".*?<\/script>/s, '')
    await route.fulfill({ response, body })
  })
}

test('shows a change that happened before the event stream opened, even on a page without initial data', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en')
  // Make the server send the page without data, as a busy server does.
  await page.route('**/social-accounts', async (route) => {
    if (route.request().resourceType() !== 'document') return await route.continue()
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script[^>]* id="first-answer">.*?<\/script>/, '')
    await route.fulfill({ response, body })
  })
  const changed = Promise.withResolvers<void>()
  await page.route('**/api/events*', async (route) => {
    await changed.promise
    await route.continue()
  })
  const read = page.waitForResponse('**/api/social-accounts')
  await page.goto(`${site.url}/social-accounts`)
  await read
  await layla.connect('twitter')
  const [account] = await layla.call('GET /api/social-accounts', {})
  const more = page.getByRole('button', { name: t('accounts.more', { name: account?.displayName ?? '-' }) })
  await expect(more).toHaveCount(0)
  changed.resolve()
  await expect(more).toBeVisible()
})
