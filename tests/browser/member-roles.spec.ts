import { makeTeam } from '../support/team.ts'
import type { Role } from '#core/workspaces/role.ts'
import type { Person } from '../support/person.ts'
import { expect, expectAccessible, LOCALES, test, translator, type Site } from './browser-test.ts'
import type { Page } from '@playwright/test'

test.use({ locale: LOCALES.en, viewport: { width: 1280, height: 900 } })

async function signInAs(page: Page, site: Site, { user, password }: Person): Promise<void> {
  const answer = await page.request.post(`${site.url}/api/login`, { data: { email: user?.email, password } })
  expect(answer.status()).toBe(200)
}

test('offers a viewer no page, button or command that changes posts or connects accounts', async ({ page, site }) => {
  const t = await translator('en')
  const { id, owner, members } = await makeTeam(site, 'viewer')
  const [viewer] = members
  await owner.connect('linkedin')
  const at = new Date(Date.now() + 26 * 3_600_000)
  const post = await owner.schedule({ platform: 'linkedin', content: 'Nine days for an order', at })
  await signInAs(page, site, viewer)
  const home = `${site.url}/w/${id}`

  await page.goto(`${home}/`)
  const main = page.getByRole('navigation', { name: t('app.mainNavigation') }).first()
  await expect(main.getByRole('link', { name: t('app.nav.schedule') })).toBeVisible()
  await expect(main.getByRole('link', { name: t('app.nav.create') })).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('posts.timeline.open') })).toBeVisible()
  for (const name of ['posts.edit', 'posts.reschedule', 'posts.delete', 'app.import'])
    await expect(page.getByRole('button', { name: t(name), exact: true })).toHaveCount(0)
  await expectAccessible(page)

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: t('palette.title') })
  await expect(palette.getByRole('option', { name: t('app.nav.accounts') })).toBeVisible()
  await expect(palette.getByRole('option', { name: t('app.nav.create') })).toHaveCount(0)
  await expect(palette.getByRole('option', { name: t('app.nav.developers') })).toHaveCount(0)
  // A viewer opens a post only for reading.
  await palette.getByRole('option', { name: post.content }).click()
  await expect(page.getByRole('dialog', { name: t('posts.timeline.way') })).toBeVisible()

  for (const path of ['/create', '/ask-frogy', '/settings/developers']) {
    await page.goto(home + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('team.notAllowed.title'))
  }
  await expectAccessible(page)

  await page.goto(`${home}/social-accounts?connect=telegram`)
  await expect(page.getByText(t('accounts.ownersOnly'))).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: t('accounts.connect') })).toHaveCount(0)

  await page.goto(`${home}/schedule`)
  await expect(page.getByRole('button', { name: t('calendar.add'), exact: true })).toHaveCount(0)
  const shown = page.getByRole('button', { name: post.content })
  await expect(shown).toBeVisible()
  await expect(shown).not.toHaveAttribute('aria-roledescription', /./)
})

test('keeps a writer who cannot ask for approval from moving drafts into the calendar by pointer or keyboard', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const { id, owner, members } = await makeTeam(site, 'writer')
  const [writer] = members
  await owner.connect('linkedin')
  const draft = await writer.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'Nine days for an order', status: 'draft' },
  })
  await signInAs(page, site, writer)
  await page.goto(`${site.url}/w/${id}/create?draft=${draft.id}`)
  await expect(page.getByText(t('composer.draftsOnly'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('posts.postNow') })).toHaveCount(0)
  const drafts = page.getByRole('region', { name: t('composer.drafts') })
  await drafts.getByRole('textbox').first().focus()
  for (const keys of ['Control+Enter', 'Control+Shift+Enter']) await page.keyboard.press(keys)
  await expect(page.getByText(t('composer.draftsOnly'))).toBeVisible()
  expect(await writer.call('GET /api/posts', {})).toMatchObject([{ id: draft.id, status: 'draft' }])
})

test("reloads the page when a member's role is lowered, and applies the role of each workspace", async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const { id, owner, members } = await makeTeam(site, 'editor')
  const [editor] = members
  editor.movedTo(site.url)
  const own = await editor.call('POST /api/workspaces', { body: { name: 'Own' } })
  await signInAs(page, site, editor)
  await page.goto(`${site.url}/w/${id}/`)
  const create = page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: t('app.nav.create') })
  await expect(create).toBeVisible()
  await expect(page.getByRole('button', { name: t('team.switch', { name: 'Najd Logistics' }) })).toBeVisible()

  const setRole = (role: Role) =>
    owner.movedTo(site.url).call('PATCH /api/workspaces/{id}/members/{userId}', {
      params: { id, userId: editor.user?.id ?? '' },
      body: { role },
    })
  await setRole('viewer')
  await expect(page.getByText(t('team.rights.changed'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('team.switch', { name: 'Najd Logistics' }) })).toBeVisible()
  await expect(create).toHaveCount(0)

  // A higher role removes no rights, so the page offers a reload instead of reloading immediately.
  await setRole('writer')
  await page.getByRole('button', { name: t('team.rights.reload') }).click()
  await expect(create).toBeVisible()

  // In another tab, the same user can write in a workspace of their own.
  const other = await page.context().newPage()
  await other.goto(`${site.url}/w/${own.id}/create`)
  await expect(other.getByLabel(t('composer.input.topic'))).toBeVisible()
})

test("shows a workspace in the user's theme from the first paint", async ({ page, site }) => {
  const t = await translator('en')
  const { id, members } = await makeTeam(site, 'viewer')
  await signInAs(page, site, members[0])
  await page.goto(`${site.url}/settings`)
  await page.getByRole('radio', { name: t('app.menu.dark'), exact: true }).press('Space')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  // Without the app's scripts, only the inline script in the page's head can set the theme.
  await page.route('**/assets/**', (route) => route.abort())
  await page.goto(`${site.url}/w/${id}/`)
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('closes the workspace for a removed member, after offering to copy unsaved texts', async ({ page, site }) => {
  const t = await translator('en')
  const { id, owner, members } = await makeTeam(site, 'editor', 'viewer')
  const name = 'Najd Logistics'
  const remove = ({ user }: Person) =>
    owner.movedTo(site.url).call('DELETE /api/workspaces/{id}/members/{userId}', {
      params: { id, userId: user?.id ?? '' },
    })
  const notice = t('team.left.notice', { name })
  await signInAs(page, site, members[1])
  await page.goto(`${site.url}/w/${id}/schedule`)
  await expect(page.getByRole('button', { name: t('team.switch', { name }) })).toBeVisible()
  await remove(members[1])
  await expect(page).toHaveURL(`${site.url}/team`)
  await expect(page.getByRole('alert').filter({ hasText: notice })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(notice)).toHaveCount(0)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // Leave the app first. An open page would reload when it notices the other user, and stop the next navigation.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signInAs(page, site, members[0])
  await page.goto(`${site.url}/w/${id}/create`)
  await page.getByLabel(t('composer.input.topic')).fill('Nine days for an order')
  await expect(page.getByRole('button', { name: t('team.switch', { name }) })).toBeVisible()
  await remove(members[0])
  const dialog = page.getByRole('dialog', { name: t('team.left.title', { name }) })
  await expect(dialog.getByText('Nine days for an order')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('team.left.copy') }).click()
  await expect(page.getByText(t('team.left.copied'))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Nine days for an order')
  await dialog.getByRole('button', { name: t('team.left.leave') }).click()
  await expect(page).toHaveURL(`${site.url}/team`)
})
