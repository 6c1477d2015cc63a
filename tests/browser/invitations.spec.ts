import type { Page } from '@playwright/test'
import type { Person } from '../support/person.ts'
import { turnOnTwoFactor } from '../support/authenticator-app.ts'
import { mailTo } from '../support/outbox.ts'
import { expect, forBoth, expectAccessible, LOCALES, screenshot, signIn, test, translator } from './browser-test.ts'

const DAY_MS = 86_400_000

/** Takes screenshots at the widths of a phone and a desktop. */
async function pictures(page: Page, name: string): Promise<void> {
  if (!process.env.FROGY_PICTURES) return
  const before = page.viewportSize()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await screenshot(page, `${name}-${width}`)
  }
  if (before) await page.setViewportSize(before)
}

async function invite(admin: Person, email: string | null): Promise<{ path: string; id: string }> {
  const { link, invitation } = await admin.call('POST /api/admin/invitations', { body: { email } })
  const { pathname, search } = new URL(link)
  return { path: pathname + search, id: invitation.id }
}

forBoth({ gate: 'ar' }, (language) => {
  test.describe(`accounts without a mail server (${language})`, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width: language === 'en' ? 1280 : 390, height: 844 },
      ownServer: { environment: { REGISTRATION: 'closed' } },
    })

    test('invites a person by a copied link, and revokes another invitation', async ({ page, site, browser }) => {
      const t = await translator(language)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn(page, site, language)
      await page.goto(`${site.url}/admin/queue`)
      await expect(page.getByText(t('admin.noMail'))).toHaveCount(1)
      await page.goto(`${site.url}/admin`)
      const section = page.getByRole('region', { name: t('admin.invitations.title') })
      const open = section.getByRole('button', { name: t('admin.invitations.invite') })
      const dialog = page.getByRole('dialog')
      const create = async (email: string) => {
        await open.click()
        await dialog.getByRole('textbox').fill(email)
        await dialog.getByRole('button', { name: t('sharing.create') }).click()
      }
      await create('not-an-address')
      await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await dialog.getByRole('textbox').fill('noura@example.com')
      await pictures(page, `invite-${language}`)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('heading', { name: t('sharing.invite.made') })).toBeVisible()
      await expectAccessible(page)
      await pictures(page, `invite-made-${language}`)
      await dialog.getByRole('button', { name: t('sharing.copy') }).click()
      const link = await page.evaluate(() => navigator.clipboard.readText())
      expect(await dialog.getByLabel(t('sharing.invite.link')).inputValue()).toBe(link)
      await dialog.getByRole('button', { name: t('sharing.done') }).click()
      await create('')
      await dialog.getByRole('button', { name: t('sharing.done') }).click()
      await expect(section.getByRole('listitem')).toHaveCount(2)
      await expectAccessible(page)
      await pictures(page, `invitations-${language}`)
      await section
        .getByRole('listitem')
        .filter({ hasText: t('admin.invitations.anyone').source.slice(1, -1) })
        .getByRole('button')
        .click()
      await expect(section.getByRole('listitem')).toHaveText([/noura@example\.com/])

      const context = await browser.newContext({ locale: LOCALES[language], viewport: page.viewportSize() })
      const other = await context.newPage()
      await other.goto(site.url + new URL(link).pathname + new URL(link).search)
      await expect(other.getByText(t('auth.invitation.text'))).toBeVisible()
      await expect(other.getByLabel(t('auth.fields.email'))).toHaveValue('noura@example.com')
      await expectAccessible(other)
      await pictures(other, `invited-${language}`)
      await other.getByLabel(t('auth.fields.firstName')).fill('نورة')
      await other.getByLabel(t('auth.fields.lastName')).fill('العتيبي')
      await other.getByLabel(t('auth.fields.password')).fill('nine green days')
      await other.getByLabel(t('auth.fields.confirmPassword')).fill('nine green days')
      await other.getByRole('button', { name: t('auth.signUp.submit') }).click()
      await expect(other).toHaveURL(`${site.url}/`)
      await context.close()
      await page.reload()
      await expect(section.getByRole('button', { name: t('admin.invitations.invite') })).toBeVisible()
      await expect(section.getByRole('listitem')).toHaveCount(0)
    })

    test('explains closed sign-up, and used, revoked and expired invitations', async ({ page, site }) => {
      const t = await translator(language)
      const admin = await site.person()
      const [expired, revoked, used] = await Promise.all(
        [null, null, 'u@example.com'].map((email) => invite(admin, email)),
      )
      await admin.call('DELETE /api/admin/invitations/{id}', { params: { id: revoked?.id ?? '' } })
      const account = { firstName: 'U', lastName: 'U', email: 'u@example.com', password: 'nine green days' }
      await site.visitor().call('POST /api/register', {
        body: {
          ...account,
          confirmPassword: account.password,
          invitation: new URL(used?.path ?? '', site.url).searchParams.get('invitation') ?? '',
        },
      })
      await page.goto(`${site.url}/auth?mode=sign-up`)
      await expect(page.getByText(t('auth.invitation.closedTitle').source.slice(1, -1))).toBeVisible()
      await expectAccessible(page)
      await pictures(page, `sign-up-closed-${language}`)
      for (const { path } of [revoked!, used!]) {
        await page.goto(site.url + path)
        await expect(page.getByRole('alert')).toContainText(t('auth.invitation.invalidTitle').source.slice(1, -1))
      }
      await expectAccessible(page)
      await pictures(page, `invitation-used-${language}`)
      site.clock.advance(8 * DAY_MS)
      await page.goto(site.url + (expired?.path ?? ''))
      await expect(page.getByRole('alert')).toContainText(t('auth.invitation.invalidTitle').source.slice(1, -1))
    })

    test("removes a user's two-factor sign-in, and shows it in the audit log", async ({ page, site }) => {
      const t = await translator(language)
      const admin = await signIn(page, site, language)
      const omar = await site.person()
      await turnOnTwoFactor(omar, site.clock.now())
      const email = omar.user?.email ?? ''
      await page.goto(`${site.url}/admin/audit`)
      await expect(page.getByText(t('admin.audit.empty'))).toBeVisible()
      await expectAccessible(page)
      await pictures(page, `audit-empty-${language}`)
      await page.goto(`${site.url}/admin`)
      await page.getByRole('searchbox').fill(email)
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: email })
      await expect(row).toHaveCount(1)
      await pictures(page, `users-two-factor-${language}`)
      const more = row.locator('button[aria-haspopup=menu]')
      const remove = page.getByRole('menuitem', { name: t('admin.twoFactor.remove') })
      await more.click()
      await remove.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(email)
      await expectAccessible(page)
      await pictures(page, `two-factor-remove-${language}`)
      await dialog.getByRole('button', { name: t('admin.twoFactor.submit') }).click()
      await expect(dialog).toHaveCount(0)
      await more.click()
      await expect(page.getByRole('menuitem', { name: t('admin.endSessions.open') })).toBeVisible()
      await expect(remove).toHaveCount(0)
      expect(await omar.call('GET /api/two-factor', {})).toMatchObject({ isOn: false })

      const params = { id: omar.user?.id ?? '' }
      await admin.call('POST /api/admin/users/{id}/suspend', { params, body: { reason: 'spam links' } })
      await admin.call('POST /api/admin/users/{id}/restore', { params })
      await page.goto(`${site.url}/admin/audit`)
      const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: email })
      await expect(entries).toHaveCount(3)
      // The audit log shows the reason of a lifted suspension without crossing it out, because no other reason replaced
      // it.
      await expect(entries.first()).toContainText('spam links')
      await expect(entries.first().locator('del, s')).toHaveCount(0)
      await expect(entries.first().getByText('spam links')).not.toHaveCSS('text-decoration-line', 'line-through')
      await expectAccessible(page)
      await pictures(page, `audit-lifted-${language}`)
      await page.getByRole('searchbox').fill('zzzz')
      await expect(page.getByText(t('admin.audit.none'))).toBeVisible()
    })

    test('never claims to send reset links and confirmations by email without a mail server', async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const claims = page.getByText(/on its way|sent|في الطريق|أُرسل/)
      await page.goto(`${site.url}/auth?mode=forgot`)
      await page.getByLabel(t('auth.fields.email')).fill('person-1@example.com')
      await pictures(page, `forgot-${language}`)
      await page.getByRole('button', { name: t('auth.forgot.submitNoMail') }).click()
      await expect(page.getByRole('heading', { name: t('auth.forgot.noMailTitle') })).toBeVisible()
      await expect(claims).toHaveCount(0)
      await expectAccessible(page)
      await pictures(page, `forgot-done-${language}`)

      const admin = await site.person()
      const { path } = await invite(admin, null)
      const account = { firstName: 'Sami', lastName: 'S', email: 'sami@example.com', password: 'nine green days' }
      const invitation = new URL(path, site.url).searchParams.get('invitation') ?? ''
      const data = { ...account, confirmPassword: account.password, invitation, preferredLanguage: language }
      expect((await page.request.post(`${site.url}/api/register`, { data })).status()).toBe(201)
      await page.goto(`${site.url}/profile`)
      const notice = page.getByRole('region', { name: t('confirm.notice.title') })
      await expect(notice).toContainText('sami@example.com')
      await expect(notice.getByRole('button', { name: t('confirm.notice.again') })).toHaveCount(0)
      const field = page.getByRole('textbox', { name: t('profile.you.email') })
      await field.fill('sami.new@example.com')
      await page.getByRole('button', { name: t('profile.you.requestLink') }).click()
      await expect(page.getByText(t('profile.you.linkMade'))).toBeVisible()
      await expect(page.getByText(t('profile.you.emailPendingNoMail', { email: 'sami.new@example.com' }))).toBeVisible()
      await expect(claims).toHaveCount(0)
      await expectAccessible(page)
      await pictures(page, `no-mail-profile-${language}`)

      await page.goto(`${site.url}/confirm-email?token=old`)
      await page.getByRole('button', { name: t('confirm.requestNew') }).click()
      await expect(page.getByText(t('confirm.notice.madeText'))).toBeVisible()
      await expect(claims).toHaveCount(0)
      await pictures(page, `confirm-email-no-mail-${language}`)
      const mail = await mailTo(site.dataDir, 'sami@example.com', 2)
      const link = /\/confirm-email\?token=\S+/.exec(mail)?.[0] ?? ''
      expect(link, mail).not.toBe('')
      await page.goto(`${site.url}${link}`)
      await page.getByRole('button', { name: t('confirm.submit') }).click()
      await expect(page.getByRole('heading', { name: t('confirm.doneTitle') })).toBeVisible()
      await expect(page.getByText(t('confirm.doneText'))).toHaveCount(0)
      await page.goto(`${site.url}/settings`)
      await expect(page.getByText(t('settings.notices.noMail'))).toBeVisible()
      const mailed = page.getByRole('table').getByRole('row').nth(1).getByRole('switch').first()
      await expect(mailed).toBeDisabled()
      await expect(mailed).not.toBeChecked()
      await expect(mailed).toHaveAccessibleDescription(t('settings.notices.noMail'))
    })

    test('revokes API keys and feeds on a password change, unless the user clears the checkbox', async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      await layla.call('POST /api/keys', { body: { name: 'A program', scopes: ['posts:read'] } })
      await layla.call('POST /api/feeds/{kind}', { params: { kind: 'calendar' } })
      await page.goto(`${site.url}/profile`)
      const change = async (password: string, next: string, endsAccess: boolean) => {
        await page.getByRole('button', { name: t('profile.signIn.change') }).click()
        const dialog = page.getByRole('dialog')
        const box = dialog.getByRole('checkbox')
        await expect(box).toBeChecked()
        if (!endsAccess) await box.press('Space')
        await dialog.getByLabel(t('auth.fields.currentPassword')).fill(password)
        await dialog.getByLabel(t('auth.fields.newPassword')).fill(next)
        await dialog.getByLabel(t('auth.fields.confirmPassword')).fill(next)
        await expectAccessible(page)
        await pictures(page, `password-ends-${language}`)
        await dialog.getByRole('button', { name: t('profile.changePassword.submit') }).click()
        await expect(dialog).toHaveCount(0)
      }
      const read = async (path: string) => await (await page.request.get(`${site.url}${path}`)).json()
      await change(layla.password, 'nine green days', false)
      expect(await read('/api/keys')).toHaveLength(1)
      await change('nine green days', 'ten green days', true)
      expect(await read('/api/keys')).toHaveLength(0)
      expect(await read('/api/feeds')).toEqual({ calendar: null, published: null, ended: [] })
    })

    test("shows the app's header to signed-in users on public pages", async ({ page, site }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      for (const path of ['faq', 'privacy-policy', 'terms-of-service', 'data-deletion']) {
        await page.goto(`${site.url}/${path}`)
        const header = page.getByRole('banner')
        await expect(header).toHaveCount(1)
        await expect(page.getByRole('navigation', { name: t('app.mainNavigation') })).toBeVisible()
        await expect(header.getByRole('link', { name: t('landing.signIn') })).toHaveCount(0)
        await pictures(page, `member-${path}-${language}`)
      }
      await expectAccessible(page)
      // On a phone, the app's bottom navigation appears.
      await page.setViewportSize({ width: 390, height: 844 })
      const bottom = page.getByRole('navigation', { name: t('app.mainNavigation') })
      await expect(bottom).toHaveCount(1)
      await expect(bottom.getByRole('link')).toHaveCount(5)
      await expectAccessible(page)
    })
  })
})
