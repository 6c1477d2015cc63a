import {
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  openStoredDraft,
  postField,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const TEXT = {
  en: 'The soup of the day has two ingredients. https://najd.example/soup',
  ar: 'لحساء اليوم مكوّنان اثنان. https://najd.example/soup',
}
const PARTS = { en: ['One', 'Two'], ar: ['واحد', 'آخر'] }
const WARNING = { en: 'Food, close up', ar: 'طعام عن قرب' }

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: { en: 1280, ar: 390 }[language], height: 844 } })

    test(`publishes a Mastodon post for followers only, behind a content warning (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'mastodon')
      await openStoredDraft(page, site, layla, TEXT[language], 'mastodon')
      const article = page.getByRole('article')
      await article.getByRole('button', { name: t('options.title') }).click()
      await article.getByLabel(t('options.visibility')).selectOption('unlisted')
      await expect(article.getByText(t('options.unlistedHint'))).toBeVisible()
      await article.getByLabel(t('options.visibility')).selectOption('followers')
      const warning = article.getByRole('textbox', { name: t('options.contentWarning') })
      await warning.fill('x'.repeat(500))
      await expect(page.getByRole('button', { name: t('posts.postNow') })).toBeDisabled()
      await warning.fill(WARNING[language])
      await screenshot(page, `options-mastodon-${language}`)
      await expectAccessible(page)

      const options = { visibility: 'followers', contentWarning: WARNING[language] }
      const stored = async () =>
        (await layla.call('GET /api/posts', { query: { status: 'draft' } })).map((post) => post.options)
      await expect.poll(stored).toEqual([options])
      await page.reload()
      await expect(article.getByText(WARNING[language])).toHaveCount(2)
      await expect(article.getByText(WARNING[language]).first()).toBeVisible()
      // The preview can hide the text behind its warning, as Mastodon does. The author can show the text again to edit
      // it.
      const text = postField(article)
      await article.getByRole('button', { name: t('options.showLess') }).click()
      await expect(text).toBeHidden()
      await screenshot(page, `options-folded-${language}`)
      await expectAccessible(page)
      await article.getByRole('button', { name: t('options.showMore') }).click()
      await expect(text).toBeVisible()
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect
        .poll(async () => (await site.simulator.posts('mastodon')).map((post) => [post.visibility, post.spoilerText]))
        .toEqual([['private', WARNING[language]]])
    })

    test(`shows in composer and edit dialog that a content warning covers a whole thread (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'mastodon')
      const parts = PARTS[language].map((content) => ({ content }))
      const thread = { platform: 'mastodon', content: PARTS[language][0], parts } as const
      const options = { contentWarning: WARNING[language] }
      const note = page.getByText(t('options.warningOfParts'))
      const { id } = await layla.call('POST /api/posts', { body: { ...thread, status: 'draft' } })
      await page.goto(`${site.url}/create?draft=${id}`)
      const article = page.getByRole('article')
      const second = article.locator('[data-part]').last()
      await expect(second).toContainText({ en: '3 / 500', ar: '٣ / ٥٠٠' }[language])
      await expect(note).toHaveCount(0)
      await article.getByRole('button', { name: t('options.title') }).click()
      await article.getByRole('textbox', { name: t('options.contentWarning') }).fill(WARNING[language])
      await expect(note).toBeVisible()
      // The characters of the content warning count against each part's limit.
      await expect(second).toContainText({ en: '17 / 500', ar: '١٤ / ٥٠٠' }[language])
      await screenshot(page, `options-thread-${language}`)
      await expectAccessible(page)

      const scheduledAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
      await layla.call('POST /api/posts', { body: { ...thread, options, status: 'scheduled', scheduledAt } })
      await page.goto(site.url)
      await page
        .getByRole('button', { name: t('posts.edit') })
        .last()
        .click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(t('options.warningOfParts'))).toBeVisible()
      await screenshot(page, `options-edit-thread-${language}`)
      await expectAccessible(page)
    })

    test(`sends a Telegram post without sound and link preview, and changes these options of a scheduled post (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'telegram')
      await openStoredDraft(page, site, layla, TEXT[language], 'telegram')
      const article = page.getByRole('article')
      await article.getByRole('button', { name: t('options.title') }).click()
      await article.getByRole('switch', { name: t('options.isSilent') }).check()
      await article.getByRole('switch', { name: t('options.hasLinkPreview') }).uncheck()
      await screenshot(page, `options-telegram-${language}`)
      await expectAccessible(page)
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect
        .poll(async () =>
          (await site.simulator.posts('telegram')).map((post) => [post.isSilent, post.isWithoutPreview]),
        )
        .toEqual([[true, true]])

      const scheduledAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
      const body = { platform: 'telegram', status: 'scheduled', scheduledAt, options: { isSilent: true } } as const
      const post = await layla.call('POST /api/posts', { body: { ...body, content: `2 ${TEXT[language]}` } })
      await page.goto(site.url)
      await page
        .getByRole('listitem')
        .filter({ hasText: `2 ${TEXT[language]}` })
        .last()
        .getByRole('button', { name: t('posts.edit') })
        .click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(t('options.said.isSilent'))).toBeVisible()
      await dialog.getByRole('button', { name: t('options.title') }).click()
      await dialog.getByRole('switch', { name: t('options.isSilent') }).uncheck()
      await dialog.getByRole('switch', { name: t('options.hasLinkPreview') }).uncheck()
      await screenshot(page, `options-edit-${language}`)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('posts.save') }).click()
      await expect.poll(async () => (await layla.read(post)).options).toEqual({ hasLinkPreview: false })
    })

    test(`shows no post options on a network that has none (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await openStoredDraft(page, site, layla, TEXT[language], 'linkedin')
      await expect(page.getByRole('button', { name: t('cards.comment.add') })).toBeVisible()
      await expect(page.getByRole('button', { name: t('options.title') })).toHaveCount(0)
    })
  })
})
