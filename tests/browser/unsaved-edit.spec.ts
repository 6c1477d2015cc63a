import { expect, signIn, test, translator, expectAccessible, forBoth, LOCALES, screenshot } from './browser-test.ts'

test('restores unsaved edits of a scheduled post after a reload, and saves or discards them only on request', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'twitter')
  const at = new Date(Date.now() + 3_600_000)
  const post = await layla.schedule({ platform: 'twitter', content: 'As it was', at })
  const params = { id: post.id }
  await page.goto(site.url)
  const edit = page.getByRole('button', { name: t('posts.edit') })
  const dialog = page.getByRole('dialog')
  const text = page.getByLabel(t('posts.editing.content'))
  const back = dialog.getByText(t('posts.editing.kept'))
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }))

  await edit.click()
  await expect(back).toBeHidden()
  await text.fill('Typed before the tab crashed')
  await page.reload()
  await edit.click()
  await expect(text).toHaveValue('Typed before the tab crashed')
  await expect(back).toBeVisible()
  await screenshot(page, 'unsaved-edit')
  await expectAccessible(page)
  expect(await layla.read(post)).toMatchObject({ content: 'As it was', revision: post.revision })

  // When the user discards the edit, the field shows the stored text.
  await dialog.getByRole('button', { name: t('posts.editing.discard') }).click()
  await expect(text).toHaveValue('As it was')
  expect(await kept()).not.toContain('crashed')

  // If another browser changed the post in the meantime, the page shows both texts.
  await text.fill('Mine, typed first')
  await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'Saved elsewhere' } })
  await page.reload()
  await edit.click()
  await expect(dialog.getByRole('alert')).toContainText('Saved elsewhere')
  await expect(text).toHaveValue('Mine, typed first')
  await dialog.getByRole('button', { name: t('posts.editing.mine') }).click()
  await expect(dialog).toBeHidden()
  expect((await layla.read(post)).content).toBe('Mine, typed first')
  expect(await kept()).not.toContain('Mine')

  // Cancel discards the edit. Signing out asks first, and leaves no text behind for the next user.
  await edit.click()
  await text.fill('Not after all')
  await dialog.getByRole('button', { name: t('app.cancel') }).click()
  await expect(dialog).toBeHidden()
  expect(await kept()).not.toContain('after all')
  await edit.click()
  await text.fill('Closed by mistake')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await kept()).toContain('by mistake')
  await page.getByRole('button', { name: t('app.menu.open') }).click()
  await page.getByRole('menuitem', { name: t('app.menu.logout') }).click()
  const question = page.getByRole('dialog', { name: t('leave.title') })
  await expect(question).toContainText('Closed by mistake')
  await question.getByRole('button', { name: t('leave.discard') }).click()
  await expect(page.getByLabel(t('auth.fields.email'))).toBeVisible()
  expect(await kept()).not.toContain('by mistake')
  expect((await layla.read(post)).content).toBe('Mine, typed first')
})

test('joins the parts of a thread for a network without threads, and keeps them joined when the unsaved edit is opened again', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'twitter', 'linkedin')
  const contents = ['The shortest queue', 'was the one', 'next to the door.']
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  const parts = contents.map((content) => ({ content }))
  const body = { platform: 'twitter', content: 'The shortest queue', parts, status: 'scheduled', scheduledAt } as const
  const post = await layla.call('POST /api/posts', { body })
  await page.goto(site.url)
  const edit = page.getByRole('button', { name: t('posts.edit') })
  const dialog = page.getByRole('dialog')
  const text = page.getByLabel(t('posts.editing.content'))
  const further = dialog.getByLabel(/Part [23] of 3/)

  await edit.click()
  await further.first().fill('was always the one')
  await page.reload()
  await edit.click()
  await expect(further.first()).toHaveValue('was always the one')

  await dialog.getByLabel(t('posts.editing.platform')).selectOption('linkedin')
  const joined = 'The shortest queue\n\nwas always the one\n\nnext to the door.'
  await expect(text).toHaveValue(joined)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await edit.click()
  await expect(text).toHaveValue(joined)
  await expect(further).toHaveCount(0)
  await dialog.getByRole('button', { name: t('posts.save') }).click()
  await expect(dialog).toBeHidden()
  const saved = await layla.read(post)
  expect([saved.platform, saved.content, saved.parts]).toEqual(['linkedin', joined, undefined])
})

