import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { LANGUAGES, type Language } from '#core/language.ts'
import { makeTemplates } from '#tests/support/databases.ts'
import { failTwoJobs } from '#tests/support/failed-jobs.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { SCREENS } from '#tests/screens/screens.ts'
import { OVERLAY, Stage } from '#tests/screens/stage.ts'
import playwright from '../playwright.config.ts'
import { headlessChromiumPath } from './chromium.ts'
import { makeContactSheets, type Picture } from './contact-sheets.ts'

// `npm run pictures` takes pictures of every screen in each state, language, theme and width, and arranges them on
// sheets. `npm run pictures -- dashboard create--drafts` takes those of a screen and of one state.

const FOLDER = join(import.meta.dirname, '..', 'pictures')
/** The README's pictures. A run that takes one of these pictures also replaces the README's copy. */
const README_PICTURES: Record<string, string> = {
  'create--drafts--en-light-1280.png': 'create.png',
  'calendar--week-full--ar-light-390.png': 'week-ar-phone.png',
}
const THEMES = ['light', 'dark'] as const
/** The height that is visible without scrolling, in px. */
const HEIGHT = 844
/** The height of the README's picture of a wide window. */
const README_HEIGHT = 900
/** The longest picture in px: longer pages are cut. */
const LONGEST = 3_000
const STATE_TIMEOUT_MS = 60_000

const { positionals: wanted } = parseArgs({ allowPositionals: true })
const all = Object.entries(SCREENS).flatMap(([screen, states]) =>
  Object.entries(states).map(([state, bring]) => ({ screen, state, bring })),
)
const isSelected = (name: string, { screen, state }: (typeof all)[number]) =>
  name === screen || name === `${screen}--${state}`
const unknown = wanted.filter((name) => !all.some((scene) => isSelected(name, scene)))
if (unknown.length > 0) {
  console.error(`There is no screen ${unknown.join(', ')}. There are: ${Object.keys(SCREENS).join(', ')}.`)
  process.exit(1)
}
const scenes = wanted.length === 0 ? all : all.filter((scene) => wanted.some((name) => isSelected(name, scene)))

const from = performance.now()
if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const removeTemplates = await makeTemplates()
const missing: string[] = []
try {
  await using browser = await chromium.launch({
    ...playwright.use?.launchOptions,
    executablePath: headlessChromiumPath(),
  })
  const made = await Promise.all(LANGUAGES.map((language) => takePictures(browser, language)))
  const pictures = made.flat()
  await makeContactSheets(await browser.newPage(), FOLDER, pictures, HEIGHT)
  const seconds = Math.round((performance.now() - from) / 1000)
  console.log(`${pictures.length} pictures of ${scenes.length} states in ${seconds} s: ${join(FOLDER, 'index.html')}`)
} finally {
  await removeTemplates()
}
if (missing.length > 0) {
  console.error(`Not reached: ${missing.join(', ')}`)
  process.exitCode = 1
}

/** Takes pictures of all states in one language, one after the other. Reports failed states and continues. */
async function takePictures(browser: Browser, language: Language): Promise<Picture[]> {
  await using frogy = await startFrogy(
    { METRICS: 'on', CONTACT_EMAIL: 'privacy@example.com' },
    { fill: failTwoJobs, profilePictures: 'reported' },
  )
  await using context = await browser.newContext({
    locale: language === 'ar' ? 'ar-SA' : 'en-US',
    timezoneId: 'Asia/Riyadh',
    reducedMotion: 'reduce',
    // Block service workers, because they would store every file again in each new browser.
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(STATE_TIMEOUT_MS)
  // Follow the system theme, so that the same page can show both themes.
  await context.addInitScript(() => localStorage.setItem('theme', 'system'))
  const page = await context.newPage()
  const stage = await Stage.open(page, frogy, language)
  const pictures: Picture[] = []
  for (const { screen, state, bring } of scenes) {
    try {
      await page.setViewportSize({ width: 1280, height: HEIGHT })
      await inTime(bring(stage))
      pictures.push(
        ...(await takeVariants(page, screen, state, language, async () => {
          await page.setViewportSize({ width: 1280, height: HEIGHT })
          await inTime(bring(stage))
        })),
      )
    } catch (error) {
      missing.push(`${screen} ${state} (${language})`)
      console.error(`Not reached: ${missing.at(-1)}: ${(error as Error).message}`)
    }
  }
  return pictures
}

/** Limits the wait for a state. @throws when an awaited element never appears */
async function inTime(brought: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const late = setTimeout(2 * STATE_TIMEOUT_MS, undefined, { signal, ref: false }).then(() => {
    throw new Error('It did not come about in time')
  })
  try {
    await Promise.race([brought, late])
  } finally {
    over.abort()
    late.catch(() => {})
  }
}

/** Takes pictures of the same page at each width and in both themes. */
async function takeVariants(
  page: Page,
  screen: string,
  state: string,
  language: Language,
  bringAgain: () => Promise<void>,
): Promise<Picture[]> {
  const pictures: Picture[] = []
  const isOverlaid = (await page.locator(OVERLAY).count()) > 0
  // Without focus, toasts stay visible and menus close, so simulate that the window loses focus.
  if (!isOverlaid) await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  for (const width of screen === 'create' ? [390, 1024, 1280] : [390, 1280]) {
    await page.setViewportSize({ width, height: HEIGHT })
    // In a window as high as the page, sticky elements are at the page's edges.
    const height = isOverlaid ? HEIGHT : Math.min(await heightOf(page), LONGEST)
    if (height > HEIGHT) await page.setViewportSize({ width, height })
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      await waitUntilPainted(page)
      // A page without the app's code reads the system theme only on load.
      if ((await page.evaluate(() => document.documentElement.dataset.theme)) !== theme) {
        await bringAgain()
        await page.setViewportSize({ width, height: Math.max(height, HEIGHT) })
        await waitUntilPainted(page)
      }
      const file = `${screen}--${state}--${language}-${theme}-${width}.png`
      // Reduced motion disables animations but keeps scroll effects.
      await page.screenshot({ path: join(FOLDER, file) })
      pictures.push({ screen, state, language, theme, width, file })
      const readmeName = README_PICTURES[file]
      if (readmeName) {
        // Use the window's usual height, so that the picture includes the bar at its foot.
        await page.setViewportSize({ width, height: width < 768 ? HEIGHT : README_HEIGHT })
        await waitUntilPainted(page)
        const visible = sharp(await page.screenshot()).png({ palette: true })
        await visible.toFile(join(import.meta.dirname, '..', 'docs', 'pictures', readmeName))
        await page.setViewportSize({ width, height: Math.max(height, HEIGHT) })
      }
    }
  }
  return pictures
}

async function heightOf(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollHeight)
}

/** Waits until a resize or theme change is drawn, with its fonts and pictures. */
async function waitUntilPainted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    scrollTo(0, 0)
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}
