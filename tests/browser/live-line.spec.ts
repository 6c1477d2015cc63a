import { expect, signIn, test, translator } from './browser-test.ts'

test('announces a published post once per tab in a line over the page, and announces no failed post', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin', 'twitter')
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    const stream = tab.waitForResponse(/api\/events/)
    await tab.goto(`${site.url}/settings`)
    await stream
  }
  const publish = (platform: 'linkedin' | 'twitter', content: string) =>
    layla.call('POST /api/posts', { body: { platform, content, status: 'published' } })
  await publish('linkedin', 'Review time fell by 34%\nin one quarter')
  const inEnglish = /^Live on .?LinkedIn.?$/
  for (const tab of [page, other]) {
    const line = tab.getByRole('region', { name: inEnglish })
    await expect(line).toContainText('Review time fell by 34%')
    await expect(line).toContainText(/\d{1,2}:\d\d:\d\d/)
    await expect(tab.getByRole('status').filter({ hasText: inEnglish })).toHaveCount(1)
  }

  // After a reload, the page announces only the next published post. It never announces a refused post.
  const stream = page.waitForResponse(/api\/events/)
  await page.reload()
  await stream
  await site.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 400 })
  expect((await publish('twitter', 'Refused')).status).toBe('failed')
  await publish('linkedin', 'The second one')
  const line = page.locator('[data-live-line]')
  await expect(line).toContainText('The second one')
  await expect(page.getByRole('region', { name: inEnglish })).toHaveCount(1)
  await line.getByRole('button', { name: t('app.close') }).click()
  await expect(line).toHaveCount(0)
})
