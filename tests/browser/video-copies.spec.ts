import { fakeFfmpeg } from '../support/fake-ffmpeg.ts'
import { uploadVideo, videoFile } from '../support/videos.ts'
import { expect, expectAccessible, forBoth, LOCALES, screenshot, signIn, test, translator } from './browser-test.ts'

const SECONDS = 12
/** A phone's video, whose codec (HEVC) X refuses. */
const FILE = {
  name: 'pond.mov',
  mimeType: 'video/quicktime',
  buffer: videoFile({ seconds: SECONDS, codec: 'hvc1', brand: 'qt  ', width: 1080, height: 1920, sizeBytes: 900_000 }),
}
const COPY = videoFile({ seconds: SECONDS, width: 1080, height: 1920, sizeBytes: 700_000 })
const CONTENT = { en: 'Forty frogs are back.', ar: 'عادت أربعون ضفدعًا.' }

const ffmpeg = fakeFfmpeg()
test.afterAll(() => ffmpeg[Symbol.dispose]())

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width: 1280, height: 900 },
      ownServer: { environment: ffmpeg.environment },
    })

    test(`converts a refused video for X, undoes and repeats this, and publishes the result (${language})`, async ({
      page,
      site,
    }) => {
      ffmpeg.makes(COPY)
      ffmpeg.close()
      const before = ffmpeg.runs()
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'twitter')
      const body = {
        status: 'draft',
        platform: 'twitter',
        contentLanguage: language,
        content: CONTENT[language],
      } as const
      const { id } = await layla.call('POST /api/posts', { body })
      await page.goto(`${site.url}/create?draft=${id}`)
      await page.getByRole('button', { name: t('composer.media.add') }).click()
      await page.getByRole('tab', { name: t('composer.media.videos') }).click()
      await page.locator('input[type=file]').last().setInputFiles(FILE)

      const draft = page.getByRole('article')
      const refusal = draft.getByText(t('posts.issues.videoCodec', { platform: 'X' })).first()
      const offer = draft.getByRole('region', { name: t('video.copy.title') })
      const make = offer.getByRole('button', { name: t('video.copy.make') })
      await expect(refusal).toBeVisible()
      await expect(make).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `video-copy-offer-${language}`)

      await make.click()
      await expect(offer.getByRole('progressbar')).toHaveAttribute('value', '50')
      await expectAccessible(page)
      await screenshot(page, `video-copy-progress-${language}`)
      ffmpeg.open()
      await expect(refusal).toBeHidden({ timeout: 30_000 })
      await expect(offer).toHaveCount(0)

      await page.getByRole('button', { name: t('video.copy.undo') }).click()
      await expect(refusal).toBeVisible()
      // The converted video exists already, so Frogy does not convert again.
      await make.click()
      await expect(refusal).toBeHidden()
      expect(ffmpeg.runs() - before).toBe(1)

      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect(page.getByRole('main').locator('[data-state=published]')).toContainText('X', { timeout: 30_000 })
      const [post] = await site.simulator.posts('twitter')
      expect(post?.media).toMatchObject([{ type: 'video', sizeBytes: COPY.byteLength }])
    })

    test(`keeps a converted video in its thread part despite a late response about its original (${language})`, async ({
      page,
      site,
    }) => {
      ffmpeg.makes(COPY)
      ffmpeg.open()
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'twitter')
      const video = await uploadVideo(layla, FILE.buffer, FILE.name)
      const contents = [CONTENT[language], '2']
      const { id } = await layla.call('POST /api/posts', {
        body: {
          status: 'draft',
          platform: 'twitter',
          contentLanguage: language,
          content: contents[0],
          parts: [{ content: contents[0] ?? '' }, { content: contents[1] ?? '', imageIds: [video] }],
        },
      })
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(`**/api/images/${video}`, async (route) => {
        const response = await route.fetch()
        await released
        await route.fulfill({ response })
      })
      await page.goto(`${site.url}/create?draft=${id}`)
      await page.getByRole('button', { name: t('composer.media.change') }).click()
      await page.getByRole('tab', { name: t('composer.media.videos') }).click()
      const saving = page.waitForRequest(`**/api/images/${video}`)
      await page.getByLabel(t('video.description')).fill('Frogs')
      await saving

      const draft = page.getByRole('article')
      const refusal = draft.getByText(t('posts.issues.videoCodec', { platform: 'X' })).first()
      await draft.getByRole('button', { name: t('video.copy.make') }).click()
      await expect(refusal).toBeHidden({ timeout: 30_000 })
      const answered = page.waitForResponse(`**/api/images/${video}`)
      release()
      await answered
      const stored = async () => (await layla.read({ id })).parts?.map(({ images }) => images.length)
      await expect.poll(stored).toEqual([0, 1])
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect(page.getByRole('main').locator('[data-state=published]')).toContainText('X', { timeout: 30_000 })
      const media = async () => (await site.simulator.posts('twitter')).slice(-2).map((post) => post.media)
      await expect.poll(media).toMatchObject([[], [{ type: 'video', sizeBytes: COPY.byteLength, altText: 'Frogs' }]])
    })
  })
})
