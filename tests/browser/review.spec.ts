import { pictureFile, uploadForm } from '../support/pictures.ts'
import {
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  screenshot,
  selectWords,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const TEXTS = {
  en: {
    workspace: 'Najd Logistics',
    content:
      'A routine purchase passed through seven people.\n\nWe took those four names off the form.\n\nReview time fell by 34% in one quarter.',
    words: 'four names off the form',
    guest: 'Huda Al-Saleh',
    comment: 'Three names, as far as I know.',
    answer: 'Legal agrees with four.',
    onX: 'Queues are decisions.',
    passphrase: 'a quarter of nine',
  },
  ar: {
    workspace: 'نجد للخدمات اللوجستية',
    content:
      'كان طلب الشراء يمرّ على سبعة أشخاص.\n\nحذفنا أسماء أربعة منهم من النموذج.\n\nانخفض زمن المراجعة ٣٤٪ في ربع واحد.',
    words: 'أسماء أربعة منهم',
    guest: 'هدى الصالح',
    comment: 'حسب علمي كانت ثلاثة أسماء.',
    answer: 'القسم القانوني موافق على أربعة.',
    onX: 'الطوابير قرارات.',
    passphrase: 'تسعة أيام وربع',
  },
}

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 390, height: 844 } })

    test(`lets a guest review posts by link on a phone, and shares comments with the team (${language})`, async ({
      page,
      browser,
      site,
    }) => {
      const t = await translator(language)
      const texts = TEXTS[language]
      const layla = await signIn(page, site, language, 'linkedin')
      const { id } = await layla.call('POST /api/workspaces', { body: { name: texts.workspace } })
      layla.movedTo(`${site.url}/w/${id}`)
      const form = uploadForm(['depot.jpg', new Uint8Array(await pictureFile('jpeg', 600, 400))])
      const { media } = await layla.call('POST /api/images/upload', { form })
      const inHours = (hours: number) => new Date(site.clock.now().getTime() + hours * 3_600_000).toISOString()
      const images = media.images.map((image) => image.id)
      const post = await layla.call('POST /api/posts', {
        body: {
          platform: 'linkedin',
          content: texts.content,
          status: 'scheduled',
          scheduledAt: inHours(30),
          media: { images, videos: [] },
        },
      })
      const onX = await layla.call('POST /api/posts', {
        body: { platform: 'twitter', content: texts.onX, status: 'scheduled', scheduledAt: inHours(50) },
      })

      // The editor creates a link with a passphrase.
      await page.goto(`${site.url}/w/${id}/team`)
      await page.getByRole('button', { name: t('review.links.new') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('review.links.passphrase')).fill(texts.passphrase)
      await expectAccessible(page)
      await screenshot(page, `review-link-new-${language}`)
      await dialog.getByRole('button', { name: t('sharing.create') }).click()
      const link = new URL(await dialog.getByLabel(t('review.links.link')).inputValue())
      await dialog.getByRole('button', { name: t('sharing.done') }).click()
      await screenshot(page, `review-links-${language}`)

      // Open a browser without a session, because guests have no account.
      const context = await browser.newContext({ locale: LOCALES[language], viewport: { width: 390, height: 844 } })
      const guest = await context.newPage()
      await guest.goto(site.url + link.pathname + link.hash)
      const field = guest.getByLabel(t('review.locked.passphrase'))
      await field.fill('guess')
      await guest.getByRole('button', { name: t('review.locked.open') }).click()
      await expect(field).toHaveAccessibleDescription(t('errors.wrong_passphrase'))
      await expectAccessible(guest)
      await field.fill(texts.passphrase)
      await guest.getByRole('button', { name: t('review.locked.open') }).click()

      await expect(guest.getByRole('banner')).toContainText(texts.workspace)
      const shown = guest.locator('[data-post]')
      await expect(shown).toContainText(texts.words)
      await expect(shown).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      const picture = shown.getByRole('img')
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
      await expectAccessible(guest)
      await screenshot(guest, `review-${language}`, { fullPage: true })

      // A comment needs the guest's name, which the browser then keeps.
      await selectWords(shown, texts.words)
      await expect(guest.getByRole('button', { name: t('comments.dropQuote') })).toBeVisible()
      await guest.getByLabel(t('comments.yours')).fill(texts.comment)
      await guest.getByRole('button', { name: t('comments.send') }).click()
      const name = guest.getByLabel(t('review.name'))
      await expect(name).toHaveAccessibleDescription(t('review.nameMissing'))
      await name.fill(texts.guest)
      await guest.getByRole('button', { name: t('comments.send') }).click()
      const comment = guest.getByRole('listitem').filter({ hasText: texts.comment })
      await expect(comment).toContainText(texts.guest)
      await expect(shown.locator('[data-number]')).toHaveCount(1)
      await guest.getByRole('button', { name: t('review.good') }).click()
      await expect(guest.getByRole('button', { name: t('review.isGood') })).toBeVisible()
      await screenshot(guest, `review-commented-${language}`, { fullPage: true })
      await guest.getByRole('button', { name: t('review.next') }).click()
      await expect(shown).toContainText(texts.onX)
      await guest.reload()
      await expect(guest.getByLabel(t('review.name'))).toHaveValue(texts.guest)

      // The team sees the guest's comment and “looks good” mark, and answers so that guests see it too.
      await page.goto(`${site.url}/w/${id}/comments/${post.id}`)
      const theirs = page.getByRole('listitem').filter({ hasText: texts.comment })
      await expect(theirs).toContainText(texts.guest)
      await expect(page.getByText(texts.guest)).toHaveCount(2)
      await page.getByLabel(t('comments.yours')).fill(texts.answer)
      await page.getByRole('switch', { name: t('comments.share') }).press('Space')
      await page.getByRole('button', { name: t('comments.send') }).click()
      await expect(page.getByRole('listitem').filter({ hasText: texts.answer })).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `comments-${language}`, { fullPage: true })
      await theirs.getByRole('button', { name: t('comments.resolve') }).click()
      await expect(theirs.getByRole('button', { name: t('comments.reopen') })).toBeVisible()
      await guest.reload()
      await expect(guest.getByRole('listitem').filter({ hasText: texts.answer })).toBeVisible()

      // A guest's new comment appears on the page that a member of the team has open.
      await guest.getByLabel(t('comments.yours')).fill('✓✓')
      await guest.getByRole('button', { name: t('comments.send') }).click()
      await expect(page.getByRole('listitem').filter({ hasText: '✓✓' })).toBeVisible()

      // A review link that an editor has closed shows nothing.
      await page.goto(`${site.url}/w/${id}/team`)
      await page
        .getByRole('region', { name: t('review.links.title') })
        .getByRole('listitem')
        .getByRole('button')
        .click()
      await expect(page.getByText(t('review.links.empty'))).toBeVisible()
      await guest.reload()
      await expect(guest.getByRole('heading', { level: 1 })).toHaveText(t('review.ended.title'))
      await expectAccessible(guest)
      await expect(guest.getByText(texts.workspace)).toHaveCount(0)
      expect((await layla.call('GET /api/posts/{id}', { params: { id: onX.id } })).status).toBe('scheduled')
      await context.close()
    })
  })
})
