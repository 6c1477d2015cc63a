import { CLOCK, withoutLeadingZero } from '#core/hour.ts'
import { pictureFile } from '../support/pictures.ts'
import { expect, forBoth, LOCALES, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: WIDTHS[language], height: 844 } })

    test('edits a scheduled post in its preview, with character count, hashtags and the save shortcut', async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const content = 'The depot opens at six'
      const scheduledAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
      const post = await layla.call('POST /api/posts', {
        body: { platform: 'linkedin', content, hashtags: ['#depot', '#dammam'], status: 'scheduled', scheduledAt },
      })
      // Pretend that the platform cannot fetch media from this server.
      await page.route('**/api/platforms', async (route) => {
        const response = await route.fetch()
        const states = (await response.json()) as { platform: string }[]
        const json = states.map((one) => ({ ...one, isCutOff: one.platform === 'linkedin' }))
        await route.fulfill({ response, json })
      })
      await page.goto(site.url)
      await page
        .getByRole('listitem')
        .filter({ hasText: content })
        .last()
        .getByRole('button', { name: t('posts.edit') })
        .click()
      const dialog = page.getByRole('dialog')
      const text = dialog.getByLabel(t('posts.editing.content'))

      // The preview shows the time for which the post is scheduled instead of "now".
      const time = new Intl.DateTimeFormat(LOCALES[language], CLOCK).format(new Date(scheduledAt))
      const preview = dialog
        .locator('[dir]')
        .filter({ has: page.getByRole('textbox') })
        .first()
      await expect(preview).toContainText(withoutLeadingZero(time))

      // The caret is at the end of the post's text, so the user continues typing there.
      await expect(text).toBeFocused()
      await page.keyboard.type(', and closes at ten')
      await expect(text).toHaveValue(`${content}, and closes at ten`)
      await screenshot(page, `one-editor-${language}`)
      await expectAccessible(page)

      await text.fill('x'.repeat(3_001))
      await expect(text).toHaveAttribute('aria-invalid', 'true')
      await expect(dialog.getByRole('button', { name: t('posts.save') })).toBeDisabled()
      // The keyboard shortcut does not save an invalid post.
      await text.press('Control+Enter')
      await dialog.getByRole('button', { name: t('composer.margin.shorten') }).click()
      await expect(text).not.toHaveAttribute('aria-invalid')
      await dialog.getByRole('button', { name: t('composer.margin.undoShorten') }).click()
      await expect(text).toHaveValue('x'.repeat(3_001))
      await text.fill('The depot opens at seven')

      await dialog.getByRole('button', { name: t('composer.media.add') }).click()
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'sky.png', mimeType: 'image/png', buffer: await pictureFile('png', 80, 60) })
      await expect(dialog.getByText(t('posts.issues.cutOff', { platform: 'LinkedIn' }))).toBeVisible()
      await expect(dialog.getByRole('button', { name: t('posts.save') })).toBeDisabled()
      await dialog
        .getByRole('button', {
          name: t('composer.media.remove', { 'number, number': language === 'ar' ? '١' : '1' }),
        })
        .click()

      await dialog.getByRole('button', { name: t('composer.margin.removeHashtag', { tag: '#dammam' }) }).click()
      await dialog.getByRole('button', { name: t('composer.margin.addHashtag') }).click()
      const hashtag = dialog.getByRole('textbox', { name: t('composer.margin.addHashtag') })
      await hashtag.fill('nothing')
      // While an input method composes a word, Enter only confirms it and Escape only cancels it.
      for (const key of ['Enter', 'Escape', ','])
        await hashtag.dispatchEvent('keydown', { key, isComposing: true, keyCode: 229 })
      await expect(hashtag).toHaveValue('nothing')
      // Escape clears the hashtag field and keeps the dialog open.
      await hashtag.press('Escape')
      await expect(hashtag).toBeHidden()
      await expect(text).toHaveValue('The depot opens at seven')

      await text.press('Control+Enter')
      await expect(dialog).toBeHidden()
      await expect.poll(async () => (await layla.read(post)).content).toBe('The depot opens at seven')
      expect((await layla.read(post)).hashtags).toEqual(['#depot'])
    })
  })
})
