import { openMailServer } from '../support/mail-server.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { chooseTheme, expect, LOCALES, expectAccessible, test, translator } from './browser-test.ts'

/** Returns the body of a mail that has only one MIME part. */
function bodyOf(message: string): string {
  const [head = '', ...rest] = message.split('\r\n\r\n')
  const body = rest.join('\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString()
  return body.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
}

for (const [language, theme, width] of [
  ['en', 'light', 1280],
  ['ar', 'dark', 390],
] as const) {
  test(`confirms a new user's email address by the mailed link and hides the notice (${language})`, async ({
    browser,
  }) => {
    await using mail = await openMailServer()
    await using site = await startFrogy({ SMTP_URL: mail.url })
    const [t, locale] = [await translator(language), LOCALES[language]]
    const context = await browser.newContext({ locale, viewport: { width, height: 844 } })
    const page = await context.newPage()
    await chooseTheme(page, theme)
    const [email, password] = [`${crypto.randomUUID()}@example.com`, 'correct horse']
    const account = { email, password, confirmPassword: password, firstName: 'نورة', lastName: 'العتيبي' }
    const data = { ...account, preferredLanguage: language }
    expect((await page.request.post(`${site.url}/api/register`, { data })).status()).toBe(201)
    await page.goto(site.url)

    const notice = page.getByRole('region', { name: t('confirm.notice.title') })
    await expect(notice).toContainText(email)
    await expectAccessible(page)
    await notice.getByRole('button', { name: t('confirm.notice.again') }).click()
    await expect(page.getByText(t('confirm.notice.sent'))).toBeVisible()
    const mails = () => mail.to(email).map(bodyOf)
    await expect.poll(() => mails().length).toBe(2)

    const link = await context.newPage()
    await link.goto(`${site.url}/confirm-email?token=`)
    await link.getByRole('button', { name: t('confirm.sendNew') }).click()
    await expect.poll(() => mails().length).toBe(3)
    await link.goto(site.url + (/\/confirm-email\?token=\S+/.exec(mails()[1] ?? '')?.[0] ?? ''))
    await expect(link.getByRole('heading', { level: 1 })).toHaveText(t('confirm.title'))
    await expect(link.getByRole('region', { name: t('confirm.notice.title') })).toHaveCount(0)
    await expect(link.getByRole('main')).toContainText(email)
    await expectAccessible(link)
    // Mail scanners open every link, so opening this one must not confirm the address.
    expect(await (await link.request.get(`${site.url}/api/user`)).json()).toMatchObject({ emailConfirmed: false })
    await link.getByRole('button', { name: t('confirm.submit') }).click()
    await expect(link.getByRole('heading', { level: 1 })).toHaveText(t('confirm.doneTitle'))
    await expect(link.getByRole('region', { name: t('confirm.notice.title') })).toHaveCount(0)
    await expectAccessible(link)
    await link.getByRole('button', { name: t('confirm.goOn') }).click()
    await expect(link).toHaveURL(`${site.url}/`)

    await page.bringToFront()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(notice).toHaveCount(0)
    await context.close()
  })

  test(`moves the notice about an unconfirmed address into the notification bell when the user closes the notice (${language})`, async ({
    browser,
  }) => {
    await using mail = await openMailServer()
    await using site = await startFrogy({ SMTP_URL: mail.url })
    const [t, locale] = [await translator(language), LOCALES[language]]
    const context = await browser.newContext({ locale, viewport: { width, height: 844 } })
    const page = await context.newPage()
    const [email, password] = [`${crypto.randomUUID()}@example.com`, 'correct horse']
    const account = { email, password, confirmPassword: password, firstName: 'Layla', lastName: 'Haddad' }
    const data = { ...account, preferredLanguage: language }
    expect((await page.request.post(`${site.url}/api/register`, { data })).status()).toBe(201)
    const notice = page.getByRole('region', { name: t('confirm.notice.title') })

    await page.goto(`${site.url}/create`)
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await expect(notice).toHaveCount(0)
    await page.goto(`${site.url}/schedule`)
    await expect(notice).toBeVisible()
    expect((await notice.boundingBox())?.height).toBe(44)
    await notice.getByRole('button', { name: t('app.close') }).click()
    await expect(notice).toHaveCount(0)
    await page.reload()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^(Notifications|الإشعارات)/ })
      .click()
    // After the user has closed the notice, only the notification panel shows it.
    await expect(notice).toHaveCount(1)
    await expect(notice).toContainText(email)
    await expectAccessible(page)
    await notice.getByRole('button', { name: t('confirm.notice.again') }).click()
    await expect(page.getByText(t('confirm.notice.sent'))).toBeVisible()
    await expect.poll(() => mail.to(email).length).toBe(2)
    await context.close()
  })

  test(`explains an expired, invalid or incomplete confirmation link inside the app's layout (${language})`, async ({
    browser,
    site,
  }) => {
    const [t, locale] = [await translator(language), LOCALES[language]]
    const context = await browser.newContext({ locale, viewport: { width, height: 844 } })
    const page = await context.newPage()
    await page.goto(`${site.url}/confirm-email`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('confirm.invalidTitle'))
    await page.goto(`${site.url}/confirm-email?token=made.up.token`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('confirm.invalidTitle'))
    await expect(page.getByRole('button', { name: t('confirm.submit') })).toHaveCount(0)
    await expect(page.getByRole('banner')).toContainText('Frogy')
    await page.getByRole('button', { name: t('confirm.signIn') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth.signIn.title'))
    await expect(page).toHaveURL(/next=%2Fconfirm-email$/)

    await page.goto(`${site.url}/nowhere`)
    await expect(page.getByRole('banner')).toContainText('Frogy')
    await expectAccessible(page)
    await page.getByRole('button', { name: t('app.notFound.start') }).click()
    await expect(page).toHaveURL(`${site.url}/`)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await context.close()
  })
}
