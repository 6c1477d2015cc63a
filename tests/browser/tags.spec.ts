import {
  apiPathsOf,
  chooseMore,
  chooseNetworks,
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  signIn,
  test,
  TOPICS,
  translator,
} from './browser-test.ts'

const DAY_MS = 86_400_000
forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh', viewport: { width: 1280, height: 900 } })

    test(`tags a post in the calendar and filters by the tag (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const date = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
      const at = new Date(`${date}T12:00:00Z`)
      await layla.schedule({ platform: 'linkedin', content: 'Four names', at })
      await layla.schedule({ platform: 'linkedin', content: 'Nine days', at })
      const requests = apiPathsOf(page)
      await page.goto(`${site.url}/schedule?day=${date}`)
      // Click the corner of the day, because posts cover its middle.
      await page
        .locator(`[data-day="${date}"]:visible`)
        .first()
        .click({ position: { x: 6, y: 6 } })
      const panel = page.getByRole('dialog').first()
      await expect(panel.getByText('Nine days')).toBeVisible()
      // Users without tags make no request for them.
      expect(requests).not.toContain('/api/tags')

      await panel.getByRole('button', { name: t('posts.moreActs', { beginning: 'Four names' }) }).click()
      await page.getByRole('menuitem', { name: t('planning.tags.title') }).click()
      const dialog = page.getByRole('dialog', { name: t('planning.tags.title') })
      // Without tags, there is nothing to save.
      await expect(dialog.getByText(t('planning.tags.about'))).toBeVisible()
      await expect(dialog.getByRole('button', { name: t('planning.tags.save') })).toHaveCount(0)
      await expectAccessible(page)
      await dialog.getByLabel(t('planning.tags.add')).fill('Launch')
      await dialog.getByLabel(t('planning.tags.colours.violet')).check()
      await dialog.getByRole('button', { name: t('planning.tags.addThis') }).click()
      await expect(dialog.getByRole('checkbox', { name: 'Launch' })).toBeChecked()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('planning.tags.save') }).click()
      await expect(dialog).toHaveCount(0)
      await expect(panel.getByText('Launch')).toHaveCount(1)
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: t('calendar.filter') }).click()
      await page.getByLabel(t('planning.tag')).selectOption('Launch')
      await expect(page.getByRole('main')).not.toContainText('Nine days')
      await expect(page.getByRole('main')).toContainText('Four names')

      // A new post gets its tags before it is scheduled.
      await page.getByRole('button', { name: t('calendar.add') }).click()
      const adding = page.getByRole('dialog', { name: t('calendar.add') })
      await adding.getByLabel(t('calendar.content')).fill('Twelve trucks')
      await expect(adding.getByLabel('LinkedIn', { exact: true })).toBeChecked()
      await adding.getByRole('button', { name: t('posts.drafts.tags') }).click()
      await dialog.getByRole('checkbox', { name: 'Launch' }).check()
      await dialog.getByRole('button', { name: t('planning.tags.save') }).click()
      await expect(adding.getByText('Launch')).toBeVisible()
      await expectAccessible(page)
      await adding.getByRole('button', { name: t('calendar.submit') }).click()
      await expect(adding).toHaveCount(0)
      const [tag] = await layla.call('GET /api/tags', {})
      const posts = await layla.call('GET /api/posts/scheduled', {})
      expect(posts.find(({ content }) => content === 'Twelve trucks')?.tagIds).toEqual([tag?.id])
    })

    test(`tags the drafts of all networks in the composer, and changes the tags in the list of drafts (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin', 'threads')
      const draftTags = async () =>
        (await layla.call('GET /api/posts', { query: { status: 'draft' } })).map(({ tagIds = [] }) => tagIds)
      const requests = apiPathsOf(page)
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
      await chooseNetworks(page, 'LinkedIn', 'Threads')
      await page.getByRole('button', { name: t('composer.generate.all') }).click()
      await expect.poll(draftTags).toEqual([[], []])
      const openTags = async () => {
        await page.getByRole('button', { name: t('composer.actions.more') }).click()
        await page.getByRole('menuitem', { name: t('cards.tags') }).click()
      }
      // Users without tags make no request for them.
      expect(requests).not.toContain('/api/tags')
      await openTags()
      const dialog = page.getByRole('dialog', { name: t('planning.tags.title') })
      for (const name of ['LinkedIn', 'Threads']) await expect(dialog).toContainText(name)
      await dialog.getByLabel(t('planning.tags.add')).fill('Launch')
      await dialog.getByRole('button', { name: t('planning.tags.addThis') }).click()
      await expect(dialog.getByRole('checkbox', { name: 'Launch' })).toBeChecked()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('planning.tags.save') }).click()
      await expect(dialog).toHaveCount(0)
      const [launch] = await layla.call('GET /api/tags', {})
      const tagIds = [launch?.id]
      expect(await draftTags()).toEqual([tagIds, tagIds])
      await expect(page.getByText('Launch', { exact: true }).filter({ visible: true })).toHaveCount(1)

      // A discarded draft has its tags again after an undo.
      await chooseMore(page, t, 'discard')
      await expect.poll(draftTags).toEqual([tagIds])
      await page.getByRole('button', { name: t('composer.actions.undo') }).click()
      await expect.poll(draftTags).toEqual([tagIds, tagIds])
      await openTags()
      await expect(dialog.getByRole('checkbox', { name: 'Launch' })).toBeChecked()
      await dialog.getByRole('button', { name: t('app.cancel') }).click()

      await page.goto(`${site.url}/schedule`)
      const drafts = page.getByRole('region', { name: t('posts.drafts.title') })
      const rows = drafts.getByRole('listitem').filter({ has: page.getByRole('button') })
      await expect(rows.getByText('Launch', { exact: true })).toHaveCount(2)
      await rows.first().locator('button[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: t('posts.drafts.tags') }).click()
      await dialog.getByRole('checkbox', { name: 'Launch' }).uncheck()
      await dialog.getByRole('button', { name: t('planning.tags.save') }).click()
      await expect(dialog).toHaveCount(0)
      await expect(rows.getByText('Launch', { exact: true })).toHaveCount(1)
      expect((await draftTags()).toSorted((one, other) => one.length - other.length)).toEqual([[], tagIds])

      await expect(rows).toHaveCount(2)
      await drafts.getByLabel(t('planning.tag')).selectOption('Launch')
      await expect(rows).toHaveCount(1)
      await expectAccessible(page)
      await drafts.getByLabel(t('planning.tag')).selectOption('')
      await expect(rows).toHaveCount(2)
    })
  })
})
