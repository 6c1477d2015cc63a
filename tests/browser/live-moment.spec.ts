import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, forBoth, LOCALES, screenshot, signIn, test, translator } from './browser-test.ts'

// More tests of the line that announces published posts. The main test is in live-line.spec.ts.

declare global {
  /** The animations that have run in the line that announces published posts. */
  var moves: string[]
}

/** Waits until the announcement's entry animation has ended. */
const entered = (line: Locator) =>
  line.evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)))

const lineOf = (page: Page) => page.locator('[data-live-line]')

async function open(page: Page, url: string): Promise<void> {
  await page.clock.install()
  const stream = page.waitForResponse(/api\/events/)
  await page.goto(url)
  await stream
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 }, reducedMotion: 'no-preference' })

    test(`announces posts that are published at the same moment in one line, and marks their cards in the calendar (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin', 'twitter', 'threads')
      await open(page, `${site.url}/schedule?view=week`)
      const card = page.getByRole('main').locator('button [aria-hidden=true]').getByText(t('calendar.live')).first()
      const heading = page.getByRole('heading', { level: 1 })
      const before = await heading.boundingBox()
      for (const platform of ['linkedin', 'twitter', 'threads'] as const)
        await layla.call('POST /api/posts', {
          body: { platform, content: `At once on ${platform}`, status: 'published' },
        })
      const line = lineOf(page)
      await expect(line).toHaveAttribute('aria-label', language === 'ar' ? 'نُشر على ٣ شبكات' : 'Live on 3 networks')
      await expect(line.locator('svg[height="24"]')).toHaveCount(3)
      await expect(line).toHaveCount(1)
      await entered(line)
      const box = await line.boundingBox()
      expect(box).toMatchObject({ height: 48, width: 560 })
      // The announcement is near the window's lower edge, where it covers neither the title nor the buttons of the
      // calendar.
      expect(Math.round(box!.y + box!.height)).toBe(900 - 24)
      expect(await heading.boundingBox()).toEqual(before)
      await expect(card).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `live-${language}`)

      // The announcement stays while the pointer or the focus is on it.
      await line.hover()
      await line.getByRole('button', { name: t('live.view') }).focus()
      await page.mouse.move(5, 600)
      await page.clock.fastForward(20_000)
      await expect(line).toBeVisible()
      await line.getByRole('button', { name: t('app.close') }).click()
      await expect(line).toHaveCount(0)
      await expect(card).toHaveCount(0)
    })

    test(`announces a published post in a line above a phone's bottom navigation, and hides it after the pointer leaves (${language})`, async ({
      page,
      site,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      const layla = await signIn(page, site, language, 'linkedin')
      await open(page, `${site.url}/settings`)
      await layla.call('POST /api/posts', {
        body: { platform: 'linkedin', content: 'From a phone', status: 'published' },
      })
      const line = lineOf(page)
      await expect(line).toBeVisible()
      await entered(line)
      // The announcement stays while the pointer is on it, however long the checks take.
      await line.hover()
      const [box, bar] = [await line.boundingBox(), await page.locator('nav').last().boundingBox()]
      expect(Math.round(bar!.y - box!.y - box!.height)).toBe(12)
      await expectAccessible(page)
      await screenshot(page, `live-phone-${language}`)
      await page.mouse.move(5, 5)
      await page.clock.fastForward(20_000)
      await expect(line).toHaveCount(0)
    })
  })
})

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test.describe(`with motion preference ${reducedMotion}`, () => {
    test.use({ viewport: { width: 1280, height: 900 }, reducedMotion })

    test(`lets the frog jump once when a post is published, unless the user prefers reduced motion (${reducedMotion})`, async ({
      page,
      site,
    }) => {
      const layla = await signIn(page, site, 'en', 'linkedin')
      await page.addInitScript(() => {
        addEventListener('animationstart', ({ animationName, target }) => {
          if ((target as Element).closest('[data-live-line]')) moves.push(animationName)
        })
        globalThis.moves = []
      })
      await open(page, `${site.url}/settings`)
      await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: 'At rest', status: 'published' } })
      const frog = lineOf(page).locator('img')
      await expect(frog).toHaveAttribute('src', /happy/)
      expect(await page.evaluate(() => moves)).toEqual(reducedMotion === 'reduce' ? [] : ['jump', 'rise'])
    })
  })

test('announces a post that was published while the event stream was disconnected', async ({ page, site }) => {
  const layla = await signIn(page, site, 'en', 'linkedin')
  await open(page, `${site.url}/settings`)
  // Send an event first. When the browser reconnects, it sends that event's id.
  await layla.call('PATCH /api/user', { body: { theme: 'light' } })
  await page.context().setOffline(true)
  await layla.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'During the gap', status: 'published' },
  })
  await page.context().setOffline(false)
  await expect(lineOf(page)).toContainText('During the gap')
})
