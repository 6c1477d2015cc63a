import { expect, noFault, picture, signIn, test, texts } from './journey.ts'

const WIDTHS = { en: 1280, ar: 390 }
const NAMES = { en: ['Nadia', 'Karam'], ar: ['نادية', 'كرم'] } as const
const NEW = 'a new horse'

for (const language of ['en', 'ar'] as const) {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 }, reducedMotion: 'reduce' })

    test(`names and a time zone are saved as they are left (${language})`, async ({ page, site }) => {
      const say = await texts(language)
      const layla = await signIn(page, site, language)
      await page.goto(site.url)
      await page.getByRole('button', { name: say('app.menu.open') }).click()
      await page.getByRole('menuitem', { name: say('app.nav.profile') }).click()
      await expect(page.getByRole('heading', { level: 1, name: say('profile.title') })).toBeVisible()
      const [first, last] = NAMES[language]
      const [firstName, lastName] = ['profile.you.firstName', 'profile.you.lastName'].map((path) =>
        page.getByRole('textbox', { name: say(path) }),
      )
      await firstName?.fill(first)
      await lastName?.click()
      await expect(page.getByText(say('profile.saved'))).toBeAttached()
      await lastName?.fill(last)
      await page.keyboard.press('Enter')
      await expect
        .poll(async () => await layla.call('GET /api/user', {}))
        .toMatchObject({ firstName: first, lastName: last })

      // What cannot be saved gives way to what was there.
      await page.route('**/api/user', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      await firstName?.fill('Nobody')
      await firstName?.press('Enter')
      await expect(page.getByText(say('profile.notSaved')).first()).toBeVisible()
      await expect(firstName ?? page.locator('none')).toHaveValue(first)
      await page.unroute('**/api/user')

      await page.getByLabel(say('profile.you.zone')).selectOption('Asia/Riyadh')
      await expect.poll(async () => (await layla.call('GET /api/user', {})).timeZone).toBe('Asia/Riyadh')
      await expect(page.getByLabel(say('profile.you.zone')).locator('option:checked')).toHaveText(
        language === 'ar' ? /^الرياض، / : /^Riyadh, GMT\+3$/,
      )
      await noFault(page)
      await picture(page, `profile-${language}`, { fullPage: true })
    })

    test(`a new password signs out the other devices, whose pages lead to the sign-in (${language})`, async ({
      page,
      site,
      browser,
    }) => {
      const say = await texts(language)
      const layla = await signIn(page, site, language)
      const context = await browser.newContext({ viewport: { width: WIDTHS[language], height: 900 } })
      const other = await context.newPage()
      const data = { email: layla.user?.email, password: layla.password }
      expect((await other.request.post(`${site.url}/api/login`, { data })).status()).toBe(200)
      const listening = other.waitForResponse('**/api/events')
      await other.goto(`${site.url}/schedule`)
      await listening

      await page.goto(`${site.url}/profile`)
      await page.getByRole('button', { name: say('profile.signIn.change') }).click()
      const dialog = page.getByRole('dialog', { name: say('profile.changePassword.title') })
      const fill = (path: string, text: string) => dialog.getByLabel(say(path)).fill(text)
      await fill('profile.changePassword.current', 'not this one')
      await fill('auth.fields.newPassword', NEW)
      await fill('auth.fields.confirmPassword', NEW)
      const submit = dialog.getByRole('button', { name: say('profile.changePassword.submit') })
      await submit.click()
      await expect(dialog.getByLabel(say('profile.changePassword.current'))).toHaveAttribute('aria-invalid', 'true')
      await noFault(page)
      await picture(page, `profile-password-${language}`)
      await fill('profile.changePassword.current', layla.password)
      await submit.click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(say('profile.changePassword.doneText')).first()).toBeVisible()

      await expect(other).toHaveURL(/\/auth\?next=%2Fschedule/)
      await context.close()
      const signInWith = (password: string) =>
        site.visitor().ask('POST /api/login', { body: { email: layla.user?.email ?? '', password } })
      expect((await signInWith(layla.password)).status).toBe(401)
      expect((await signInWith(NEW)).status).toBe(200)
    })

    test(`one session is ended, then all others (${language})`, async ({ page, site }) => {
      const say = await texts(language)
      const layla = await signIn(page, site, language)
      const email = layla.user?.email ?? ''
      const others = [await site.visitor().signIn(email), await site.visitor().signIn(email)]
      await page.goto(`${site.url}/profile`)
      const section = page.getByRole('region', { name: say('profile.sessions.title') })
      const rows = section.getByRole('listitem')
      const count = (await layla.call('GET /api/sessions', {})).length
      await expect(rows).toHaveCount(count)
      await expect(rows.first()).toContainText(say('profile.sessions.current').source.slice(1, -1))
      await rows.last().getByRole('button').click()
      await expect(rows).toHaveCount(count - 1)
      await section.getByRole('button', { name: say('profile.sessions.endOthers') }).click()
      await expect(rows).toHaveCount(1)
      for (const one of others) expect((await one.ask('GET /api/user', {})).status).toBe(401)
      await noFault(page)
    })
  })
}
