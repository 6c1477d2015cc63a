import { expect, LOCALES, expectAccessible, signIn, test, translator } from './browser-test.ts'

test.use({ locale: LOCALES.en, viewport: { width: 1280, height: 900 } })

test('shows connected platforms, published and upcoming posts, and links to their pages', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin', 'threads')
  await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
  for (const n of [1, 2, 3, 4]) {
    const platform = n % 2 ? 'linkedin' : 'threads'
    await layla.call('POST /api/posts', { body: { platform, content: `Number ${n}`, status: 'published' } })
  }
  const at = new Date(Date.now() + 300_000)
  await layla.schedule({ platform: 'linkedin', content: 'To come', at })

  await page.goto(site.url)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toContainText(layla.user?.firstName ?? '')
  await expect(main.locator('h1 + p')).toHaveText(/^Next: .?LinkedIn.? in [45] min\.$/)
  await expect(main.locator('h1 + p strong')).toHaveCount(1)
  await expect(main).toContainText('2 accounts on 2 networks connected and 1 post scheduled in all.')
  for (const [act, path] of Object.entries({ generate: '/create', schedule: '/schedule', connect: '/social-accounts' }))
    await expect(main.getByRole('link', { name: t(`dashboard.actions.${act}`) })).toHaveAttribute('href', path)

  const week = main.getByRole('region', { name: t('dashboard.week.title') })
  // The page leaves out metrics that no network has reported, and networks without a post.
  await expect(week.locator('dt')).toHaveText(['Published', 'Scheduled'])
  await expect(week.locator('dd')).toHaveText(['4', '1'])
  const rows = main.getByRole('table').getByRole('row')
  await expect(rows).toHaveText([/Network/, /^LinkedIn2 posts$/, /^Threads2 posts$/])

  const recent = main.getByRole('region', { name: t('dashboard.recent.title') }).getByRole('listitem')
  await expect(recent).toHaveCount(3)
  for (const [n, [platform, content]] of [
    ['Threads', 'Number 4'],
    ['LinkedIn', 'Number 3'],
    ['Threads', 'Number 2'],
  ].entries()) {
    await expect(recent.nth(n)).toContainText(platform ?? '')
    await expect(recent.nth(n)).toContainText(content ?? '')
    await expect(recent.nth(n).locator('time')).toHaveText(/\d{1,2}:\d\d|\d+ \w+/)
  }
  await expect(main.getByRole('link', { name: /^2\/5 Connected/ })).toHaveAttribute('href', '/social-accounts')
  // The week begins with yesterday.
  await expect(page.locator('[data-day]')).toHaveCount(7)
  await expect(page.locator('[data-day]').nth(1)).toHaveAttribute('aria-current', 'date')
  await expectAccessible(page)
  await main.getByRole('link', { name: t('dashboard.fullAnalytics') }).click()
  await expect(page).toHaveURL(`${site.url}/analytics`)
})

test('shows "No recent activity" to a user without published posts', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.goto(site.url)
  const recent = page.getByRole('region', { name: t('dashboard.recent.title') })
  await expect(recent).toContainText('No recent activity')
  await expect(page.getByRole('link', { name: '0/5 Connected', exact: true })).toBeVisible()
})
