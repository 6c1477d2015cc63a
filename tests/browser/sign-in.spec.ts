import { mailsIn } from '../support/outbox.ts'
import { expect, forBoth, LOCALES, expectAccessible, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: WIDTHS[language], height: 844 } })

    test(`registers, signs out and signs in again by a password reset link (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const within = (path: string) => new RegExp(t(path).source.slice(1, -1))
      const toast = page.locator('[role=region][aria-label*=F8] li')
      const title = page.getByRole('heading', { level: 1 })
      const press = (path: string) => page.getByRole('button', { name: t(path) }).click()
      const field = (name: string) => page.getByLabel(t(`auth.fields.${name}`))
      const [email, password] = [`${crypto.randomUUID()}@example.com`, 'nine days']

      // One press switches between sign-in and sign-up.
      await page.goto(`${site.url}/auth`)
      await expect(title).toHaveText(t('auth.signIn.title'))
      await press('auth.signIn.toSignUpLink')
      await expect(title).toHaveText(t('auth.signUp.title'))
      await press('auth.signUp.toSignInLink')
      await expect(title).toHaveText(t('auth.signIn.title'))
      await press('auth.signIn.toSignUpLink')

      // Each missing field shows its error.
      await press('auth.signUp.submit')
      for (const [name, problem] of Object.entries({
        firstName: 'firstNameRequired',
        lastName: 'lastNameRequired',
        email: 'emailRequired',
        password: 'passwordRequired',
      }))
        await expect(field(name)).toHaveAccessibleDescription(within(`auth.problems.${problem}`))
      await field('firstName').fill('Layla')
      await field('lastName').fill('Haddad')
      await field('email').fill(email)
      await field('password').fill(password)
      await field('confirmPassword').fill('ten days')
      await press('auth.signUp.submit')
      await expect(field('confirmPassword')).toHaveAccessibleDescription(within('auth.problems.passwordsDiffer'))
      await field('confirmPassword').fill(password)
      await page.route('**/api/register', (route) => route.fulfill({ status: 503, json: { message: 'Not now' } }))
      await press('auth.signUp.submit')
      await expect(toast).toContainText(within('auth.registrationFailed'))
      await expect(toast).toContainText('Not now')
      await page.unroute('**/api/register')
      await press('auth.signUp.submit')
      await expect(page).toHaveURL(`${site.url}/`)
      await expect(toast).toContainText(within('auth.welcomeText'))

      // A signed-in user who opens the sign-in page is redirected.
      await page.goto(`${site.url}/auth`)
      await expect(page).toHaveURL(`${site.url}/`)

      await page.route('**/api/logout', (route) => route.fulfill({ status: 503, json: { message: 'Not now' } }))
      await press('app.menu.open')
      await page.getByRole('menuitem', { name: t('app.menu.logout') }).click()
      await expect(toast).toContainText(within('app.logoutFailed'))
      await page.unroute('**/api/logout')
      await press('app.menu.open')
      await page.getByRole('menuitem', { name: t('app.menu.logout') }).click()
      await expect(toast).toContainText(within('app.loggedOut'))
      await expect(toast).toContainText(within('app.loggedOutText'))

      await page.goto(`${site.url}/auth`)
      await press('auth.signIn.forgot')
      await press('auth.forgot.submitNoMail')
      await expect(field('email')).toHaveAccessibleDescription(t('auth.problems.emailRequired'))
      await field('email').fill(email)
      await page.route('**/api/forgot-password', (route) => route.abort())
      await press('auth.forgot.submitNoMail')
      await expect(toast).toContainText(within('auth.noAnswer'))
      await page.unroute('**/api/forgot-password')
      await page.route('**/api/forgot-password', (route) =>
        route.fulfill({ status: 503, json: { message: 'Not now' } }),
      )
      await press('auth.forgot.submitNoMail')
      await expect(toast).toContainText(within('auth.resetEmailFailed'))
      await expect(toast).toContainText('Not now')
      await page.unroute('**/api/forgot-password')
      await press('auth.forgot.submitNoMail')
      // The test's server cannot send mail, and the page must say so.
      await expect(title).toHaveText(t('auth.forgot.noMailTitle'))
      await expect(page.getByText(t('auth.forgot.noMail'))).toBeVisible()
      await expect(page.getByText(t('auth.forgot.sent'))).toHaveCount(0)
      await expectAccessible(page)

      const link = () =>
        mailsIn(site.dataDir)
          .filter((mail) => mail.includes(`To: ${email}\n`))
          .map((mail) => /\/reset-password\?token=\S+/.exec(mail)?.[0])
          .find(Boolean)
      await expect.poll(link).toBeTruthy()
      await page.goto(site.url + link())
      await field('newPassword').fill('twelve days')
      await field('confirmPassword').fill('twelve days')
      await press('auth.reset.submit')
      await expect(title).toHaveText(t('auth.reset.done'))
      await press('auth.reset.signIn')
      await field('email').fill(email)
      await field('password').fill('twelve days')
      await press('auth.signIn.submit')
      await expect(toast).toContainText(within('auth.welcomeBack'))
      await expect(toast).toContainText(within('auth.welcomeBackText'))
      await expect(page).toHaveURL(`${site.url}/`)
    })
  })
})
