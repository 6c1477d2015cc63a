import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  postField,
  screenshot,
  signIn,
  test,
  translator,
  within,
} from './browser-test.ts'

test.use({ serviceWorkers: 'allow' })

/**
 * Interacts with the page until the service worker has cached the page's files and data. The app notices no interaction
 * before it has loaded.
 */
async function untilKept(page: Page, userId = ''): Promise<void> {
  await expect
    .poll(async () => {
      await page.mouse.move(10, 10)
      await page.mouse.move(20, 20)
      return await page.evaluate(async (id) => {
        const ofPeople = (await caches.keys()).filter((name) => name.startsWith(`frogy-seen-${id}`))
        const kept = await Promise.all(ofPeople.map((cacheName) => caches.match('/api/user', { cacheName })))
        return navigator.serviceWorker.controller?.state === 'activated' && kept.some(Boolean)
      }, userId)
    })
    .toBe(true)
}

const keptOfPeople = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('frogy-seen-')))

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] })

    test(`shows cached pages offline, but none after the user signs out (${language})`, async ({
      page,
      site,
      context,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await layla.schedule({ platform: 'linkedin', content: 'Nine days', at: new Date(Date.now() + 86_400_000) })
      const coming = page.locator('section[aria-labelledby=coming]')
      await page.goto(site.url)
      await untilKept(page)
      await expect(coming.getByText('Nine days')).toBeVisible()

      await context.setOffline(true)
      await page.goto(site.url)
      const notice = page.getByRole('status').filter({ hasText: within(t('install.offline.title')) })
      await expect(notice).toBeVisible()
      await expect(coming.getByText('Nine days')).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await expectAccessible(page)
      await screenshot(page, `offline-${language}`)
      await page.goto(`${site.url}/create`)
      await expect(page.getByRole('textbox').first()).toBeVisible()

      await context.setOffline(false)
      await expect(notice).toHaveCount(0)
      await page.getByRole('button', { name: t('app.menu.open') }).click()
      await page.getByRole('menuitem', { name: t('app.menu.logout') }).click()
      await page.getByText(t('app.loggedOutText')).first().waitFor()
      await expect.poll(() => keptOfPeople(page)).toEqual([])
      await context.setOffline(true)
      // A starting service worker may not know yet that the browser is offline.
      await expect(async () => {
        await page.goto(`${site.url}/create`)
        await page.getByRole('heading', { name: t('app.unreachable.title') }).waitFor({ timeout: 5_000 })
      }).toPass()
    })
  })
})

test("shows a new user no data of the browser's previous user while the browser is offline", async ({
  page,
  site,
  context,
}) => {
  await signIn(page, site, 'en')
  await page.goto(site.url)
  await untilKept(page)
  const [ofFirst] = await keptOfPeople(page)

  // Another tab signs in a different user; the first user's page stays open.
  const other = await signIn(page, site, 'en')
  const tab = await context.newPage()
  await tab.goto(site.url)
  await untilKept(tab, other.user?.id)
  await expect.poll(() => keptOfPeople(tab)).toEqual([`frogy-seen-${other.user?.id}`])
  expect(ofFirst).not.toBe(`frogy-seen-${other.user?.id}`)
})

test('announces a new version of the app and waits until the user reloads', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  await untilKept(page)
  const notice = page.getByRole('status').filter({ hasText: within(t('install.newer.title')) })
  const topic = page.getByRole('textbox').first()
  await topic.fill('Nine days')

  // The service worker announces the same version again, as after a server restart. This must not show a notice.
  await page.evaluate(async () => {
    const notice = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('message', resolve, { once: true }),
    )
    await navigator.serviceWorker.register('/service-worker.js?again')
    await notice
  })
  await expect(notice).toHaveCount(0)

  await page.evaluate(() =>
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { entry: '/assets/newer.js' } })),
  )
  await expect(notice).toBeVisible()
  await screenshot(page, 'newer')
  await expect(topic).toHaveValue('Nine days')
  await page.getByRole('button', { name: t('install.newer.reload') }).click()
  await expect(notice).toHaveCount(0)
  await expect(topic).toHaveValue('Nine days')
})

test('restores an edit after the connection breaks and the tab closes, and publishes the post once', async ({
  page,
  site,
  context,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  const draftsOf = async () => await layla.call('GET /api/posts', { query: { status: 'draft' } })
  const contents = async () => (await draftsOf()).map(({ content }) => content)
  await page.goto(`${site.url}/create`)
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('A warehouse taught us about queues. The shortest one was always the one that nobody watched.')
  await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
  await expect.poll(draftsOf).toHaveLength(1)
  await untilKept(page)
  const field = postField(page.getByRole('article').first())
  await field.fill('Half a thought')
  await expect.poll(contents).toEqual(['Half a thought'])

  await field.press('End')
  await field.pressSequentially(', and then')
  await context.setOffline(true)
  await field.pressSequentially(' the tunnel. حتى آخر حرف 🐸')
  await page.close()

  const again = await context.newPage()
  await again.goto(`${site.url}/create`)
  const typed = 'Half a thought, and then the tunnel. حتى آخر حرف 🐸'
  await expect(again.getByRole('article').getByText(typed).first()).toBeVisible()
  await expect(again.getByText(t('composer.kept.away'))).toBeVisible()
  const whole = `${typed} And out again.`
  await postField(again.getByRole('article').first()).fill(whole)

  await context.setOffline(false)
  await expect.poll(contents).toEqual([whole])
  await expect(again.getByText(t('composer.kept.away'))).toBeHidden()
  const [draft] = await draftsOf()

  // The connection breaks a second time, after the server received the request and before it responds.
  const lost = again.waitForEvent('requestfailed', (request) => request.url().endsWith('/publish'))
  await again.route('**/api/posts/*/publish', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await again.getByRole('button', { name: t('posts.postNow') }).click()
  await lost
  const posts = async () =>
    (await layla.call('GET /api/posts', {})).map(({ id, status, content }) => [id, status, content])
  await expect.poll(posts).toEqual([[draft?.id, 'published', whole]])
  await again.reload()
  await expect(again.getByText(whole).first()).toBeVisible()
  const sent = await site.simulator.posts('linkedin')
  expect(sent.filter(({ text }) => text.includes('the tunnel'))).toHaveLength(1)
})
