import { chooseTime, expect, LOCALES, test, translator, within } from './browser-test.ts'

test.use({
  timezoneId: 'UTC',
  serviceWorkers: 'allow',
  locale: LOCALES.en,
  viewport: { width: 1280, height: 900 },
  ownServer: { environment: { PUBLIC_URL: 'http://127.0.0.1:0/frogy' } },
})

test('signs up, writes, schedules and reads offline when Frogy is served under a base path', async ({
  page,
  site,
  context,
}) => {
  const [t, sayArabic] = await Promise.all([translator('en'), translator('ar')])
  const { origin } = new URL(site.url)
  const outside: string[] = []
  context.on('request', (request) => {
    const { origin: asked, pathname } = new URL(request.url())
    if (asked === origin && !pathname.startsWith('/frogy/')) outside.push(request.url())
  })
  const at = (path: string) => site.url + path
  const button = (path: string) => page.getByRole('button', { name: t(path) })

  await page.goto(`${site.url}/`)
  await page.getByRole('link', { name: t('auth.signIn.submit') }).click()
  await expect(page).toHaveURL(at('/auth'))
  await page.getByText(t('auth.signIn.toSignUpLink')).click()
  await page.getByLabel(t('auth.fields.firstName')).fill('Layla')
  await page.getByLabel(t('auth.fields.lastName')).fill('Haddad')
  await page.getByLabel(t('auth.fields.email')).fill(`${crypto.randomUUID()}@example.com`)
  await page.getByLabel(t('auth.fields.password')).fill('nine days')
  await page.getByLabel(t('auth.fields.confirmPassword')).fill('nine days')
  await button('auth.signUp.submit').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Layla')
  await expect(page).toHaveURL(at('/'))

  await page
    .getByRole('link', { name: t('app.nav.schedule') })
    .first()
    .click()
  await expect(page).toHaveURL(at('/schedule'))
  await page.goto(at('/social-accounts'))
  await page.getByRole('link', { name: t('accounts.connectTo', { platform: 'LinkedIn' }) }).click()
  await expect(page.getByText(t('accounts.connected', { platform: 'LinkedIn' })).first()).toBeVisible()

  await page.goto(at('/create'))
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('Approvals slow our teams every week. A routine order waits nine days for seven signatures.')
  await button('composer.generate.linkedin').click()
  await page.getByRole('button', { name: t('posts.schedulePost') }).click()
  const dialog = page.getByRole('dialog')
  await chooseTime(dialog, t, new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10), '10:30')
  await dialog.getByRole('button', { name: t('posts.schedule.submit') }).click()
  await expect(dialog).toBeHidden()

  // A post that an API client schedules appears on the open dashboard without a reload.
  await page.goto(at('/'))
  const coming = page.locator('section[aria-labelledby=coming]')
  await expect(coming.getByText(/nine days/).first()).toBeVisible()
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  const answer = await page.request.post(at('/api/posts'), {
    data: { platform: 'linkedin', content: 'Four signatures fewer', status: 'scheduled', scheduledAt },
  })
  expect(answer.status()).toBe(201)
  await expect(coming.getByText('Four signatures fewer')).toBeVisible()

  await page.getByRole('button', { name: 'العربية', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.reload()
  await expect(page.getByRole('link', { name: sayArabic('app.nav.create') }).first()).toBeVisible()

  // The browser's caches and local storage use names that begin with the base path.
  await page.mouse.move(10, 10)
  await page.mouse.move(20, 20)
  const kept = () =>
    page.evaluate(async () => ({
      scope: (await navigator.serviceWorker.getRegistration())?.scope,
      isActive: navigator.serviceWorker.controller?.state === 'activated',
      caches: (await caches.keys()).map((name) => name.replace(/(frogy-(?:seen|shell))-.*$/, '$1')).toSorted(),
      language: ((await (await caches.match('/api/user'))?.json()) as { preferredLanguage?: string } | undefined)
        ?.preferredLanguage,
      isNamed: Object.keys(localStorage).every((name) => name.startsWith('/frogy ')),
    }))
  await expect.poll(kept).toMatchObject({
    scope: at('/'),
    isActive: true,
    language: 'ar',
    caches: ['/frogy frogy-seen', '/frogy frogy-shell'],
    isNamed: true,
  })
  const cookies = await context.cookies()
  expect(cookies.filter(({ path }) => path !== '/frogy').map(({ name }) => name)).toEqual([])

  await context.setOffline(true)
  await page.goto(at('/schedule'))
  await expect(page.getByRole('status').filter({ hasText: within(sayArabic('install.offline.title')) })).toBeVisible()
  await context.setOffline(false)
  await page.goto(at('/nowhere'))
  await expect(page.getByRole('heading', { name: sayArabic('app.notFound.title') })).toBeVisible()
  expect(outside).toEqual([])
})