const SOUP = { en: 'The soup of the day has two ingredients.', ar: 'لحساء اليوم مكوّنان اثنان.' }
const COMMENT = { en: 'One of them is water.', ar: 'أحدهما الماء.' }
const TYPED_COMMENT = { en: 'One of them is salt.', ar: 'أحدهما الملح.' }
const WARNING = { en: 'Food', ar: 'طعام' }
const TYPED_WARNING = { en: 'Food, close up', ar: 'طعام عن قرب' }

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: { en: 1280, ar: 390 }[language], height: 844 } })

    test(`restores an unsaved first comment and unsaved options of a post after a reload (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'mastodon')
      const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
      const post = await layla.call('POST /api/posts', {
        body: {
          platform: 'mastodon',
          content: SOUP[language],
          firstComment: { content: COMMENT[language], afterMinutes: 5 },
          options: { visibility: 'followers', contentWarning: WARNING[language] },
          status: 'scheduled',
          scheduledAt,
        },
      })
      await page.goto(site.url)
      const dialog = page.getByRole('dialog')
      const comment = dialog.getByLabel(t('posts.firstComment'))
      const visibility = dialog.getByLabel(t('options.visibility'))
      const warning = dialog.getByRole('textbox', { name: t('options.contentWarning') })
      async function open() {
        await page.getByRole('button', { name: t('posts.edit') }).click()
        await dialog.getByRole('button', { name: t('options.title') }).click()
      }
      async function expectFields(...values: [comment: string, visibility: string, warning: string]) {
        await expect(comment).toHaveValue(values[0])
        await expect(visibility).toHaveValue(values[1])
        await expect(warning).toHaveValue(values[2])
      }

      // Removing the comment and all options is a change too. Discarding it restores them.
      await open()
      await comment.fill('')
      await visibility.selectOption('usual')
      await warning.fill('')
      await page.reload()
      await open()
      await expectFields('', 'usual', '')
      await dialog.getByRole('button', { name: t('posts.editing.discard') }).click()
      await dialog.getByRole('button', { name: t('options.title') }).click()
      await expectFields(COMMENT[language], 'followers', WARNING[language])

      await comment.fill(TYPED_COMMENT[language])
      await visibility.selectOption('unlisted')
      await warning.fill(TYPED_WARNING[language])
      await page.reload()
      await open()
      await expectFields(TYPED_COMMENT[language], 'unlisted', TYPED_WARNING[language])
      await expect(dialog.getByText(t('posts.editing.kept'))).toBeVisible()
      await screenshot(page, `unsaved-options-${language}`)
      await expectAccessible(page)
      expect((await layla.read(post)).revision).toBe(post.revision)
      await dialog.getByRole('button', { name: t('posts.save') }).click()
      await expect(dialog).toBeHidden()
      expect(await layla.read(post)).toMatchObject({
        content: SOUP[language],
        firstComment: { content: TYPED_COMMENT[language], afterMinutes: 5 },
        options: { visibility: 'unlisted', contentWarning: TYPED_WARNING[language] },
      })

      // Logging out saves the edited comment and options too.
      await open()
      await comment.fill(COMMENT[language])
      await visibility.selectOption('public')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page.getByRole('button', { name: t('app.menu.open') }).click()
      await page.getByRole('menuitem', { name: t('app.menu.logout') }).click()
      const question = page.getByRole('dialog', { name: t('leave.title') })
      await expect(question).toContainText(COMMENT[language])
      await question.getByRole('button', { name: t('leave.save') }).click()
      await expect(page.getByLabel(t('auth.fields.email'))).toBeVisible()
      expect(await layla.read(post)).toMatchObject({
        firstComment: { content: COMMENT[language], afterMinutes: 5 },
        options: { visibility: 'public', contentWarning: TYPED_WARNING[language] },
      })
    })
  })
})
