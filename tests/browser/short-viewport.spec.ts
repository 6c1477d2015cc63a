import type { Page } from '@playwright/test'
import { expect, forBoth, LOCALES, signIn, test, translator } from './browser-test.ts'

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    // The size of a 1280 × 1024 window at 400 % zoom.
    test.use({ locale: LOCALES[language], viewport: { width: 320, height: 256 } })

    test(`leaves most of a window that is only 256 px high to scrollable content (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
      for (const hours of [24, 48, 72])
        await layla.schedule({ platform: 'linkedin', content: 'Soon', at: inHours(hours) })
      for (const path of ['/social-accounts', '/', '/create']) {
        await page.goto(site.url + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await leavesMost(page, path)
      }

      await page
        .getByLabel(t('composer.input.topic'))
        .fill(
          'Nine days of approval became two. Four names went off the form. Nobody has missed a single one of them since March.',
        )
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      await page.getByRole('article').waitFor()
      // Close the toast, which may still cover content: it disappears only after some seconds.
      await page.getByRole('button', { name: t('app.close') }).click()
      await leavesMost(page, 'a draft')

      // The links to other pages are at the end of the menu page.
      await page
        .getByRole('link', { name: t('app.nav.menu') })
        .last()
        .click()
      const pages = page.getByRole('navigation', { name: t('menu.pages') })
      await pages.getByText(t('app.nav.accounts')).click()
      await expect(page).toHaveURL(/social-accounts/)

      await page.setViewportSize({ width: 360, height: 780 })
      await hasOneButtonInTheBar(page, t)
    })
  })
})

/** Fails if fixed bars leave too little of the window to scrollable content at any scroll position. */
async function leavesMost(page: Page, what: string): Promise<void> {
  const least = await page.evaluate(async () => {
    let share = 1
    for (const at of [0, 0.25, 0.5, 0.75, 1]) {
      scrollTo(0, at * (document.documentElement.scrollHeight - innerHeight))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const stays = (one: Element | null): boolean =>
        one !== null && (/fixed|sticky/.test(getComputedStyle(one).position) || stays(one.parentElement))
      let free = 0
      for (let y = 0; y < innerHeight; y++) if (!stays(document.elementFromPoint(innerWidth / 2, y))) free += 1
      share = Math.min(share, free / innerHeight)
    }
    scrollTo(0, 0)
    return share
  })
  expect.soft(least, what).toBeGreaterThan(0.75)
}

/** Checks the bottom bar: the names, order and touch targets of its links, and that Create stands out. */
async function hasOneButtonInTheBar(page: Page, t: (path: string) => RegExp): Promise<void> {
  const bar = page.getByRole('navigation', { name: t('app.mainNavigation') })
  const links = bar.getByRole('link')
  const names = ['dashboard', 'schedule', 'create', 'ask', 'menu'] as const
  await expect(links).toHaveText(names.map((name) => t(`app.nav.${name}`)))
  await links.first().focus()
  for (const name of names) {
    const link = bar.getByRole('link', { name: t(`app.nav.${name}`) })
    await expect(link).toBeFocused()
    const { width = 0, height = 0 } = (await link.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Tab')
  }
  const filled = await links.evaluateAll((all) =>
    all.map((link) => getComputedStyle(link.firstElementChild ?? link).backgroundColor !== 'rgba(0, 0, 0, 0)'),
  )
  expect(filled).toEqual(names.map((name) => name === 'create'))
}
