import type { Page } from '@playwright/test'
import { pdfFile } from '../support/documents.ts'
import {
  chooseNetworks,
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  screenshot,
  signIn,
  test,
  togglePostTo,
  translator,
} from './browser-test.ts'

const TOPICS = {
  en: 'Our frogs are back at the pond behind the warehouse. We counted forty on Monday.',
  ar: 'عادت الضفادع إلى البركة خلف المستودع. وعددنا أربعين منها يوم الاثنين.',
}
const TITLES = { en: 'Forty frogs', ar: 'أربعون ضفدعًا' }
const PAGES = { en: 'PDF · 12 pages', ar: 'صفحة' }
const PART_BYTES = 4 * 1024 * 1024

async function openDocument(page: Page, t: Awaited<ReturnType<typeof translator>>): Promise<void> {
  await page.getByRole('button', { name: t('composer.media.add') }).click()
  const tabs = page.getByRole('tablist', { name: t('composer.media.title') })
  await tabs.getByRole('tab', { name: t('composer.media.document') }).click()
  await page.getByText(t('video.document.choose')).waitFor()
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 }, ownServer: {} })

    test(`uploads a PDF document, shows its title and pages, and publishes it (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const file = pdfFile({ pages: 12, title: 'Draft 7', sizeBytes: 1.5 * PART_BYTES })
      await signIn(page, site, language, 'linkedin', 'twitter')
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
      await chooseNetworks(page, 'LinkedIn')
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      const drafts = page.getByRole('region', { name: t('composer.drafts') })
      await expect(drafts.getByRole('article')).toHaveCount(1)

      await openDocument(page, t)
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ name: 'slides.pdf', mimeType: 'application/pdf', buffer: file })
      const row = page.getByRole('list', { name: t('video.document.file') }).getByRole('listitem')
      const title = row.getByLabel(t('video.document.description'))
      await expect(title).toHaveValue('Draft 7')
      const card = drafts.getByRole('figure', { name: t('composer.media.document') })
      await expect(card).toContainText(PAGES[language])
      await title.fill(TITLES[language])
      await expect(card).toContainText(TITLES[language])

      // LinkedIn accepts documents, but X does not.
      await togglePostTo(page, 'X')
      await expect(page.getByText(t('posts.issues.noDocuments', { platform: 'X' })).first()).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `document-refused-${language}`)
      await togglePostTo(page, 'X')
      await screenshot(page, `document-${language}`)

      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect(page.getByRole('main').locator('[data-state=published]')).toContainText('LinkedIn')
      const [post] = await site.simulator.posts('linkedin')
      expect(post?.media).toMatchObject([{ type: 'document', title: TITLES[language], pages: 12 }])
    })
  })
})

const PARAGRAPHS = {
  en: ['The frogs are back', 'We counted forty on Monday.', 'They sing behind the warehouse.'],
  ar: ['عادت الضفادع', 'وعددنا أربعين منها يوم الاثنين.', 'وهي تنق خلف المستودع.'],
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 }, ownServer: {} })

    test(`makes a document with a page for each paragraph of the draft, and publishes it (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const content = PARAGRAPHS[language].join('\n\n')
      const body = { status: 'draft', platform: 'linkedin', contentLanguage: language, content } as const
      const { id } = await layla.call('POST /api/posts', { body })
      await page.goto(`${site.url}/create?draft=${id}`)
      await expect(page.locator('[data-draft]').getByRole('textbox').first()).toContainText(
        PARAGRAPHS[language][2] ?? '',
      )
      await openDocument(page, t)
      await page.getByRole('button', { name: t('video.document.makePages') }).click()
      const row = page.getByRole('list', { name: t('video.document.file') }).getByRole('listitem')
      await expect(row.getByLabel(t('video.document.description'))).toHaveValue(PARAGRAPHS[language][0] ?? '')
      await expectAccessible(page)
      await screenshot(page, `document-of-pages-${language}`)
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect(page.getByRole('main').locator('[data-state=published]')).toContainText('LinkedIn')
      const [post] = await site.simulator.posts('linkedin')
      expect(post?.media).toMatchObject([{ type: 'document', title: PARAGRAPHS[language][0], pages: 3 }])
    })
  })
})

test('explains why a document is rejected, before or after its upload', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  await openDocument(page, t)
  const input = page.locator('input[type=file]').last()
  const choose = (buffer: Buffer) => input.setInputFiles({ name: 'slides.pdf', mimeType: 'application/pdf', buffer })
  await choose(Buffer.from('words '.repeat(1_000)))
  await expect(page.getByText(t('video.document.problem_type'))).toBeVisible()
  await page.getByRole('button', { name: t('video.document.removeFile') }).click()
  await choose(pdfFile().subarray(0, 300))
  await expect(page.getByText(t('errors.document_damaged'))).toBeVisible()
})
