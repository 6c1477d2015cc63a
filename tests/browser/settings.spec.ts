import type { Page } from '@playwright/test'
import {
  expect,
  forBoth,
  type Language,
  expectAccessible,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
/** Finds the settings section that selects the networks for new posts. Another section lists the same networks. */
const publishing = (page: Page, t: (path: string) => RegExp) =>
  page.getByRole('region', { name: t('settings.publishing.title') })
/** Returns the visible text of a page, without field values. */
const shownText = (page: Page) => page.evaluate(() => document.body.innerText)

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`saves a setting immediately and reverts it when saving fails (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      // Only a server with mail lets a user choose emails.
      await page.route('**/api/registration', async (route) =>
        route.fulfill({ json: { ...(await (await route.fetch()).json()), sendsMail: true } }),
      )
      await page.goto(site.url)
      await goToSettings(page, language)
      await expect(page).toHaveTitle(new RegExp(t('settings.title').source.slice(1, -1)))
      await expectAccessible(page)

      const hijri = page.getByRole('switch', { name: t('settings.dates.hijri') })
      await hijri.click()
      await expect(hijri).toBeChecked()
      const saved = page.getByRole('main').getByText(t('app.saved'))
      await expect(saved).toBeVisible()
      await expect(saved).toHaveCount(0)
      expect((await layla.call('GET /api/user', {})).hijriDates).toBe(true)

      await page.route('**/api/user', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      await hijri.click()
      const reason = page.getByRole('main').getByRole('alert')
      await expect(reason).toContainText(new RegExp(t('app.errors.noAnswer').source.slice(1, -1)))
      await expect(hijri).toBeChecked()
      await page.unroute('**/api/user')
      await expectAccessible(page)
      await screenshot(page, `settings-refused-${language}`, { fullPage: true })

      const late = page.getByLabel(t('settings.publishing.late'))
      await late.selectOption('360')
      await expect.poll(async () => (await layla.call('GET /api/user', {})).lateAfterMinutes).toBe(360)
      await publishing(page, t).getByRole('checkbox', { name: 'Threads' }).check()
      await page.getByRole('switch', { name: t('settings.notices.byMail', { topic: textOf(t, 'published') }) }).click()
      await expect
        .poll(async () => await layla.call('GET /api/user', {}))
        .toMatchObject({ defaultPlatforms: ['linkedin', 'threads'], mailed: ['trouble', 'account', 'published'] })

      await page.goto(`${site.url}/create`)
      const networks = page.getByRole('checkbox', { name: /^(?:LinkedIn|X|Facebook|Instagram|Threads)$/ })
      await expect(networks).toHaveCount(5)
      expect(await networks.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))).toEqual([
        true,
        false,
        false,
        false,
        true,
      ])
    })

    test(`saves the weekly time slots whenever the user changes them (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      await layla.call('PATCH /api/slots', {
        body: { week: [{ weekday: 1, time: '08:30', platform: null }], ramadan: null, weekendOf: null },
      })
      await page.goto(`${site.url}/settings#slots`)
      const section = page.getByRole('region', { name: t('settings.slots.title') })
      const [day, time] = language === 'ar' ? ['الاثنين', '٨:٣٠'] : ['Monday', '8:30']
      await section.getByRole('button', { name: t('slots.remove', { day, time }) }).click()
      await expect.poll(async () => (await layla.call('GET /api/slots', {})).week).toEqual([])
      await layla.call('PATCH /api/slots', { body: { week: [{ weekday: 3, time: '10:15', platform: null }] } })
      await expect(section.getByText(language === 'ar' ? '١٠:١٥' : '10:15')).toBeVisible()
    })
  })
})

