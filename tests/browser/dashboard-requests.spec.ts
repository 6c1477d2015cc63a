import { apiPathsOf, chooseTime, expect, openStoredDraft, signIn, test, translator } from './browser-test.ts'

test('sends at most two parallel requests for a dashboard with many posts, and loads failed posts on demand', async ({
  page,
  site,
}) => {
  const [t, count] = [await translator('en'), 21]
  const layla = await signIn(page, site, 'en', 'linkedin', 'threads')
  const at = new Date(Date.now() + 86_400_000)
  await site.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'status', status: 400, count })
  for (let n = 0; n < count; n++) {
    await layla.schedule({ platform: 'linkedin', content: `Coming ${n}`, at })
    await layla.ask('POST /api/posts', {
      body: { platform: 'threads', content: `Failed ${n}`, status: 'published' },
    })
  }
  // The user has no time zone yet, so only the browser knows when the week starts.
  expect((await layla.call('GET /api/user', {})).timeZone).toBeNull()
  const asked = apiPathsOf(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/posts**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(site.url)
  const [lists, all] = [['/api/events', '/api/posts/calendar', '/api/posts/summary'], '/api/posts']
  // Delay all responses until the page has sent every request.
  await expect.poll(() => asked.toSorted()).toEqual(lists)
  answer()
  const review = page.getByRole('button', { name: t('posts.trouble.review') })
  await expect(review).toBeVisible()
  await expect(page.getByRole('button', { name: /1 more/ })).toBeVisible()
  expect(asked.toSorted()).toEqual(lists)

  await review.click()
  await expect(page.locator('#trouble-causes').getByText(String(count)).first()).toBeVisible()
  expect(asked.toSorted()).toEqual([...lists, all].toSorted())
})

test('does not resend an unchanged list to the browser, and shows a changed list', async ({ page, site }) => {
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
  const at = new Date(Date.now() + 86_400_000)
  const post = await layla.schedule({ platform: 'linkedin', content: 'As it was', at })
  const coming = page.locator('section[aria-labelledby=coming]')
  const listening = page.waitForResponse('**/api/events*')
  await page.goto(site.url)
  await expect(coming.getByText('As it was')).toBeVisible()
  await listening
  const answered = (path: string) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === path).then((answer) => answer.status())

  for (const draft of ['First', 'Second']) {
    const statuses = Promise.all([answered('/api/posts/scheduled'), answered('/api/posts/summary')])
    await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: draft, status: 'draft' } })
    expect(await statuses).toEqual([304, 200])
    await expect(coming.getByText('As it was')).toBeVisible()
  }
  const changed = answered('/api/posts/scheduled')
  await layla.call('PATCH /api/posts/{id}', {
    params: { id: post.id },
    headers: { 'If-Match': '*' },
    body: { content: 'As it is' },
  })
  expect(await changed).toBe(200)
  await expect(coming.getByText('As it is')).toBeVisible()
})

test('never requests or mentions workspaces for a user who belongs to none', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
  const asked = apiPathsOf(page)
  const { field, stored } = await openStoredDraft(page, site, layla, 'Four names')
  await field.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' left the form')
  await expect.poll(stored).toBe('Four names left the form')
  await page.getByRole('button', { name: t('posts.schedulePost') }).click()
  const dialog = page.getByRole('dialog')
  await chooseTime(dialog, t, new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10), '10:30')
  await dialog.getByRole('button', { name: t('posts.schedule.submit') }).click()
  await expect.poll(async () => (await layla.call('GET /api/posts', {}))[0]?.status).toBe('scheduled')
  for (const path of ['/', '/schedule', '/analytics', '/social-accounts']) {
    const listening = page.waitForRequest('**/api/events*')
    await page.goto(site.url + path)
    await listening
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const text = await page.getByRole('main').innerText()
    expect({ path, words: /workspace|approval|in review|member/i.exec(text)?.[0] }).toEqual({ path })
  }
  const ofTeams = asked.filter((path) => /workspaces|approvals|review|comments|invitations/.test(path))
  expect(ofTeams).toEqual([])
})
