import { join } from 'node:path'
import type { Image } from '#core/media/contract.ts'
import { animatedGif, phonePhoto, pictureFile } from '../support/pictures.ts'
import { expect, openStoredDraft, screenshot, signIn, test, translator } from './browser-test.ts'

const CORPUS = join(import.meta.dirname, '..', 'corpus')

test.use({ timezoneId: 'Asia/Riyadh', viewport: { width: 1280, height: 900 } })

for (const language of ['en', 'ar'] as const) {
  test(`converts a HEIC photo of a phone and previews it (${language})`, async ({ page, site }) => {
    const t = await translator(language)
    await signIn(page, site, language)
    await page.goto(`${site.url}/create`)
    await page.getByRole('button', { name: t('composer.media.add') }).click()
    const photo = { name: 'IMG_0001.HEIC', mimeType: '', buffer: Buffer.from(phonePhoto()) }
    await page.locator('input[type=file]').last().setInputFiles(photo)
    await expect(page.getByText(language === 'ar' ? 'صورة واحدة' : '1 photo', { exact: true })).toBeVisible()
    const shown = page.getByRole('list', { name: t('composer.media.photos') }).locator('img')
    await expect
      .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight))
      .toBeCloseTo(4 / 3)
  })
}

for (const [language, content] of [
  ['en', 'Forty frogs are back.'],
  ['ar', 'عادت أربعون ضفدعًا.'],
] as const) {
  for (const [platform, network, notes] of [
    ['linkedin', 'LinkedIn', 1],
    ['twitter', 'X', 0],
  ] as const) {
    test(`warns about ${network} only if it shows just the first frame of an animated GIF (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, platform)
      await openStoredDraft(page, site, layla, content, platform)
      await page.getByRole('button', { name: t('composer.media.add') }).click()
      const file = { name: 'frogs.gif', mimeType: 'image/gif', buffer: await animatedGif(5) }
      await page.locator('input[type=file]').last().setInputFiles(file)
      await expect(page.getByRole('list', { name: t('composer.media.photos') }).locator('img')).toBeVisible()
      await expect(page.getByText(t('cards.stillGif', { networks: network }))).toHaveCount(notes)
      await screenshot(page, `still-gif-${platform}-${language}`)
    })
  }
}

test.describe('English files', () => {
  test.use({ locale: 'en-US' })

  test('lists the accepted file types when a document has another type, even if the file is also too large', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    await page.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
    const input = page.locator('input[type=file]').first()
    const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1)
    for (const buffer of [Buffer.from('Notes'), tooLarge]) {
      await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer })
      await expect(page.getByText('Invalid file type. Please select a PDF or DOCX file.')).toBeVisible()
      await expect(page.getByText(/File too large/)).toHaveCount(0)
    }
    await input.setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: tooLarge })
    await expect(page.getByText('File too large. Maximum size is 10MB.')).toBeVisible()
    await expect(page.getByText(/Invalid file type/)).toHaveCount(0)
  })

  test('resends a photo when the response was lost, and stores the photo once', async ({ page, site }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    const kept: unknown[] = []
    await page.route('**/api/images/upload', async (route) => {
      const response = await route.fetch()
      kept.push(await response.json())
      await (kept.length === 1 ? route.abort() : route.fulfill({ response }))
    })
    await page.goto(`${site.url}/create`)
    await page.getByRole('button', { name: t('composer.media.add') }).click()
    const photo = { name: 'pond.png', mimeType: 'image/png', buffer: await pictureFile('png') }
    await page.locator('input[type=file]').last().setInputFiles(photo)
    await page.getByRole('button', { name: t('composer.media.retry') }).click()
    await expect(page.getByText('1 photo', { exact: true })).toBeVisible()
    expect(kept[0]).toMatchObject({ media: { images: [{ originalName: 'pond.png' }] } })
    expect(kept[1]).toEqual(kept[0])
  })

  test('makes a large photo smaller before the upload', async ({ page, site }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    await page.getByRole('button', { name: t('composer.media.add') }).click()
    // Bytes after the end of a JPEG make the file large, and are no part of the picture.
    const buffer = Buffer.concat([await pictureFile('jpeg', 6_000, 100), Buffer.alloc(6 * 1024 * 1024)])
    const [response] = await Promise.all([
      page.waitForResponse('**/api/images/upload'),
      page.locator('input[type=file]').last().setInputFiles({ name: 'pond.jpg', mimeType: 'image/jpeg', buffer }),
    ])
    await expect(page.getByText('1 photo', { exact: true })).toBeVisible()
    const { media } = (await response.json()) as { media: { images: Image[] } }
    expect(media.images).toMatchObject([{ originalName: 'pond.jpg', width: 4_096 }])
    expect(media.images[0]?.size).toBeLessThan(500_000)
  })

  test('uploads a chosen document and photo after the session ended and the user signed in again', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    const layla = await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    await page.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
    await page.getByRole('button', { name: t('composer.media.add') }).click()
    await expect(page.locator('input[type=file]')).toHaveCount(2)
    await page.context().clearCookies()
    const [document, photos] = await page.locator('input[type=file]').all()
    await photos?.setInputFiles({ name: 'pond.png', mimeType: 'image/png', buffer: await pictureFile('png') })
    await document?.setInputFiles(join(CORPUS, 'pdf', 'en-news-pdfkit.pdf'))
    await expect(page.getByText('en-news-pdfkit.pdf')).toBeVisible()
    await expect(page.getByRole('button', { name: t('composer.source.retry') })).toHaveCount(2)
    await screenshot(page, 'document-signed-out')

    await page.getByRole('button', { name: t('app.expired.signIn') }).click()
    await page.getByLabel(t('auth.fields.email')).fill(layla.user?.email ?? '')
    await page.getByLabel(t('auth.fields.password')).fill(layla.password)
    await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
    await expect(page.getByRole('region', { name: t('composer.source.preview') })).toBeVisible()
    await expect(page.getByText('1 photo', { exact: true })).toBeVisible()
  })
})

test.describe('Arabic files', () => {
  test.use({ locale: 'ar-SA' })

  test('turns an Arabic PDF into an Arabic draft', async ({ page, site }) => {
    const t = await translator('ar')
    await signIn(page, site, 'ar')
    await page.goto(`${site.url}/create`)
    await page.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(join(CORPUS, 'pdf', 'ar-news-chromium.pdf'))
    const preview = page.getByRole('region', { name: t('composer.source.preview') })
    await expect(preview).toBeVisible()
    await expect(preview.locator('[dir=rtl]')).toBeVisible()
    const opening = await preview.locator('[dir=rtl]').innerText()
    expect(opening.length).toBeLessThanOrEqual(401)
    expect(opening.length).toBeGreaterThan(360)
    await screenshot(page, 'document-read-ar')
    await preview.getByRole('button', { name: t('composer.source.use') }).click()
    await expect(page.getByText(t('composer.source.extracted'))).toBeVisible()

    await page.getByRole('radio', { name: t('composer.languages.arabic') }).check({ force: true })
    await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
    const draft = page.getByRole('article').first()
    await expect(draft.locator('[dir=rtl]').first()).toBeVisible()
    await expect(draft).toContainText('ارتفعت بنسبة ١٢٫٥٪ خلال العام الماضي، وبلغت قيمتها 3.4 مليون دينار')
    await screenshot(page, 'document-draft-ar', { fullPage: true })
  })
})
