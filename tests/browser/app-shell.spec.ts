import { expect, LOCALES, signIn, test, translator } from './browser-test.ts'

test.use({ locale: LOCALES.en, viewport: { width: 390, height: 844 } })

test('shows the brand, the language switch, the user menu and the bottom bar on every page', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en')
  await page.goto(`${site.url}/schedule`)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: /^Frogy/ })).toHaveAttribute('href', '/')

  const bar = page.getByRole('navigation', { name: t('app.mainNavigation') }).filter({ visible: true })
  const leads = await bar
    .getByRole('link')
    .evaluateAll((links) => links.map((one) => [one.textContent, one.getAttribute('href')]))
  expect(leads).toEqual([
    ['Dashboard', '/'],
    ['Schedule', '/schedule'],
    ['Create', '/create'],
    ['Ask Frogy', '/ask-frogy'],
    ['Menu', '/menu'],
  ])

  const open = () => page.getByRole('button', { name: t('app.menu.open') }).click()
  const menu = page.getByRole('menu')
  await open()
  for (const text of [layla.user?.firstName, layla.user?.lastName, layla.user?.email, 'Online'])
    await expect(menu).toContainText(text ?? '?')
  await page.context().setOffline(true)
  await expect(menu).toContainText('Offline')
  await page.context().setOffline(false)
  await expect(menu).toContainText('Online')
  for (const path of ['app.nav.settings', 'app.menu.logout'])
    await expect(menu.getByRole('menuitem', { name: t(path) })).toBeVisible()
  await menu.getByRole('menuitem', { name: t('app.nav.profile') }).click()
  await expect(page).toHaveURL(`${site.url}/profile`)

  // Delay the page's script. The app shows a spinner until it arrives.
  const held = Promise.withResolvers<void>()
  await page.route(/assets\/analytics-page.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await bar.getByRole('link', { name: 'Menu' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Analytics/ })
    .click()
  await expect(page.getByRole('status').filter({ hasText: t('app.loading') })).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { level: 1, name: t('analytics.title') })).toBeVisible()

  await page.goto(`${site.url}/nowhere`)
  await expect(page.getByText(t('app.notFound.title'))).toBeVisible()
  await page.getByRole('button', { name: t('app.notFound.home') }).click()
  await expect(page).toHaveURL(`${site.url}/`)
})

test("starts with the light theme and remembers the user's choice of another theme", async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${site.url}/menu`)
  const shown = page.locator('html')
  await expect(shown).toHaveAttribute('data-theme', 'light')
  const choose = async (theme: string) => {
    const choice = page.getByRole('menuitemradio', { name: t(`app.menu.${theme}`) })
    if (!(await choice.isVisible())) await page.getByRole('button', { name: t('app.menu.open') }).click()
    await choice.click()
  }
  const kept = () => page.evaluate(() => localStorage.getItem('theme'))
  await choose('dark')
  await expect(shown).toHaveAttribute('data-theme', 'dark')
  expect(await kept()).toBe('dark')
  await page.reload()
  await expect(shown).toHaveAttribute('data-theme', 'dark')
  await choose('light')
  await expect(shown).toHaveAttribute('data-theme', 'light')
  await choose('system')
  await expect(shown).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(shown).toHaveAttribute('data-theme', 'light')
  expect(await kept()).toBe('system')
})

test('renders Arabic from right to left in an Arabic font, and switches back to English', async ({ page, site }) => {
  const layla = await signIn(page, site, 'en')
  await page.goto(`${site.url}/menu`)
  const shown = page.locator('html')
  const hasFont = (family: string) =>
    page.evaluate(async (name) => {
      await document.fonts.ready
      return [...document.fonts].some((face) => face.family.includes(name) && face.status === 'loaded')
    }, family)
  await expect(shown).toHaveAttribute('dir', 'ltr')
  await expect.poll(() => hasFont('Hanken Grotesk')).toBe(true)
  await page.getByRole('button', { name: 'العربية', exact: true }).click()
  await expect(shown).toHaveAttribute('dir', 'rtl')
  await expect(shown).toHaveAttribute('lang', 'ar')
  await expect.poll(() => hasFont('IBM Plex Sans Arabic')).toBe(true)
  // The language is a setting of the user, so it also applies in the next browser.
  await expect.poll(async () => (await layla.call('GET /api/user', {})).preferredLanguage).toBe('ar')
  await page.getByRole('button', { name: 'EN, English' }).click()
  await expect(shown).toHaveAttribute('dir', 'ltr')
})
