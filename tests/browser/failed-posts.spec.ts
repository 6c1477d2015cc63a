import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { pictureFile, uploadForm } from '../support/pictures.ts'
import {
  chooseTheme,
  expect,
  forBoth,
  giveUpAnswer,
  LOCALES,
  expectAccessible,
  screenshot,
  signIn,
  test,
  translator,
  chooseNetworks,
} from './browser-test.ts'

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: language === 'ar' ? { width: 390, height: 844 } : { width: 1280, height: 800 },
      ownServer: {},
    })

    test(`lets the user fix failed and unconfirmed posts directly in their list (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin', 'twitter')
      const loseResponse = () =>
        site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
      const post = (body: { platform: 'linkedin' | 'twitter'; content: string; media?: object }) =>
        layla.call('POST /api/posts', { body: { ...body, status: 'published' } })
      await loseResponse()
      const [live] = await Promise.all([
        post({ platform: 'linkedin', content: 'First of two' }),
        giveUpAnswer(site, layla),
      ])
      await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
      const [notLive] = await Promise.all([
        post({ platform: 'linkedin', content: 'Second of two' }),
        giveUpAnswer(site, layla),
      ])

      const form = uploadForm(['pond.png', new Uint8Array(await pictureFile('png'))])
      const { media } = await layla.call('POST /api/images/upload', { form })
      const first = media.images[0]?.id ?? ''
      await site.simulator.fault({
        platform: 'twitter',
        operation: 'publish',
        fault: 'status',
        status: 403,
        body: { status: 403, title: 'Forbidden', detail: 'You are not permitted to perform this action.' },
      })
      const refused = await post({ platform: 'twitter', content: 'With a photo', media: { images: [first] } })
      expect(refused.status).toBe('failed')

      await chooseTheme(page, language === 'ar' ? 'dark' : 'light')
      await page.goto(site.url)
      const toast = page.getByRole('region', { name: /F8/ }).getByRole('listitem')
      const strip = page.locator('section[aria-labelledby=trouble]')
      const row = (content: string) => strip.getByRole('listitem').filter({ hasText: content }).last()
      // At first, the page shows one line with the number of posts that need action, and a button that lists them.
      const review = strip.getByRole('button', { name: t('posts.trouble.review') })
      await expect(review).toHaveAttribute('aria-expanded', 'false')
      await expect(row('First of two')).toHaveCount(0)
      await review.click()
      await expect(row('First of two')).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `mend-${language}`, { fullPage: true })

      // The user replaces the photo and the text of the failed post, which is then published.
      await row('With a photo')
        .getByRole('button', { name: t('posts.edit') })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: t('composer.media.change') }).click()
      await dialog
        .getByRole('button', {
          name: t('composer.media.remove', { 'number, number': language === 'ar' ? '١' : '1' }),
        })
        .click()
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'sky.png', mimeType: 'image/png', buffer: await pictureFile('png', 80, 60) })
      await expect(
        dialog.getByRole('textbox', {
          name: t('composer.media.altText', { 'number, number': language === 'ar' ? '١' : '1' }),
        }),
      ).toBeVisible()
      await dialog.getByLabel(t('posts.editing.content')).fill('With another photo')
      await screenshot(page, `mend-edit-${language}`)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('posts.save'), exact: true }).click()
      await expect(dialog).toBeHidden()
      const changed = await layla.read(refused)
      expect(changed).toMatchObject({ status: 'failed', content: 'With another photo' })
      expect(changed.media.images).toHaveLength(1)
      expect(changed.media.images).not.toContain(first)
      await row('With another photo')
        .getByRole('button', { name: t('posts.edit') })
        .click()
      await dialog.getByRole('button', { name: t('posts.editing.postNow') }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(async () => (await layla.read(refused)).status).toBe('published')
      expect((await site.simulator.posts('twitter')).map(({ text, media: sent }) => [text, sent.length])).toEqual([
        ['With another photo', 1],
      ])

      // Frogy does not know whether these two posts are live. The user answers for each in its row.
      await row('First of two')
        .getByRole('button', { name: t('posts.trouble.isLive') })
        .click()
      await expect.poll(async () => (await layla.read(live)).status).toBe('published')
      await row('Second of two')
        .getByRole('button', { name: t('posts.trouble.isNotLive') })
        .click()
      // The first request may still reach the network, so Frogy waits before resending the post.
      await layla.until(notLive, ({ status }) => status === 'publishing')
      expect(await site.simulator.posts('linkedin')).toHaveLength(1)
      site.clock.advance(SEND_AGAIN_AFTER_MS)
      await expect.poll(async () => (await layla.read(notLive)).status).toBe('published')
      expect((await site.simulator.posts('linkedin')).map(({ text }) => text)).toEqual([
        'First of two',
        'Second of two',
      ])
      await expect(strip).toHaveCount(0)

      // The composer does not announce an unconfirmed post as published.
      await page.goto(`${site.url}/create`)
      await page
        .getByLabel(t('composer.input.topic'))
        .fill(
          'Approvals slow logistics teams more than old software does. We took four signatures off one form, and review time fell by 34% in a quarter.',
        )
      await chooseNetworks(page, 'LinkedIn')
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      await page
        .getByRole('region', { name: t('composer.drafts') })
        .getByRole('article')
        .first()
        .waitFor()
      await loseResponse()
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await giveUpAnswer(site, layla)
      await expect(toast).toContainText(language === 'ar' ? 'لم يصل تأكيد النشر' : 'Not confirmed')
      await expect(page.getByText(t('composer.posting.posted'))).toHaveCount(0)
      await screenshot(page, `mend-desk-${language}`)
    })

    test(`does not claim that a resent post is unpublished while it may be live (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const refusal = { status: 422, message: 'Held back for review' }
      await site.simulator.fault({
        platform: 'linkedin',
        operation: 'publish',
        fault: 'status',
        status: 422,
        body: refusal,
      })
      const body = { platform: 'linkedin', content: 'Held back', status: 'published' } as const
      expect((await layla.call('POST /api/posts', { body })).status).toBe('failed')
      await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })

      await page.goto(site.url)
      await page.getByRole('button', { name: t('posts.trouble.review') }).click()
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await giveUpAnswer(site, layla)
      const toast = page.getByRole('region', { name: /F8/ }).getByRole('listitem')
      await expect(toast).toContainText(language === 'ar' ? 'غير مؤكد' : 'Not confirmed')
    })
  })
})
