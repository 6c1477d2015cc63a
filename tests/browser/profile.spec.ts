import type { Route } from '@playwright/test'
import { pictureFile } from '../support/pictures.ts'
import { mailsIn } from '../support/outbox.ts'
import {
  expect,
  forBoth,
  expectAccessible,
  LOCALES,
  screenshot,
  signIn,
  type Site,
  test,
  translator,
} from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const NAMES = { en: ['Nadia', 'Karam'], ar: ['نادية', 'كرم'] } as const
const NEW = 'a new horse'

async function mailTo(site: Site, email: string): Promise<string> {
  const mails = () => mailsIn(site.dataDir).filter((mail) => mail.includes(`To: ${email}\n`))
  await expect.poll(mails).not.toEqual([])
  return mails().at(-1) ?? ''
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`saves the names and the time zone when the user leaves the field (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      await page.goto(site.url)
      await page.getByRole('button', { name: t('app.menu.open') }).click()
      await page.getByRole('menuitem', { name: t('app.nav.profile') }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('profile.title') })).toBeVisible()
      const [first, last] = NAMES[language]
      const [firstName, lastName] = ['profile.you.firstName', 'profile.you.lastName'].map((path) =>
        page.getByRole('textbox', { name: t(path) }),
      )
      await firstName?.fill(first)
      await lastName?.click()
      await expect(page.getByRole('main').getByText(t('app.saved'))).toBeAttached()
      await lastName?.fill(last)
      await page.keyboard.press('Enter')
      await expect
        .poll(async () => await layla.call('GET /api/user', {}))
        .toMatchObject({ firstName: first, lastName: last })

      // When saving fails, the field shows the stored value again.
      await page.route('**/api/user', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      await firstName?.fill('Nobody')
      await firstName?.press('Enter')
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        new RegExp(t('app.errors.noAnswer').source.slice(1, -1)),
      )
      await expect(firstName ?? page.locator('none')).toHaveValue(first)
      await page.unroute('**/api/user')

      await page.getByLabel(t('profile.you.zone')).selectOption('Asia/Riyadh')
      await expect.poll(async () => (await layla.call('GET /api/user', {})).timeZone).toBe('Asia/Riyadh')
      await expect(page.getByLabel(t('profile.you.zone')).locator('option:checked')).toHaveText(
        language === 'ar' ? /^الرياض، / : /^Riyadh, GMT\+3$/,
      )
      await expectAccessible(page)
      await screenshot(page, `profile-${language}`, { fullPage: true })
    })

    test(`uploads a profile picture, shows it everywhere and removes it (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/profile`)
      const row = page.getByRole('region', { name: t('profile.you.title') })
      const chooser = page.waitForEvent('filechooser')
      await row.getByRole('button', { name: t('profile.you.changePicture') }).click()
      const chosen = await chooser
      await chosen.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') })
      await expect(page.getByText(t('profile.you.pictureFailed')).first()).toBeVisible()
      await page.locator('input[type=file]').setInputFiles({
        name: 'me.png',
        mimeType: 'image/png',
        buffer: await pictureFile('png'),
      })
      // The picture appears in the header and in the profile section.
      await expect(page.locator('img[src^="/media/profile/"]')).toHaveCount(2)
      await expectAccessible(page)
      await screenshot(page, `profile-picture-${language}`)
      await page.reload()
      await expect(row.locator('img')).toBeVisible()
      await row.getByRole('button', { name: t('profile.you.removePicture') }).click()
      await expect(page.locator('img[src^="/media/profile/"]')).toHaveCount(0)
    })

    test(`signs out the user's other devices after a password change, and redirects their open pages to sign-in (${language})`, async ({
      page,
      site,
      browser,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      const context = await browser.newContext({ viewport: { width: WIDTHS[language], height: 900 } })
      const other = await context.newPage()
      const data = { email: layla.user?.email, password: layla.password }
      expect((await other.request.post(`${site.url}/api/login`, { data })).status()).toBe(200)
      const listening = other.waitForResponse('**/api/events*')
      await other.goto(`${site.url}/schedule`)
      await listening

      await page.goto(`${site.url}/profile`)
      await page.getByRole('button', { name: t('profile.signIn.change') }).click()
      const dialog = page.getByRole('dialog', { name: t('profile.changePassword.title') })
      const fill = (path: string, text: string) => dialog.getByLabel(t(path)).fill(text)
      await fill('auth.fields.currentPassword', 'not this one')
      await fill('auth.fields.newPassword', NEW)
      await fill('auth.fields.confirmPassword', NEW)
      const submit = dialog.getByRole('button', { name: t('profile.changePassword.submit') })
      await submit.click()
      await expect(dialog.getByLabel(t('auth.fields.currentPassword'))).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await screenshot(page, `profile-password-${language}`)
      await fill('auth.fields.currentPassword', layla.password)
      await submit.click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(t('profile.changePassword.doneText')).first()).toBeVisible()

      await expect(other).toHaveURL(/\/auth\?next=%2Fschedule/)
      await context.close()
      const signInWith = (password: string) =>
        site.visitor().ask('POST /api/login', { body: { email: layla.user?.email ?? '', password } })
      expect((await signInWith(layla.password)).status).toBe(401)
      expect((await signInWith(NEW)).status).toBe(200)
    })

    test(`ends one of the user's sessions, then all others (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      const email = layla.user?.email ?? ''
      const others = [await site.visitor().signIn(email), await site.visitor().signIn(email)]
      await page.goto(`${site.url}/profile`)
      const section = page.getByRole('region', { name: t('profile.sessions.title') })
      const rows = section.getByRole('listitem')
      const count = (await layla.call('GET /api/sessions', {})).length
      await expect(rows).toHaveCount(count)
      await expect(rows.first()).toContainText(t('profile.sessions.current').source.slice(1, -1))
      await rows.last().getByRole('button').click()
      await expect(rows).toHaveCount(count - 1)
      await section.getByRole('button', { name: t('profile.sessions.endOthers') }).click()
      await expect(rows).toHaveCount(1)
      for (const one of others) expect((await one.ask('GET /api/user', {})).status).toBe(401)
      await expectAccessible(page)
    })

    test(`changes the email address after the password and the mailed link confirm it (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      const [old, email] = [layla.user?.email ?? '', `new-${language}-${crypto.randomUUID()}@example.com`]
      await page.goto(`${site.url}/profile`)
      const field = page.getByRole('textbox', { name: t('profile.you.email') })
      await field.fill('nowhere')
      await page.keyboard.press('Enter')
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await field.fill(email)
      // Let the server ask for the password again, as if the user had confirmed it long ago.
      const again = (route: Route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 403, json: { code: 'password_needed', message: '' } })
          : route.continue()
      await page.route('**/api/profile/email', again, { times: 1 })
      await page.getByRole('button', { name: t('profile.you.requestLink') }).click()
      const dialog = page.getByRole('dialog', { name: t('profile.askPassword.title') })
      await dialog.getByLabel(t('auth.fields.password')).fill('not this one')
      await dialog.getByRole('button', { name: t('profile.askPassword.submit') }).click()
      await expect(dialog.getByLabel(t('auth.fields.password'))).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await screenshot(page, `profile-ask-password-${language}`)
      await dialog.getByLabel(t('auth.fields.password')).fill(layla.password)
      await dialog.getByRole('button', { name: t('profile.askPassword.submit') }).click()
      await expect(page.getByText(t('profile.you.emailPendingNoMail', { email }))).toBeVisible()
      await expect(field).toHaveValue(old)
      await expectAccessible(page)
      await screenshot(page, `profile-email-${language}`)

      const link = /(\/change-email\?token=[\w-]+)/.exec(await mailTo(site, email))?.[1] ?? ''
      await page.goto(site.url + link)
      await expect(page.getByRole('main').last()).toContainText(email)
      await expect(page.getByRole('main').last()).toContainText(old)
      await expectAccessible(page)
      await page.getByRole('button', { name: t('links.changeEmail.submit') }).click()
      await expect(page.getByRole('heading', { name: t('links.changeEmail.doneTitle') })).toBeVisible()
      await page.goto(`${site.url}/profile`)
      await expect(field).toHaveValue(email)
      await page.goto(site.url + link)
      await expect(page.getByRole('heading', { name: t('links.changeEmail.invalidTitle') })).toBeVisible()
      await expect(page.getByRole('button', { name: t('links.changeEmail.submit') })).toHaveCount(0)
    })

    test(`cancels an account deletion by the mailed link (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      // The first user is the only administrator, and may not delete their account while other users exist.
      await site.person()
      const layla = await signIn(page, site, language)
      await page.goto(`${site.url}/profile`)
      await page.getByRole('button', { name: t('profile.data.deleteButton') }).click()
      const confirmation = page.getByRole('alertdialog', { name: t('profile.data.sureTitle') })
      await expectAccessible(page)
      await screenshot(page, `profile-delete-${language}`)
      await confirmation.getByRole('button', { name: t('app.cancel') }).click()
      await page.getByRole('button', { name: t('profile.data.deleteButton') }).click()
      await confirmation.getByRole('button', { name: t('profile.data.sure') }).click()
      await expect(page).toHaveURL(/\/auth$/)
      await expect(page.getByText(t('profile.data.begunTextNoMail')).first()).toBeVisible()
      expect((await layla.ask('GET /api/user', {})).status).toBe(401)

      const mail = await mailTo(site, layla.user?.email ?? '')
      await page.goto(site.url + (/(\/keep-account\?token=[\w.-]+)/.exec(mail)?.[1] ?? ''))
      await expect(page.getByRole('main')).toContainText(layla.user?.email ?? '')
      await expectAccessible(page)
      await page.getByRole('button', { name: t('links.keepAccount.submit') }).click()
      await expect(page.getByRole('heading', { name: t('links.keepAccount.doneTitle') })).toBeVisible()
      await screenshot(page, `keep-account-${language}`)
      await page.getByRole('button', { name: t('links.keepAccount.goOn') }).click()
      await page.getByLabel(t('auth.fields.email')).fill(layla.user?.email ?? '')
      await page.getByLabel(t('auth.fields.password')).fill(layla.password)
      await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
      await expect(page).toHaveURL(`${site.url}/`)
    })
  })
})

test.describe('number of words', () => {
  test.use({ locale: LOCALES.en, viewport: { width: 1280, height: 844 } })

  test('shows at most 120 words on the accounts page and 90 on the profile page without scrolling', async ({
    page,
    site,
  }) => {
    const layla = await signIn(page, site, 'en', 'linkedin', 'twitter')
    for (const content of ['One', 'Two'])
      await layla.call('POST /api/posts', { body: { platform: 'twitter', content, status: 'published' } })
    for (const [path, most, last] of [
      ['/social-accounts', 120, 'main [aria-haspopup=menu]'],
      ['/profile', 90, '#data'],
    ] as const) {
      await page.goto(site.url + path)
      await page.locator(last).first().waitFor()
      const words = await page.evaluate(wordsInSight)
      expect(words.length, `${path}: ${words.join(' ')}`).toBeLessThanOrEqual(most)
    }
  })
})

/** The words that are visible without scrolling. */
function wordsInSight(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.parentElement?.closest('script, style, option, .sr-only')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { width, height, top, bottom } = range.getBoundingClientRect()
    const isInSight = width > 1 && height > 1 && top < innerHeight && bottom > 0
    if (isInSight && text.parentElement?.checkVisibility({ visibilityProperty: true }))
      words.push(...(text.textContent ?? '').split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word)))
  }
  return words
}
