import {
  allDrafts,
  expect,
  expectAccessible,
  networkTab,
  signIn,
  test,
  togglePostTo,
  translator,
  postField,
} from './browser-test.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('generates and posts with Ctrl+Enter, schedules with Ctrl+Shift+Enter, and lists shortcuts with ?', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin', 'twitter')
  const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00', platform: null }))
  await layla.call('PATCH /api/slots', { body: { week } })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/content/generate')) asked.push(request.url())
  })
  await page.goto(`${site.url}/create`)
  const topic = page.getByLabel(t('composer.input.topic'))
  await topic.fill('We moved the night shift to four days. Sick leave fell by a third within a quarter.')
  await page.getByLabel('X', { exact: true }).first().check({ force: true })
  await topic.press('Control+Enter')
  const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
  await expect(allDrafts(page)).toHaveCount(2)
  expect(asked).toHaveLength(2)

  // Both networks are selected, so posting asks for confirmation. Holding the keys down does not confirm.
  await draft.focus()
  const dialog = page.getByRole('dialog')
  await page.keyboard.down('Control')
  for (let times = 0; times < 3; times++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await layla.call('GET /api/posts', { query: { status: 'published' } })).toEqual([])

  // With one network selected, the shortcut schedules the post once, at the network's next free time.
  await togglePostTo(page, 'LinkedIn')
  await networkTab(page, 'X').click()
  await expect(draft.getByText(t('cards.nextTime.label'))).toBeVisible()
  await draft.focus()
  for (let times = 0; times < 2; times++) await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('main').locator('[data-state=scheduled]')).toHaveCount(1)
  expect((await layla.call('GET /api/posts/scheduled', {})).map(({ platform }) => platform)).toEqual(['twitter'])
  await networkTab(page, 'LinkedIn').click()
  const more = page.getByRole('button', { name: t('composer.actions.more') })

  await more.press('?')
  const keys = page.getByRole('dialog', { name: t('keys.title') })
  await expect(keys.getByText(t('keys.acts.schedule'))).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  // In a text field, `?` is an ordinary character. Elsewhere it lists the shortcuts, and so does the Arabic question
  // mark.
  await topic.press('Control+End')
  await topic.press('?')
  await expect(topic).toHaveValue(/quarter\.\?$/)
  await expect(keys).toHaveCount(0)
  await more.dispatchEvent('keydown', { key: '؟' })
  await expect(keys).toBeVisible()

  // Users can turn the `?` shortcut off. The menu still opens the list of shortcuts.
  await keys.getByLabel(t('keys.listKey')).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await more.press('?')
  await expect(keys).toHaveCount(0)
  const menu = page.getByRole('button', { name: t('app.menu.open') })
  await menu.click()
  await page.getByRole('menuitem', { name: t('app.menu.keys') }).press('Enter')
  await expect(keys.getByLabel(t('keys.listKey'))).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test('moves by keyboard from the topic field to the first draft', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('We moved the night shift to four days. Sick leave fell by a third within a quarter.')
  await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
  const draft = page.getByRole('article')
  await expect(draft).toHaveCount(1)
  await page.reload()
  await expect(draft).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('button', { name: t('composer.skipToDrafts') })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(draft).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(postField(draft)).toBeFocused()
})

test('lets a phone user shorten a long draft, and keeps the Post Now button visible while they scroll', async ({
  page,
  site,
}) => {
  const t = await translator('ar')
  await signIn(page, site, 'ar', 'linkedin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site.url}/create`)
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('يمر كل طلب على سبعة أشخاص في المتوسط. أربعة منهم لم يرفضوا طلبًا قط.')
  await page.getByLabel(t('composer.input.topic')).press('Control+Enter')
  const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
  const field = draft.getByRole('textbox').first()
  await field.fill('فقرة طويلة من كلام كثير.\n'.repeat(160))
  await field.press('Control+Home')

  // The button stays at the bottom of the window. It is disabled while the text is too long.
  await page.evaluate(() => scrollTo(0, 900))
  const postNow = page.getByRole('button', { name: t('posts.postNow') })
  await expect(postNow).toBeInViewport()
  await expect(postNow).toBeDisabled()
  await expectAccessible(page)
  await draft.getByRole('button', { name: t('composer.margin.shorten') }).click()
  await expect(postNow).toBeEnabled()
})
