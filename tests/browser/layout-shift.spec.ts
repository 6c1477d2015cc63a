import type { Page } from '@playwright/test'
import {
  allDrafts,
  chooseNetworks,
  expect,
  forBoth,
  LOCALES,
  signIn,
  test,
  TOPICS,
  translator,
  type Language,
  type Site,
} from './browser-test.ts'

declare global {
  var moves: string[]
  var headings: string[]
}

const APPROVE = { en: 'Approve', ar: 'موافقة' }

/** Records which visible content moves up or down without the user's input, and the headings that each page shows. */
async function recordMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.moves = []
    globalThis.headings = []
    // Leaves out text for screen readers alone, which is one pixel high.
    const isThere = ({ height }: DOMRectReadOnly) => height > 1
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as (PerformanceEntry & LayoutShift)[])
        for (const { node, previousRect: from, currentRect: to } of hadRecentInput ? [] : sources)
          if (isThere(from) && isThere(to) && Math.abs(from.y - to.y) >= 1)
            globalThis.moves.push(`${node?.textContent?.slice(0, 40)}: ${from.y} px to ${to.y} px`)
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      const shown = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility())?.textContent
      if (shown && !globalThis.headings.includes(shown)) globalThis.headings.push(shown)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

interface LayoutShift {
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Returns the recorded moves and starts again. Waits until the browser has reported those of the last frame. */
const takeMoves = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return globalThis.moves.splice(0)
  })

/** Signs up a user whose address is not confirmed. The first user of a server is its administrator, who needs no mail. */
async function signUp(page: Page, site: Site, preferredLanguage: Language): Promise<void> {
  await site.person()
  const [email, password] = [`${crypto.randomUUID()}@example.com`, 'nine days of rain']
  const account = { email, password, confirmPassword: password, firstName: 'Layla', lastName: 'Haddad' }
  const response = await page.request.post(`${site.url}/api/register`, { data: { ...account, preferredLanguage } })
  expect(response.status()).toBe(201)
}

/** Holds the requests to this URL until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width: 390, height: 844 },
      ownServer: { autoConsent: false },
    })

    test(`keeps drafts in place on a phone while other drafts arrive and the progress disappears (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await recordMoves(page)
      const writeLinkedin = await hold(page, '**/api/content/generate-linkedin')
      const writeOthers = await hold(page, '**/api/content/generate-others')
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
      await chooseNetworks(page, 'LinkedIn', 'X')
      await page.getByRole('button', { name: t('composer.generate.all') }).click()
      const cancel = page.getByRole('button', { name: t('app.cancel') })
      await expect(page.getByText(t('composer.writing.waiting')).first()).toBeVisible()
      await expect(cancel).toBeInViewport()
      await takeMoves(page)
      writeLinkedin()
      await expect(allDrafts(page)).toHaveCount(1)
      await expect(cancel).toBeVisible()
      writeOthers()
      await expect(allDrafts(page)).toHaveCount(2)
      await expect(cancel).toHaveCount(0)
      await expect(page.getByRole('button', { name: t('composer.input.change') })).toBeVisible()
      await expect(page.getByRole('heading', { name: t('outline.asGiven.title') }).first()).toBeVisible()
      expect(await takeMoves(page)).toEqual([])
    })

    test(`returns from a network to the composer without showing the accounts page (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await signUp(page, site, language)
      await recordMoves(page)
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
      await chooseNetworks(page, 'LinkedIn')
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      const post = page.getByRole('button', { name: t('posts.postNow') })
      await post.click()
      await page
        .getByRole('dialog')
        .getByRole('link', { name: t('cards.connect.action', { platform: 'LinkedIn' }) })
        .click()
      await page.getByRole('button', { name: APPROVE[language] }).click()
      await expect(page).toHaveURL(/\/create/)
      await expect(post).toBeEnabled()
      expect(await page.evaluate(() => globalThis.headings)).toEqual([TOPICS[language]])
      expect(await takeMoves(page)).toEqual([])
    })

    test(`reserves the height of the notice about an unconfirmed address until its code loads (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await signUp(page, site, language)
      // Without the embedded data, the page knows the user only after its code has started.
      await page.route(`${site.url}/schedule`, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/<script[^>]*id="first-answer".*?<\/script>/s, '')
        await route.fulfill({ response, body })
      })
      const load = await hold(page, '**/assets/confirm-notice-*.js')
      await page.goto(`${site.url}/schedule`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const main = page.getByRole('main')
      const before = await main.boundingBox()
      load()
      await expect(page.getByRole('region', { name: t('confirm.notice.title') })).toBeVisible()
      expect((await main.boundingBox())?.y).toBe(before?.y)
    })
  })
})
