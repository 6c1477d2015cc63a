import type { BrowserContext, Page, Worker } from '@playwright/test'
import type { PushPayload } from '#server/notifications/push/message.ts'
import { expect, forBoth, LOCALES, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

test.use({ serviceWorkers: 'allow' })

/** Replaces the browser's push service, which this browser does not have. */
async function withPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const endpoint = 'https://push.example.com/layla'
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
    const isSubscribed = () => localStorage.getItem('subscribed') !== null
    const unsubscribe = async () => localStorage.removeItem('subscribed')
    const own = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe }
    Object.assign(PushManager.prototype, {
      subscribe: async () => (localStorage.setItem('subscribed', 'yes'), own),
      getSubscription: async () => (isSubscribed() ? own : null),
    })
  })
}

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] })

    test(`sends push notifications to a subscribed browser and opens the post on click (${language})`, async ({
      page,
      site,
      context,
    }) => {
      const t = await translator(language)
      await withPushService(page)
      const layla = await signIn(page, site, language, 'threads')
      const content = 'A frog in the morning'
      const post = await layla.call('POST /api/posts', { body: { platform: 'threads', content, status: 'published' } })
      await context.grantPermissions(['notifications'], { origin: site.url })
      await withTray(context)
      await page.goto(site.url)
      const bell = page.locator('header button[aria-haspopup=dialog]')
      await bell.click()
      const offer = page.getByRole('region', { name: t('notifications.push.title') })
      await offer.getByRole('button', { name: t('notifications.push.turnOn') }).click()
      await expect(offer.getByText(t('notifications.push.is.on'))).toBeVisible()
      expect((await layla.call('GET /api/push', {})).endpoint).toBeNull()
      const subscribedEndpoint = async () =>
        ((await (await page.request.get(`${site.url}/api/push`)).json()) as { endpoint: string }).endpoint
      expect(await subscribedEndpoint()).toBe('https://push.example.com/layla')
      await expectAccessible(page)
      await screenshot(page, `push-on-${language}`)
      await page.keyboard.press('Escape')

      // The push service changes the subscription's endpoint, and informs only the service worker.
      await renewSubscription(page, 'https://push.example.com/renewed')
      await expect.poll(subscribedEndpoint).toBe('https://push.example.com/renewed')

      const [title, body] =
        language === 'ar' ? ['نُشر منشور على Threads', 'صباح الضفدع'] : ['Published on Threads', content]
      const look = { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr', tag: post.id } as const
      await deliver(page, { title, body, ...look, path: `/?post=${post.id}` })
      await expect.poll(() => shown(page)).toEqual([{ title, body, ...look }])
      // The same message arrives twice, as after a process died before it recorded the delivery. Only one notification
      // appears.
      await deliver(page, { title, body, ...look, path: `/?post=${post.id}` })
      await expect.poll(() => shown(page)).toEqual([{ title, body, ...look }])

      await page
        .getByRole('link', { name: t('app.nav.create') })
        .filter({ visible: true })
        .first()
        .click()
      await page.waitForURL('**/create')
      await click(page, post.id)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('heading', { name: t('posts.timeline.way') })).toBeVisible()
      await expect(dialog.getByText(content)).toBeVisible()
      expect(await shown(page)).toEqual([])
      await dialog.getByRole('button', { name: t('app.close') }).click()
      await expect(dialog).toBeHidden()
      expect(new URL(page.url()).search).toBe('')

      // The service worker could not report the new endpoint, so the page reports it when the user opens the
      // notifications.
      await bell.click()
      await offer.getByRole('button', { name: t('notifications.push.turnOff') }).waitFor()
      expect(await subscribedEndpoint()).toBe('https://push.example.com/layla')
      await offer.getByRole('button', { name: t('notifications.push.turnOff') }).click()
      await expect(offer.getByText(t('notifications.push.is.off'))).toBeVisible()
      await renewSubscription(page, 'https://push.example.com/again')
      expect(await subscribedEndpoint()).toBeNull()
    })
  })
})

test('explains when a browser blocks notifications or does not support them', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => document.cookie.includes('blocks') && 'denied' }),
  )
  await page.addInitScript(() => {
    if (!document.cookie.includes('blocks')) Reflect.deleteProperty(globalThis, 'PushManager')
  })
  const offer = page.getByRole('region', { name: t('notifications.push.title') })
  for (const state of ['unsupported', 'blocked']) {
    await page.goto(site.url)
    await page.locator('header button[aria-haspopup=dialog]').click()
    await expect(offer.getByText(t(`notifications.push.is.${state}`))).toBeVisible()
    await expect(offer.getByRole('button')).toHaveCount(0)
    await page.evaluate(() => (document.cookie = 'blocks=yes'))
  }
})

test("reports a link to a missing post or another user's post, and stays on the page", async ({ page, site }) => {
  const t = await translator('en')
  const other = await site.person('threads')
  const { id } = await other.call('POST /api/posts', {
    body: { platform: 'threads', content: 'Not for everybody', status: 'draft' },
  })
  await signIn(page, site, 'en')
  await page.goto(`${site.url}/?post=${id}`)
  await expect(page.getByText(t('errors.not_found')).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

/** Delivers a decrypted push message to the page's service worker. */
async function deliver(page: Page, payload: PushPayload): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const [registrationId, origin] = [await registered, new URL(page.url()).origin]
  await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
  await browser.detach()
}

/** Headless Chromium shows no notifications, so a list records them in pages and workers. */
async function withTray(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (Notification.permission === 'denied')
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  })
  context.on('serviceworker', (worker) => {
    void worker.evaluate(() => {
      if (Notification.permission !== 'denied') return
      let tray: (NotificationOptions & { title: string; close: () => void })[] = []
      Object.assign(ServiceWorkerRegistration.prototype, {
        async showNotification(title: string, options: NotificationOptions) {
          const close = () => void (tray = tray.filter(({ tag }) => tag !== options.tag))
          close()
          tray.push({ title, ...options, close })
        },
        getNotifications: async ({ tag: wanted }: { tag?: string } = {}) =>
          tray.filter(({ tag }) => !wanted || tag === wanted),
      })
    })
  })
}

const workerOf = (page: Page): Worker => {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('No worker serves this page')
  return worker
}

const shown = (page: Page) =>
  workerOf(page).evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const all = await registration.getNotifications()
    return all.map(({ title, body, lang, dir, tag }) => ({ title, body, lang, dir, tag }))
  })

/** Fires the service worker's subscription change event, and returns when the worker has handled it. */
async function renewSubscription(page: Page, endpoint: string): Promise<void> {
  await workerOf(page).evaluate(async (endpoint) => {
    const keys = { p256dh: 'C'.repeat(87), auth: 'D'.repeat(22) }
    await new Promise((done) => {
      const newSubscription = { toJSON: () => ({ endpoint, keys, expirationTime: null }) }
      dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { newSubscription, waitUntil: done }))
    })
  }, endpoint)
}

/** Clicks the notification with this tag. */
async function click(page: Page, tag: string): Promise<void> {
  await workerOf(page).evaluate(async (wanted) => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications({ tag: wanted })
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  }, tag)
}