test.describe('settings in two browsers', () => {
  test('applies a setting that the user changes in another browser', async ({ page, site }) => {
    const layla = await signIn(page, site, 'en')
    await page.goto(`${site.url}/settings`)
    const t = await translator('en')
    await expect(page.getByRole('heading', { name: t('settings.title') })).toBeVisible()
    await layla.call('PATCH /api/user', { body: { theme: 'dark', hijriDates: true, preferredLanguage: 'ar' } })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    const arabic = await translator('ar')
    await expect(page.getByRole('switch', { name: arabic('settings.dates.hijri') })).toBeChecked()
  })

  test('keeps an unsaved change when settings from another browser arrive', async ({ page, site }) => {
    const t = await translator('en')
    const layla = await signIn(page, site, 'en', 'linkedin')
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/user', async (route) => {
      if (route.request().method() === 'PATCH') await answered.promise
      await route.continue()
    })
    await page.goto(`${site.url}/settings`)
    const threads = publishing(page, t).getByRole('checkbox', { name: 'Threads' })
    await threads.check()
    await publishing(page, t).getByRole('checkbox', { name: 'Facebook' }).check()
    await layla.call('PATCH /api/user', { body: { hijriDates: true } })
    await expect(page.getByRole('switch', { name: t('settings.dates.hijri') })).toBeChecked()
    await expect(threads).toBeChecked()
    answered.resolve()
    await expect
      .poll(async () => (await layla.call('GET /api/user', {})).defaultPlatforms)
      .toEqual(['linkedin', 'facebook', 'threads'])
  })
})

test.describe('Arabic numerals', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('shows every number in the numeral system that the user chose', async ({ page, site }) => {
    const t = await translator('ar')
    const layla = await signIn(page, site, 'ar', 'linkedin')
    const at = new Date(site.clock.now().getTime() + 26 * 3_600_000)
    await layla.schedule({ platform: 'linkedin', content: 'منشور بلا أرقام', at })
    await page.goto(`${site.url}/settings`)
    await page.getByRole('radio', { name: '0123' }).check()
    await expect.poll(async () => (await layla.call('GET /api/user', {})).numerals).toBe('latn')
    for (const path of ['/settings', '/', '/schedule', '/create', '/social-accounts']) {
      await page.goto(site.url + path)
      await expect(page.locator('h1').first()).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: t('app.loading') })).toHaveCount(0)
      // Remove the options of the numeral setting, because they show digits of both systems.
      const otherText = async () => (await shownText(page)).replace('٠١٢٣', '').replace('٠١٢٣', '')
      if (path !== '/create') await expect.poll(otherText).toMatch(/[0-9]/)
      const text = await otherText()
      expect(`${path}: ${text.match(/.*[٠-٩].*/u)?.[0] ?? ''}`).toBe(`${path}: `)
    }
    await page.goto(`${site.url}/schedule`)
    await page.getByRole('button', { name: t('calendar.add') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((one: HTMLElement) => one.innerText)).not.toMatch(/[٠-٩]/u)
    for (const value of await dialog
      .getByRole('textbox')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
      expect(value).not.toMatch(/[٠-٩]/u)
    await screenshot(page, 'latin-digits-ar')
    await page.keyboard.press('Escape')

    // A change in another browser updates the open page.
    await layla.call('PATCH /api/user', { body: { numerals: 'arab' } })
    await expect.poll(async () => await shownText(page)).not.toMatch(/[0-9]/)
  })
})

test.describe('section rail', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('marks the visible settings section as current in the list of sections', async ({ page, site }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/settings`)
    const rail = page.getByRole('navigation', { name: t('settings.sections') })
    const marked = rail.locator('[aria-current]')
    await expect(marked).toHaveText(t('settings.interface.title'))
    await rail.getByRole('link', { name: t('settings.voice.title') }).click()
    await expect(marked).toHaveText(t('settings.voice.title'))
    await page.mouse.wheel(0, 20_000)
    await expect(marked).toHaveText(t('settings.developers.title'))
  })
})

const textOf = (t: (path: string) => RegExp, topic: string): string =>
  t(`settings.notices.topics.${topic}`).source.slice(1, -1)

/** Opens the settings from the account menu on a wide screen and from the menu page on a phone. */
async function goToSettings(page: Page, language: Language): Promise<void> {
  const t = await translator(language)
  if (language === 'ar') {
    await page.getByRole('link', { name: t('app.nav.menu') }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(t('app.nav.settings').source.slice(1, -1)) })
      .click()
  } else {
    await page.getByRole('button', { name: t('app.menu.open') }).click()
    await page.getByRole('menuitem', { name: t('app.nav.settings') }).click()
  }
  await expect(page.getByRole('heading', { level: 1, name: t('settings.title') })).toBeVisible()
}
