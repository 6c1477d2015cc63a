import { mkdirSync } from 'node:fs'
import { SEND_AGAIN_AFTER_MS, SETTLE_MS } from '#core/publishing/sending-times.ts'
import { pictureFile, uploadForm } from '../support/pictures.ts'
import { Person } from '../support/person.ts'
import { expect, noFault, test, texts } from './journey.ts'

const PICTURES = 'test-results/pictures'
mkdirSync(PICTURES, { recursive: true })

/** Time enough on a busy machine for what takes as long as the rules of sending say. */
const ASKED_MS = SETTLE_MS + 30_000
const SENT_AGAIN_MS = SEND_AGAIN_AFTER_MS + 60_000

for (const language of ['en', 'ar'] as const) {
  test.describe(language, () => {
    test.use({
      locale: language === 'ar' ? 'ar-SA' : 'en-US',
      viewport: language === 'ar' ? { width: 390, height: 844 } : { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      environment: { SIMULATOR_AUTO_CONSENT: '1' },
    })

    test(`what did not go out, or may not have, is mended where it is shown (${language})`, async ({ page, site }) => {
      test.setTimeout(SENT_AGAIN_MS + 150_000)
      const say = await texts(language)
      const layla = await new Person(site.url).register()
      await layla.connect('linkedin')
      await layla.connect('twitter')
      await layla.call('PATCH /api/user', { body: { preferredLanguage: language } })
      const lose = () => site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
      const post = (body: { platform: 'linkedin' | 'twitter'; content: string; media?: object }) =>
        layla.call('POST /api/posts', { body: { ...body, status: 'published' } })
      await lose()
      const live = await post({ platform: 'linkedin', content: 'First of two' })
      await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_before' })
      const notLive = await post({ platform: 'linkedin', content: 'Second of two' })

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

      const login = { email: layla.user?.email, password: layla.password }
      expect((await page.request.post(`${site.url}/api/login`, { data: login })).status()).toBe(200)
      await page.addInitScript((theme) => localStorage.setItem('theme', theme), language === 'ar' ? 'dark' : 'light')
      await page.goto(site.url)
      const toast = page.getByRole('region', { name: /F8/ }).getByRole('listitem')
      const strip = page.locator('section[aria-labelledby=trouble]')
      const row = (content: string) => strip.getByRole('listitem').filter({ hasText: content }).last()
      await expect(row('First of two')).toBeVisible()
      await noFault(page)
      await page.screenshot({ path: `${PICTURES}/mend-${language}.png`, fullPage: true })

      // The failed one: another photo in the place of its own, other words, and out it goes.
      await row('With a photo')
        .getByRole('button', { name: say('posts.edit') })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: say('composer.media.change') }).click()
      await dialog
        .getByRole('button', {
          name: say('composer.media.remove', { 'number, number': language === 'ar' ? '١' : '1' }),
        })
        .click()
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'sky.png', mimeType: 'image/png', buffer: await pictureFile('png', 80, 60) })
      await expect(
        dialog.getByRole('textbox', {
          name: say('composer.media.altText', { 'number, number': language === 'ar' ? '١' : '1' }),
        }),
      ).toBeVisible()
      await dialog.getByLabel(say('posts.editing.content')).fill('With another photo')
      await page.screenshot({ path: `${PICTURES}/mend-edit-${language}.png` })
      await noFault(page)
      await dialog.getByRole('button', { name: say('posts.save') }).click()
      await expect(dialog).toBeHidden()
      const changed = await layla.read(refused)
      expect(changed).toMatchObject({ status: 'failed', content: 'With another photo' })
      expect(changed.media.images).toHaveLength(1)
      expect(changed.media.images).not.toContain(first)
      await row('With another photo')
        .getByRole('button', { name: say('posts.postNow') })
        .click()
      await expect.poll(async () => (await layla.read(refused)).status).toBe('published')
      expect((await site.simulator.posts('twitter')).map(({ text, media: sent }) => [text, sent.length])).toEqual([
        ['With another photo', 1],
      ])

      // Two that may be live wait for one reason; each is answered in its own row.
      await row('First of two')
        .getByRole('button', { name: say('posts.trouble.isLive') })
        .click()
      await expect.poll(async () => (await layla.read(live)).status).toBe('published')
      await row('Second of two')
        .getByRole('button', { name: say('posts.trouble.isNotLive') })
        .click()
      // What was sent just now may still arrive: it is waited for before it is sent again.
      await expect.poll(async () => (await layla.read(notLive)).status, { timeout: SENT_AGAIN_MS }).toBe('published')
      expect((await site.simulator.posts('linkedin')).map(({ text }) => text)).toEqual([
        'First of two',
        'Second of two',
      ])
      await expect(strip).toHaveCount(0)

      // At the desk: what may not be out is not celebrated.
      await page.goto(`${site.url}/create`)
      await page
        .getByLabel(say('composer.input.topic'))
        .fill('Approvals slow logistics teams more than old software does')
      await page.getByRole('button', { name: say('composer.generate.linkedin') }).click()
      const draft = page
        .getByRole('region', { name: say('composer.drafts') })
        .getByRole('article')
        .first()
      await lose()
      await draft.getByRole('button', { name: say('posts.postNow') }).click()
      await expect(toast).toContainText(language === 'ar' ? 'لم يصل تأكيد النشر' : 'Not confirmed', {
        timeout: ASKED_MS,
      })
      await expect(page.getByText(say('composer.posting.posted'))).toHaveCount(0)
      await page.screenshot({ path: `${PICTURES}/mend-desk-${language}.png` })
    })

    test(`what was refused and may be live once it is sent again is not called unpublished (${language})`, async ({
      page,
      site,
    }) => {
      const say = await texts(language)
      const layla = await new Person(site.url).register()
      await layla.connect('linkedin')
      await layla.call('PATCH /api/user', { body: { preferredLanguage: language } })
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

      const login = { email: layla.user?.email, password: layla.password }
      expect((await page.request.post(`${site.url}/api/login`, { data: login })).status()).toBe(200)
      await page.goto(site.url)
      await page.getByRole('button', { name: say('posts.postNow') }).click()
      const toast = page.getByRole('region', { name: /F8/ }).getByRole('listitem')
      await expect(toast).toContainText(language === 'ar' ? 'غير مؤكد' : 'Not confirmed', { timeout: ASKED_MS })
    })
  })
}
