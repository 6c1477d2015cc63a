import { expect, expectAccessible, forBoth, LOCALES, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const NAMES = { en: 'Najd Logistics', ar: 'نجد للخدمات اللوجستية' }

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: WIDTHS[language], height: 844 } })

    test(`creates a workspace, invites a writer by link, and shares a draft with them (${language})`, async ({
      page,
      browser,
      site,
    }) => {
      const t = await translator(language)
      const name = NAMES[language]
      const layla = await signIn(page, site, language)
      await page.goto(`${site.url}/team`)
      await page.getByRole('button', { name: t('team.new') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('team.name')).fill(name)
      await dialog.getByRole('button', { name: t('team.make') }).click()
      await expect(page).toHaveURL(/\/w\/[\da-f-]{36}\/team$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('team.title'))

      await page.getByRole('button', { name: t('team.invite') }).click()
      await dialog.getByLabel(t('team.role')).selectOption('writer')
      await dialog.getByRole('button', { name: t('sharing.create') }).click()
      const link = new URL(await dialog.getByLabel(t('sharing.invite.link')).inputValue())
      await expectAccessible(page)
      await screenshot(page, `team-invited-${language}`)
      await dialog.getByRole('button', { name: t('sharing.done') }).click()

      const theirs = await browser.newPage({ locale: LOCALES[language], viewport: { width: 390, height: 844 } })
      const omar = await signIn(theirs, site, language)
      await theirs.goto(site.url + link.pathname + link.search)
      await expect(theirs.getByRole('heading', { level: 1 })).toContainText(name)
      await expectAccessible(theirs)
      await screenshot(theirs, `team-join-${language}`)
      await theirs.getByRole('button', { name: t('team.join.accept') }).click()
      await expect(theirs).toHaveURL(/\/w\/[\da-f-]{36}\/$/)

      // The owner saves a draft in the workspace. The writer sees it in the workspace's schedule, but not in their own
      // schedule.
      const id = /\/w\/([\da-f-]{36})/.exec(page.url())?.[1] ?? ''
      layla.movedTo(`${site.url}/w/${id}`)
      const content = `Shared ${crypto.randomUUID()}`
      await layla.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'draft' } })
      await theirs.goto(`${site.url}/w/${id}/schedule`)
      const drafts = theirs.getByRole('region', { name: t('posts.drafts.title') })
      await expect(drafts).toContainText(content)
      await theirs.getByRole('button', { name: t('team.switch', { name }) }).click()
      await screenshot(theirs, `team-switcher-${language}`)
      await theirs
        .getByRole('menuitem')
        .filter({ has: theirs.getByText(t('team.personal')) })
        .click()
      await expect(theirs).toHaveURL(`${site.url}/`)
      expect(await omar.call('GET /api/posts', {})).toEqual([])

      // The owner makes the writer an editor, and then removes them.
      await page.reload()
      const fullName = `${omar.user?.firstName} ${omar.user?.lastName}`
      const row = page.getByRole('listitem').filter({ hasText: omar.user?.email ?? '' })
      await row.getByRole('combobox').selectOption('editor')
      await expect.poll(async () => (await omar.call('GET /api/workspaces', {}))[0]?.role).toBe('editor')
      await expectAccessible(page)
      await screenshot(page, `team-${language}`)
      await row.getByRole('button', { name: fullName }).click()
      await expect(row).toHaveCount(0)
      expect(await omar.call('GET /api/workspaces', {})).toEqual([])
      await theirs.goto(`${site.url}/w/${id}/schedule`)
      await expect(theirs).toHaveURL(`${site.url}/`)

      // The log lists the changes. To delete the workspace, the owner must type its name.
      await page.getByText(t('team.log.title'), { exact: true }).click()
      await expect(page.getByRole('listitem').filter({ hasText: omar.user?.email ?? '' })).toHaveCount(3)
      await page.getByRole('button', { name: t('team.delete') }).click()
      const erase = dialog.getByRole('button', { name: t('team.delete') })
      await dialog.getByLabel(t('team.name')).fill('Another name')
      await erase.click()
      await expect(dialog.getByLabel(t('team.name'))).toHaveAccessibleDescription(/./)
      await dialog.getByLabel(t('team.name')).fill(name)
      await expectAccessible(page)
      await erase.click()
      await expect(page).toHaveURL(`${site.url}/team`)
    })
  })
})
