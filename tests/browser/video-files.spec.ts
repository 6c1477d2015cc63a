import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { filmFile } from '../support/films.ts'
import { videoFile } from '../support/videos.ts'
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
const PART_BYTES = 4 * 1024 * 1024
/** A video file of four upload parts, filmed upright and too long for X. */
const FILE = {
  name: 'pond.mp4',
  mimeType: 'video/mp4',
  buffer: videoFile({ seconds: 150, width: 720, height: 1280, sizeBytes: 3.5 * PART_BYTES }),
}

async function openVideos(
  page: Page,
  t: Awaited<ReturnType<typeof translator>>,
  button: 'add' | 'change' = 'add',
): Promise<void> {
  await page.getByRole('button', { name: t(`composer.media.${button}`) }).click()
  await page.getByRole('tab', { name: t('composer.media.videos') }).click()
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 }, ownServer: {} })

    test(`continues a video's upload after lost connections and a reload, explains X's limits, and publishes the video (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language, 'linkedin', 'twitter')
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
      await chooseNetworks(page, 'LinkedIn')
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      await expect(page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')).toHaveCount(1)

      // The connection breaks at the second part, and the page reloads during the third.
      let sent = 0
      await page.route('**/api/videos/*/parts', async (route) => {
        sent++
        if (sent === 2) return await route.abort()
        if (sent <= 3) await route.continue()
      })
      await openVideos(page, t)
      await page.locator('input[type=file]').last().setInputFiles(FILE)
      const row = page.getByRole('list', { name: t('video.file') }).getByRole('listitem')
      await expect(row.getByRole('progressbar')).toBeVisible()
      await expect.poll(() => sent).toBe(4)
      await screenshot(page, `video-upload-${language}`)
      // The reload cancels the paused part. Keep the route until then, because the part could still arrive before the
      // reload.
      await page.reload()
      await page.unrouteAll()

      await openVideos(page, t, 'change')
      await expect(row.getByText(t('video.cutOff'))).toBeVisible()
      const [begun] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/api/videos')),
        page.locator('input[type=file]').last().setInputFiles(FILE),
      ])
      expect(await begun.json()).toMatchObject({ offset: 2 * PART_BYTES })
      await expect(row.getByLabel(t('video.description'))).toBeVisible({ timeout: 30_000 })
      await expect(row).toHaveCount(1)

      // The preview plays the video. X refuses its length, and LinkedIn accepts it.
      const video = page.getByRole('region', { name: t('composer.drafts') }).locator('video')
      await expect(video).toHaveAttribute('src', /\/media\/[\da-f-]{36}\/video$/)
      await togglePostTo(page, 'X')
      await expect(page.getByText(/140|١٤٠/).first()).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `video-refused-${language}`)
      await togglePostTo(page, 'X')

      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect(page.getByRole('main').locator('[data-state=published]')).toContainText('LinkedIn', {
        timeout: 30_000,
      })
      const [post] = await site.simulator.posts('linkedin')
      expect(post?.media).toMatchObject([{ type: 'video', sizeBytes: FILE.buffer.byteLength }])
    })
  })
})

const CAPTIONS = {
  en: '1\n00:00:00,500 --> 00:00:02,000\nForty frogs\n',
  ar: 'WEBVTT\n\n00:00.500 --> 00:02.000\nأربعون ضفدعًا\n',
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 }, ownServer: {} })

    test(`chooses a frame as the cover of a video, adds captions, and publishes both (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const body = {
        status: 'draft',
        platform: 'linkedin',
        contentLanguage: language,
        content: TOPICS[language],
      } as const
      const { id } = await layla.call('POST /api/posts', { body })
      await page.goto(`${site.url}/create?draft=${id}`)
      await openVideos(page, t)
      // Pad the film, because LinkedIn accepts no smaller files.
      const buffer = await filmFile(['#ff0000', '#ff0000', '#0000ff', '#0000ff'], { sizeBytes: 100_000 })
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ ...FILE, buffer })
      const row = page.getByRole('list', { name: t('video.file') }).getByRole('listitem')

      const cover = row.getByRole('region', { name: t('video.cover') })
      await cover.getByRole('button', { name: t('video.chooseCover') }).click()
      const frame = cover.getByRole('slider', { name: t('video.frame') })
      await frame.press('End')
      for (let step = 0; step < 5; step++) await frame.press('ArrowLeft')
      await expectAccessible(page)
      await screenshot(page, `video-cover-${language}`)
      await cover.getByRole('button', { name: t('video.useFrame') }).click()
      await expect(cover.getByRole('button', { name: t('video.changeCover') })).toBeVisible()
      await expect(frame).toHaveCount(0)

      const captions = row.getByRole('region', { name: t('video.captions') })
      await captions.getByLabel(t('video.captionsFile')).setInputFiles({
        name: language === 'en' ? 'pond.srt' : 'pond.vtt',
        mimeType: 'text/plain',
        buffer: Buffer.from(CAPTIONS[language]),
      })
      await expect(captions.getByRole('button', { name: t('video.removeCaptions') })).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `video-captions-${language}`)

      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect(page.getByRole('main').locator('[data-state=published]')).toContainText('LinkedIn', {
        timeout: 30_000,
      })
      const [post] = await site.simulator.posts('linkedin')
      expect(post?.media[0]?.captions?.text).toContain(language === 'en' ? 'Forty frogs' : 'أربعون ضفدعًا')
      expect(post?.media[0]?.captions?.language).toBe(language.toUpperCase())
      const picture = await fetch(`${site.simulator.url}/media/${post?.media[0]?.cover}`)
      const { channels } = await sharp(Buffer.from(await picture.arrayBuffer())).stats()
      expect(channels[2]?.mean).toBeGreaterThan(2 * (channels[0]?.mean ?? 255))
    })
  })
})

test('explains why a video file is rejected before its upload', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  await openVideos(page, t)
  let requests = 0
  await page.route('**/api/videos**', async (route) => {
    requests++
    await route.continue()
  })
  const input = page.locator('input[type=file]').last()
  await input.setInputFiles({ ...FILE, buffer: Buffer.from('words '.repeat(10_000)) })
  await expect(page.getByText(t('video.problem_type'))).toBeVisible()
  await page.getByRole('button', { name: t('video.removeFile') }).click()
  await input.setInputFiles({ ...FILE, buffer: FILE.buffer.subarray(0, 500_000) })
  await expect(page.getByText(t('video.problem_damaged'))).toBeVisible()
  expect(requests).toBe(0)
})
