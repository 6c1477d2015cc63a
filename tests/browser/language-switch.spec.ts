import type { Locator } from '@playwright/test'
import { expect, LOCALES, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

/** Two consecutive words in Latin letters, as in an untranslated sentence. No name on these pages matches. */
const ENGLISH = /[a-z]{3,} [a-z]{3,}/

test.describe('errors', () => {
  test.use({ locale: LOCALES.en, viewport: { width: 1280, height: 900 }, ownServer: {} })

  test('translates an error that is already shown when the user switches the language', async ({ page, site }) => {
    const [t, sayArabic] = await Promise.all([translator('en'), translator('ar')])
    const layla = await signIn(page, site, 'en', 'facebook')
    const refusal = {
      platform: 'facebook',
      operation: 'publish',
      fault: 'status',
      status: 403,
      body: { error: { code: 200, type: 'OAuthException', message: '(#200)' } },
    } as const
    await site.simulator.fault(refusal)
    await layla.call('POST /api/posts', { body: { platform: 'facebook', content: '…', status: 'published' } })
    await site.simulator.fault(refusal)

    // In the composer, Facebook refuses a post and the error is in English.
    await page.goto(`${site.url}/create`)
    await page
      .getByLabel(t('composer.input.topic'))
      .fill('Approvals slow our teams every week. A routine order waits nine days for seven signatures.')
    await page.getByLabel('LinkedIn', { exact: true }).first().setChecked(false, { force: true })
    await page.getByLabel('Facebook', { exact: true }).first().setChecked(true, { force: true })
    await page.getByRole('button', { name: t('composer.generate.others') }).click()
    await page.getByRole('button', { name: t('posts.postNow') }).click()
    const english = page.getByText(/Facebook did not allow/)
    await expect(english.first()).toBeVisible()

    // After a switch to Arabic, the error is in Arabic, even after a reload. After a switch back, it is in English.
    const language = (name: string) => page.getByRole('button', { name, exact: true })
    const arabic = page.getByText(/لم يسمح Facebook لهذا الحساب بالنشر/)
    const drafts = page.getByRole('region', { name: sayArabic('composer.drafts') })
    await language('العربية').click()
    await expect(drafts.getByText(/لم يسمح Facebook لهذا الحساب بالنشر/)).toBeVisible()
    await page.reload()
    await expect(drafts.getByText(/لم يسمح Facebook لهذا الحساب بالنشر/)).toBeVisible()
    await expect(drafts.getByText(/did not allow/)).toHaveCount(0)

    // The dashboard and the notifications translate the error too, although the user has read it in English.
    await language('EN, English').click()
    await page
      .getByRole('link', { name: t('app.nav.dashboard') })
      .first()
      .click()
    await page.getByRole('button', { name: t('posts.trouble.review') }).click()
    await expect(english.first()).toBeVisible()
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByText(/was not published/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await language('العربية').click()
    await expect(arabic.first()).toBeVisible()
    await expect(english).toHaveCount(0)
    await page.getByRole('button', { name: /^الإشعارات/ }).click()
    const notifications = page.getByRole('dialog')
    await expect(notifications.getByText(/تعذّر نشر/).first()).toBeVisible()
    expect(await notifications.innerText()).not.toMatch(ENGLISH)
  })
})

test.describe('first use in Arabic', () => {
  test.use({ locale: LOCALES.ar, viewport: { width: 390, height: 844 } })

  test('shows the error about a wrong password at the password field in the current language', async ({
    browser,
    site,
  }) => {
    const [t, sayArabic] = await Promise.all([translator('en'), translator('ar')])
    const context = await browser.newContext({ locale: LOCALES.en })
    const page = await context.newPage()
    await page.goto(`${site.url}/auth`)
    await page.getByLabel(t('auth.fields.email')).fill('nobody@example.com')
    await page.getByLabel(t('auth.fields.password')).fill('not this one')
    await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
    const field = page.locator('input[name=password]')
    await expect(field).toHaveAccessibleDescription(t('errors.invalid_credentials'))
    await expect(field).toBeFocused()
    // The toast says that sign-in failed. The reason appears once, at the field.
    await expect(page.locator('[role=region][aria-label*=F8] li')).toHaveText(t('auth.loginFailed'))
    await page.getByRole('button', { name: 'العربية' }).click()
    await expect(field).toHaveAccessibleDescription(sayArabic('errors.invalid_credentials'))
    await context.close()
  })

  test('shows the first three steps and no zeros on an empty dashboard', async ({ page, site }) => {
    const t = await translator('ar')
    await signIn(page, site, 'ar')
    await page.goto(site.url)
    const main = page.getByRole('main')
    const steps = main.getByRole('list', { name: t('dashboard.first.title') })
    await expect(steps.getByRole('link')).toHaveCount(3)
    const places = await steps.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(places).toEqual(['/create', '/social-accounts', '/create#drafts'])
    // On a phone, the list of first steps comes right after the greeting.
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0
    expect((await top(steps)) - (await top(main.getByRole('heading', { level: 1 })))).toBeLessThan(120)
    await expect(main.getByRole('link', { name: t('dashboard.first.connect', { platform: 'LinkedIn' }) })).toBeVisible()
    expect(await main.innerText()).not.toMatch(/(^|\s)٠(\s|$)/)
    await expectAccessible(page)
    await screenshot(page, 'first-dashboard-ar', { fullPage: true })
  })

  test('shows an English post left to right in the Arabic interface and truncates an overlong name', async ({
    page,
    site,
  }) => {
    const t = await translator('ar')
    await signIn(page, site, 'ar', 'facebook')
    await page.goto(`${site.url}/create`)
    await page
      .getByLabel(t('composer.input.topic'))
      .fill('Approvals slow our teams every week. A routine order waits nine days for seven signatures.')
    await page.getByLabel('LinkedIn', { exact: true }).first().setChecked(false, { force: true })
    await page.getByLabel('Facebook', { exact: true }).first().setChecked(true, { force: true })
    await page.getByLabel(t('composer.languages.english'), { exact: true }).setChecked(true, { force: true })
    await page.getByRole('button', { name: t('composer.generate.others') }).click()
    const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
    const name = draft.locator('bdi').first()
    await expect(name).toBeVisible()
    expect(await name.evaluate((found) => getComputedStyle(found).direction)).toBe('ltr')
    const account = draft.getByLabel(t('composer.margin.account', { platform: 'Facebook' }))
    const look = await account.evaluate((found) => {
      const { textOverflow, direction } = getComputedStyle(found)
      return { textOverflow, direction }
    })
    expect(look).toEqual({ textOverflow: 'ellipsis', direction: 'ltr' })
    await screenshot(page, 'english-post-ar', { fullPage: true })
  })
})
