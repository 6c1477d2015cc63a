import type { Browser, Page } from '@playwright/test'
import { expect, LOCALES, noFault, picture, signIn, test, texts, type Language, type Site } from './journey.ts'

/** Somebody in a browser of their own, with a page open. */
async function elsewhere(browser: Browser, site: Site, language: Language, path: string) {
  const context = await browser.newContext({ locale: LOCALES[language] })
  const page = await context.newPage()
  const person = await signIn(page, site, language)
  await page.goto(`${site.url}${path}`)
  return { page, person, [Symbol.asyncDispose]: () => context.close() }
}

const rowOf = (page: Page, email = '') => page.getByRole('listitem').filter({ hasText: email })

for (const language of ['en', 'ar'] as const) {
  test.describe(`administration, ${language}`, () => {
    // The first person of a Frogy is its administrator.
    test.use({ locale: LOCALES[language], own: {} })

    test('a visitor is asked to sign in, and whoever is no administrator is told what they are', async ({
      page,
      site,
    }) => {
      const say = await texts(language)
      await site.person()
      for (const path of ['/admin', '/admin/faq']) {
        await page.goto(`${site.url}${path}`)
        await expect(page.getByRole('heading', { name: say('admin.gate.guest') })).toBeVisible()
      }
      if (language === 'en') await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
      await noFault(page)
      await page.getByRole('button', { name: say('admin.gate.signIn') }).click()
      await expect(page).toHaveURL(/\/auth\?next=/)
      await signIn(page, site, language)
      await page.goto(`${site.url}/admin/faq`)
      await expect(page.getByRole('heading', { name: say('admin.gate.denied') })).toBeVisible()
      if (language === 'en') await expect(page.getByText('Your current role: User.')).toBeVisible()
      await noFault(page)
      await page.getByRole('button', { name: say('admin.gate.home') }).click()
      await expect(page).toHaveURL(`${site.url}/`)
    })

    test('whoever is suspended sees at once that their session has ended, and why when they sign in', async ({
      page,
      site,
      browser,
    }) => {
      const say = await texts(language)
      await signIn(page, site, language)
      await using omar = await elsewhere(browser, site, language, '/schedule')
      const { email = '' } = omar.person.user ?? {}
      await page.goto(`${site.url}/admin`)
      await page.getByRole('searchbox').fill(email)
      const row = rowOf(page, email)
      await expect(row).toHaveCount(1)
      await noFault(page)
      await row.getByRole('button').click()
      const dialog = page.getByRole('dialog')
      await noFault(page)
      await dialog.getByRole('textbox').fill('spam links')
      await dialog.getByRole('button', { name: say('admin.users.suspend') }).click()
      await expect(row).toContainText('spam links')
      await picture(page, `admin-suspended-${language}`)
      await expect(
        omar.page.getByRole('alert').filter({ hasText: say('app.expired.text').source.slice(1, 20) }),
      ).toBeVisible()
      await omar.page.goto(`${site.url}/auth`)
      await omar.page.locator('[name=email]').fill(email)
      await omar.page.locator('[name=password]').fill(omar.person.password)
      await omar.page.locator('form button[type=submit]').click()
      await expect(omar.page.getByText(/spam links/).first()).toBeVisible()

      await row.getByRole('button').click()
      await expect(row).not.toContainText('spam links')
      await page.goto(`${site.url}/admin/audit`)
      await expect(page.getByRole('listitem').filter({ hasText: email })).toHaveCount(2)
      await expect(page.getByRole('listitem').filter({ hasText: email }).last()).toContainText('spam links')
      await noFault(page)
    })

    test('whoever is no administrator any more loses the page that they have open', async ({ page, site, browser }) => {
      const say = await texts(language)
      const admin = await signIn(page, site, language)
      const context = await browser.newContext({ locale: LOCALES[language] })
      const other = await context.newPage()
      const omar = await signIn(other, site, language)
      const setRole = (role: 'user' | 'admin') =>
        admin.call('PATCH /api/admin/users/{id}', { params: { id: omar.user?.id ?? '' }, body: { role } })
      await other.goto(`${site.url}/admin`)
      await expect(other.getByRole('heading', { name: say('admin.gate.denied') })).toBeVisible()
      await setRole('admin')
      await expect(other.getByRole('searchbox')).toBeVisible()

      await page.goto(`${site.url}/admin`)
      await page.getByRole('searchbox').fill(omar.user?.email ?? '')
      const row = rowOf(page, omar.user?.email)
      await expect(row).toHaveCount(1)
      await row.getByRole('combobox').selectOption('user')
      await expect(other.getByRole('heading', { name: say('admin.gate.denied') })).toBeVisible()
      await context.close()
    })
  })
}
