import { pdfFile, uploadDocument } from '../support/documents.ts'
import { pictureFile, uploadForm } from '../support/pictures.ts'
import { uploadVideo, videoFile } from '../support/videos.ts'
import { expect, expectAccessible, forBoth, LOCALES, signIn, test, translator } from './browser-test.ts'

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 } })

    test(`searches the library, describes a photo, and reuses it in a draft (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/library`)
      await expect(page.getByRole('link', { name: t('planning.library.write') })).toHaveAttribute('href', '/create')
      await expectAccessible(page)
      const bytes = new Uint8Array(await pictureFile('png'))
      const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(['pond.png', bytes]) })
      const other = await layla.call('POST /api/images/upload', { form: uploadForm(['tower.png', bytes]) })
      const post = await layla.schedule({
        platform: 'linkedin',
        content: 'Four names',
        at: new Date(Date.now() + 2 * 86_400_000),
      })
      const give = (image: { id: string } | undefined) =>
        layla.call('PATCH /api/posts/{id}', {
          params: { id: post.id },
          body: { media: { images: [image?.id ?? ''], videos: [] } },
        })
      await give(media.images[0])

      await page.goto(`${site.url}/library`)
      const tile = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name }) })
      await expect(tile('tower.png').getByText(t('planning.library.noDescription'))).toBeVisible()
      await expect(tile('tower.png').getByText(t('planning.library.notUsed'))).toBeVisible()
      await expect(tile('pond.png').getByText(t('planning.library.notUsed'))).toHaveCount(0)
      await page.getByLabel(t('planning.library.search')).fill('pond')
      await expect(page.getByRole('button', { name: 'tower.png' })).toHaveCount(0)
      await page.getByRole('button', { name: 'pond.png' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('link', { name: /Four names/ })).toBeVisible()
      await expectAccessible(page)
      await dialog.getByLabel(t('planning.library.altText')).fill('A frog')
      await dialog.getByRole('button', { name: t('planning.library.save') }).click()
      await expect(page.getByRole('button', { name: 'A frog' })).toBeVisible()
      await expect(page.getByText(t('planning.library.noDescription'))).toHaveCount(0)

      // A post starts to use the photo while the photo's dialog offers to delete it. Frogy then keeps the photo.
      await page.getByLabel(t('planning.library.search')).fill('tower')
      await page.getByRole('button', { name: 'tower.png' }).click()
      await expect(dialog.getByText(t('planning.library.unused'))).toBeVisible()
      await give(other.media.images[0])
      await dialog.getByRole('button', { name: t('planning.library.delete') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('planning.library.delete') })
        .click()
      await expect(page.getByText(t('planning.library.isUsed'), { exact: true })).toBeVisible()
      await expect(dialog.getByRole('link', { name: /Four names/ })).toBeVisible()
      expect(await layla.call('GET /api/library', { query: { q: 'tower' } })).toHaveLength(1)

      // The user can add a photo from the library to a new post.
      await page.goto(`${site.url}/schedule`)
      await page.getByRole('button', { name: t('calendar.add') }).click()
      const form = page.getByRole('dialog', { name: t('calendar.add') })
      await form.getByRole('button', { name: t('composer.media.add') }).click()
      await form.getByRole('button', { name: t('planning.library.fromLibrary') }).click()
      const chooser = page.getByRole('dialog', { name: t('planning.library.choose.photo') })
      await chooser.getByRole('button', { name: 'A frog' }).click()
      await expect(chooser).toHaveCount(0)
      const number = language === 'ar' ? '١' : '1'
      await expect(form.getByLabel(t('composer.media.altText', { 'number, number': number }))).toHaveValue('A frog')
    })

    test(`shows one kind of media, and reuses a stored video and document in new posts (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const video = await uploadVideo(layla, videoFile(), 'pond.mp4')
      const slides = await uploadDocument(layla, pdfFile(), 'slides.pdf')
      const bytes = new Uint8Array(await pictureFile('png'))
      await layla.call('POST /api/images/upload', { form: uploadForm(['pond.png', bytes]) })

      await page.goto(`${site.url}/library`)
      const media = page.getByRole('main').getByRole('listitem').getByRole('button')
      await expect(media).toHaveCount(3)
      const kind = page.getByLabel(t('planning.library.kind'))
      for (const [value, name] of Object.entries({ photo: 'pond.png', video: 'pond.mp4', document: 'slides' })) {
        await kind.selectOption(value)
        await expect(media).toHaveCount(1)
        await expect(media).toHaveAccessibleName(name)
      }
      await page.getByLabel(t('planning.library.search')).fill('pond')
      await expect(page.getByText(t('planning.library.noneMatch', { words: 'pond' }))).toBeVisible()
      await expectAccessible(page)

      await page.goto(`${site.url}/schedule`)
      for (const [tab, chosen, id, name] of [
        ['videos', 'video', video, 'pond.mp4'],
        ['document', 'document', slides, 'slides'],
      ] as const) {
        await page.getByRole('button', { name: t('calendar.add') }).click()
        const form = page.getByRole('dialog', { name: t('calendar.add') })
        await form.getByLabel(t('calendar.content')).fill(name)
        await expect(form.getByLabel('LinkedIn', { exact: true })).toBeChecked()
        await form.getByRole('button', { name: t('composer.media.add') }).click()
        await form.getByRole('tab', { name: t(`composer.media.${tab}`) }).click()
        await form.getByRole('button', { name: t('planning.library.fromLibrary') }).click()
        const chooser = page.getByRole('dialog', { name: t(`planning.library.choose.${chosen}`) })
        await expect(chooser.getByRole('listitem')).toHaveCount(1)
        await chooser.getByRole('button', { name }).click()
        await expect(chooser).toHaveCount(0)
        await expect(form.getByRole('button', { name: t('planning.library.fromLibrary') })).toHaveCount(0)
        await expectAccessible(page)
        await form.getByRole('button', { name: t('calendar.submit') }).click()
        await expect(form).toHaveCount(0)
        const posts = await layla.call('GET /api/posts/scheduled', {})
        expect(posts.find(({ content }) => content === name)?.media.images).toEqual([id])
      }
    })
  })
})
