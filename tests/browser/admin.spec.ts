import type { Browser, Page } from '@playwright/test'
import { PEOPLE_GROUPS } from '#core/operate/admin-lists.ts'
import {
  expect,
  forBoth,
  type Language,
  LOCALES,
  expectAccessible,
  screenshot,
  signIn,
  type Site,
  test,
  translator,
} from './browser-test.ts'

async function openInOtherBrowser(browser: Browser, site: Site, language: Language, path: string) {
  const context = await browser.newContext({ locale: LOCALES[language] })
  const page = await context.newPage()
  const person = await signIn(page, site, language)
  await page.goto(`${site.url}${path}`)
  return { page, person, [Symbol.asyncDispose]: () => context.close() }
}

const rowOf = (page: Page, email = '') => page.getByRole('main').getByRole('listitem').filter({ hasText: email })

forBoth({ gate: 'en' }, (language) => {
  test.describe(`administration (${language})`, () => {
    // The first user is the administrator. Nothing listens at the URLs of the AI providers.
    test.use({
      locale: LOCALES[language],
      ownServer: { vendors: { openai: 'http://127.0.0.1:9', anthropic: 'http://127.0.0.1:9' } },
    })

    test('asks a visitor of the administration pages to sign in, and refuses ordinary users', async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await site.person()
      for (const path of ['/admin', '/admin/faq']) {
        await page.goto(`${site.url}${path}`)
        await expect(page.getByRole('heading', { name: t('admin.gate.guest') })).toBeVisible()
      }
      if (language === 'en') await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: t('admin.gate.signIn') }).click()
      await expect(page).toHaveURL(/\/auth\?next=/)
      await signIn(page, site, language)
      await page.goto(`${site.url}/admin/faq`)
      await expect(page.getByRole('heading', { name: t('admin.gate.denied') })).toBeVisible()
      if (language === 'en') await expect(page.getByText('Your current role: User.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: t('admin.gate.home') }).click()
      await expect(page).toHaveURL(`${site.url}/`)
    })

    test("immediately ends a suspended user's session and shows the reason at their next sign-in", async ({
      page,
      site,
      browser,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await using omar = await openInOtherBrowser(browser, site, language, '/schedule')
      const { email = '' } = omar.person.user ?? {}
      await page.goto(`${site.url}/admin`)
      await page.getByRole('searchbox').fill(email)
      const row = rowOf(page, email)
      await expect(row).toHaveCount(1)
      await expectAccessible(page)
      await row.getByText(t('admin.users.suspend'), { exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await expectAccessible(page)
      await dialog.getByRole('textbox').fill('spam links')
      await dialog.getByRole('button', { name: t('admin.users.suspend') }).click()
      await expect(row).toContainText('spam links')
      await screenshot(page, `admin-suspended-${language}`)
      await expect(omar.page.getByText(t('app.endedElsewhere')).first()).toBeVisible()
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
      await expectAccessible(page)
    })

    test('signs a user out on all devices after a confirmation', async ({ page, site, browser }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await using omar = await openInOtherBrowser(browser, site, language, '/schedule')
      const { email = '', firstName, lastName } = omar.person.user ?? {}
      const name = `${firstName} ${lastName}`
      await page.goto(`${site.url}/admin`)
      await page.getByRole('searchbox').fill(email)
      await rowOf(page, email)
        .getByRole('button', { name: t('admin.users.moreOf', { name }) })
        .click()
      await page.getByRole('menuitem', { name: t('admin.endSessions.open') }).click()
      const ask = page.getByRole('alertdialog')
      await expect(ask).toContainText(email)
      await expectAccessible(page)
      await screenshot(page, `admin-end-sessions-${language}`)
      await ask.getByRole('button', { name: t('admin.endSessions.submit') }).click()
      await expect(ask).toHaveCount(0)
      await expect(omar.page.getByText(t('app.endedElsewhere')).first()).toBeVisible()
      await page.goto(`${site.url}/admin/audit`)
      const entry = page.getByRole('listitem').filter({ hasText: email })
      await expect(entry.getByText(t('admin.acts.sessions_ended'))).toBeVisible()
    })

    test('suspends a workspace, and shows its members the reason', async ({ page, site, browser }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await using omar = await openInOtherBrowser(browser, site, language, '/team')
      const name = 'Najd Logistics'
      const { id } = await omar.person.call('POST /api/workspaces', { body: { name } })
      await omar.page.goto(`${site.url}/w/${id}/schedule`)
      await expect(omar.page.getByRole('button', { name: t('team.switch', { name }) })).toBeVisible()

      await page.goto(`${site.url}/admin`)
      const groups = page.getByRole('group', { name: t('admin.users.group') })
      await groups.getByRole('radio').nth(PEOPLE_GROUPS.indexOf('workspaces')).press('Space')
      const row = rowOf(page, name)
      await expect(row).toContainText(omar.person.user?.email ?? '')
      await expectAccessible(page)
      await row.getByRole('button').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('spam links')
      await expectAccessible(page)
      await screenshot(page, `admin-suspend-workspace-${language}`)
      await dialog.getByRole('button', { name: t('admin.users.suspend') }).click()
      await expect(row).toContainText('spam links')

      await expect(omar.page).toHaveURL(`${site.url}/team`)
      await expect(omar.page.getByText(/spam links/)).toBeVisible()
      await expectAccessible(omar.page)
      await screenshot(omar.page, `suspended-workspace-${language}`)
      await omar.page.goto(`${site.url}/w/${id}/schedule`)
      await expect(omar.page).toHaveURL(`${site.url}/team`)

      await row.getByRole('button').click()
      await expect(row).not.toContainText('spam links')
      await omar.page.goto(`${site.url}/w/${id}/schedule`)
      await expect(omar.page.getByRole('button', { name: t('team.switch', { name }) })).toBeVisible()
    })

    test('closes the open administration page when the user loses the administrator role', async ({
      page,
      site,
      browser,
    }) => {
      const t = await translator(language)
      const admin = await signIn(page, site, language)
      const context = await browser.newContext({ locale: LOCALES[language] })
      const other = await context.newPage()
      const omar = await signIn(other, site, language)
      const setRole = (role: 'user' | 'admin') =>
        admin.call('PATCH /api/admin/users/{id}', { params: { id: omar.user?.id ?? '' }, body: { role } })
      await other.goto(`${site.url}/admin`)
      await expect(other.getByRole('heading', { name: t('admin.gate.denied') })).toBeVisible()
      await setRole('admin')
      await expect(other.getByRole('searchbox')).toBeVisible()

      await page.goto(`${site.url}/admin`)
      await page.getByRole('searchbox').fill(omar.user?.email ?? '')
      const row = rowOf(page, omar.user?.email)
      await expect(row).toHaveCount(1)
      await row.getByRole('combobox').selectOption('user')
      await expect(other.getByRole('heading', { name: t('admin.gate.denied') })).toBeVisible()
      await context.close()
    })

    test('adds a FAQ question in both languages, moves it to the top and hides it', async ({ page, site }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/admin/faq`)
      await page.getByRole('button', { name: t('admin.faq.add') }).click()
      const dialog = page.getByRole('dialog', { name: t('admin.faq.add') })
      const save = dialog.getByRole('button', { name: t('admin.list.save') })
      const inLanguage = (name: string) => dialog.getByRole('group', { name }).getByRole('textbox')
      const [english, arabic] = [inLanguage('English'), inLanguage('العربية')]
      await english.nth(0).fill('Who runs this?')
      await english.nth(1).fill('We do.')
      await expect(save).toBeDisabled()
      await page.keyboard.press('Escape')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('app.cancel') })
        .click()
      await expect(english.nth(0)).toHaveValue('Who runs this?')
      await arabic.nth(0).fill('من يدير هذا؟')
      await arabic.nth(1).fill('نحن.')
      await expectAccessible(page)
      await screenshot(page, `admin-faq-dialog-${language}`)
      await save.click()
      const row = page.getByRole('listitem').filter({ hasText: 'Who runs this?' })
      await expect(row).toContainText('من يدير هذا؟')
      await expectAccessible(page)
      const name = language === 'en' ? 'Who runs this?' : 'من يدير هذا؟'
      await row.getByRole('button', { name: t('admin.list.up', { name }) }).click()
      const first = page.getByRole('main').locator('ul').last().getByRole('listitem')
      await expect(first.nth(-2)).toContainText('Who runs this?')
      await page.goto(`${site.url}/faq#who-runs-this`)
      await expect(page.locator('#who-runs-this[open]')).toContainText(language === 'en' ? 'We do.' : 'نحن.')
      await page.goto(`${site.url}/admin/faq`)
      const hidden = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await row.getByRole('checkbox').uncheck()
      await hidden
      await expect(page.getByRole('main').getByRole('checkbox', { checked: false })).toHaveCount(1)
      await page.goto(`${site.url}/faq`)
      await expect(page.locator('#who-runs-this')).toHaveCount(0)
    })

    test('adds a link to an official account to the footer, and rejects a URL without https', async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/admin/accounts`)
      await page.getByRole('button', { name: t('admin.official.add') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox').selectOption('telegram')
      await dialog.getByLabel(t('admin.official.name')).fill('Frogy at Telegram')
      await page.keyboard.press('Escape')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('app.cancel') })
        .click()
      await dialog.getByLabel(t('admin.official.address')).fill('t.me/frogy')
      await dialog.getByRole('button', { name: t('admin.list.save') }).click()
      await expect(dialog.getByText(t('admin.official.addressWrong'))).toBeVisible()
      await expectAccessible(page)
      await dialog.getByLabel(t('admin.official.address')).fill('https://t.me/frogy')
      await dialog.getByRole('button', { name: t('admin.list.save') }).click()
      await expect(page.getByRole('listitem').filter({ hasText: 'https://t.me/frogy' })).toBeVisible()
      await expectAccessible(page)
      await page.goto(`${site.url}/faq`)
      await expect(page.getByRole('link', { name: 'Frogy at Telegram' })).toHaveAttribute('href', 'https://t.me/frogy')
    })

    test('groups stuck posts by cause and retries those that an administrator can resolve', async ({ page, site }) => {
      await signIn(page, site, language)
      const omar = await site.person('facebook', 'linkedin')
      const post = async (platform: 'facebook' | 'linkedin', status: number, content: string) => {
        await site.simulator.fault({ platform, operation: 'publish', count: 1, fault: 'status', status })
        return await omar.call('POST /api/posts', { body: { platform, content, status: 'published' } })
      }
      // LinkedIn answers 426 to an app with an outdated API version. Only an administrator can resolve that.
      const outdated = [await post('linkedin', 426, 'A secret plan'), await post('linkedin', 426, 'Another plan')]
      await post('facebook', 400, 'A refused text')
      await page.goto(`${site.url}/admin/queue`)
      const row = (platform: string) => page.getByRole('listitem').filter({ hasText: platform })
      await expect(row('LinkedIn')).toHaveCount(1)
      await expect(row('LinkedIn')).toContainText({ en: '2 posts', ar: 'منشوران' }[language])
      await expect(
        page.getByText({ en: '2 groups, 3 of 3 posts', ar: 'مجموعتان، المنشورات: ٣ من ٣' }[language]),
      ).toBeVisible()
      await expect(row('Facebook')).toContainText(
        { en: 'Waiting for the author', ar: 'بانتظار صاحب المنشور' }[language],
      )
      await expect(row('Facebook').getByRole('button')).toHaveCount(0)
      await expect(page.getByText('A secret plan')).toHaveCount(0)
      await expectAccessible(page)
      await screenshot(page, `admin-queue-${language}`, { fullPage: true })
      await row('LinkedIn').getByRole('button').click()
      await expect(row('LinkedIn')).toHaveCount(0)
      for (const each of outdated) expect((await omar.decided(each)).status).toBe('published')
    })

    test("marks the queue's menu entry with a dot while failed jobs exist, even in another section", async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      const omar = await site.person('facebook')
      const open = (name: string) => page.getByRole('link', { name: t(`admin.section.${name}`) }).click()
      const dot = page.getByRole('navigation', { name: t('admin.sections') }).getByText(t('admin.queue.needsSomeone'))
      await page.goto(`${site.url}/admin/faq`)
      await expect(page.getByRole('listitem').first()).toBeVisible()
      await expect(dot).toHaveCount(0)
      await site.simulator.fault({ platform: 'facebook', operation: 'publish', count: 1, fault: 'status', status: 400 })
      const body = { platform: 'facebook', content: 'Refused', status: 'published' } as const
      const post = await omar.call('POST /api/posts', { body })
      await open('audit')
      await expect(dot).toHaveCount(1)
      await omar.call('DELETE /api/posts/{id}', { params: { id: post.id } })
      await open('connections')
      await expect(dot).toHaveCount(0)
    })

    test("stores an AI provider's key, never shows it again, and removes it", async ({ page, site }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/`)
      await page.getByRole('button', { name: t('app.menu.open') }).click()
      await page.getByRole('menuitem', { name: t('app.menu.admin') }).click()
      await page.getByRole('link', { name: t('admin.section.providers') }).click()
      await page.getByRole('button', { name: t('admin.keys.enterWhose', { name: 'Anthropic' }) }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('admin.keys.key')).fill('sk-entered-here-1234')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('admin.keys.save') }).click()
      await expect(dialog).toHaveCount(0)
      const guide = page.getByRole('region', { name: t('connect.title') })
      await expect(guide).toContainText('…1234')
      await expect(page.getByText('sk-entered')).toHaveCount(0)
      await expectAccessible(page)
      await screenshot(page, `admin-providers-${language}`)
      await guide.getByRole('button', { name: t('admin.keys.removeWhose', { name: 'Anthropic' }) }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('admin.keys.remove') })
        .click()
      await expect(guide.getByRole('button', { name: t('admin.keys.enterWhose', { name: 'Anthropic' }) })).toBeVisible()
      await expect(guide).not.toContainText('…1234')
    })

    test('lists the connected social accounts of all users', async ({ page, site }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await site.person('linkedin')
      await page.goto(`${site.url}/admin/connections`)
      const entries = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: t('admin.connections.what.connected').source.slice(1, -1) })
      await expect(entries).toHaveCount(1)
      await expectAccessible(page)
      await screenshot(page, `admin-connections-${language}`)
    })
  })
})
