import type { Page } from '@playwright/test'
import { expect, forBoth, screenshot, signIn, test, translator } from './browser-test.ts'

/** Holds the page's requests. Returns a function that lets them continue. */
async function hold(page: Page, requests: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(requests, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Opens a page whose scripts wait. Returns a function that lets them load. */
async function openWithoutScripts(page: Page, url: string): Promise<() => void> {
  const wake = await hold(page, /assets\/.*\.js/)
  await page.goto(url, { waitUntil: 'commit' })
  // The page stays hidden until its styles arrive, which come after the HTML.
  await expect(page.locator('body')).toHaveCSS('margin-top', '0px')
  await page.evaluate(() => document.fonts.ready)
  return wake
}

/** Returns the position and size of each visible element that matches one of these selectors. */
const placesOf = (page: Page, lines: readonly string[]) =>
  Promise.all(
    lines.map(async (line) => ({
      line,
      places: await page.locator(`${line}:visible`).evaluateAll((found) =>
        found.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [x, y, width, height].map((length) => Math.round(length * 10) / 10)
        }),
      ),
    })),
  )

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

const PAGES = {
  create: ['h1', '[role=tab]', 'textarea', 'form select', 'button[type=submit]', 'nav a', 'header a'],
  schedule: ['h1', 'button[aria-controls]', '[data-day]', 'th', 'h2', 'nav a', 'header a'],
}

forBoth({ gate: 'ar' }, (language) => {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(() => {
      test.use({ viewport })
      for (const [path, lines] of Object.entries(PAGES)) {
        test(`shows /${path} before the app loads, and does not move its content then (${size}, ${language})`, async ({
          page,
          site,
        }) => {
          const layla = await signIn(page, site, language, 'linkedin')
          await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
          // Hold back the posts, because they may move the lines below them.
          const answer = await hold(page, /\/api\/posts/)
          const wake = await openWithoutScripts(page, `${site.url}/${path}`)
          await expect(page.locator('#opening h1')).toBeVisible()
          const [title, painted] = [await page.locator('h1').innerText(), await placesOf(page, lines)]
          await screenshot(page, `opening-${path}-${size}-${language}-before`)
          wake()
          await expect(page.locator('#opening')).toHaveCount(0)
          await screenshot(page, `opening-${path}-${size}-${language}-after`)
          expect(await page.locator('h1').innerText()).toBe(title)
          expect(await placesOf(page, lines)).toEqual(painted)
          answer()
        })
      }
    })
  }
})

test('shows only the navigation before the app loads if a draft is stored or the URL has a time', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
  const barsOnly = async (query = '') => {
    const wake = await openWithoutScripts(page, `${site.url}/create${query}`)
    await expect(page.locator('#opening header')).toBeVisible()
    await expect(page.locator('#opening textarea:visible')).toHaveCount(0)
    wake()
    await page.unrouteAll({ behavior: 'wait' })
  }
  await barsOnly(`?at=${encodeURIComponent(new Date(Date.now() + 86_400_000).toISOString())}`)
  const topic = page.getByLabel(t('composer.input.topic'))
  await topic.fill('Night buses')
  await page.reload()
  await expect(topic).toHaveValue('Night buses')
  await barsOnly()

  // A form that the user has emptied opens like a new one.
  await topic.fill('')
  await page.goto('about:blank')
  const wake = await openWithoutScripts(page, `${site.url}/create`)
  await expect(page.locator('#opening textarea').first()).toBeVisible()
  wake()
  await expect(topic).toHaveValue('')
})
