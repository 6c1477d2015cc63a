import type { Locator, Page } from '@playwright/test'
import { expect, forBoth, LOCALES, signIn, test, translator, togglePostTo } from './browser-test.ts'

const WIDTHS = [320, 390, 768, 1024, 1280, 1440]

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] })

    test(`shows a toast at any width without moving content or covering titles and controls (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await layla.schedule({ platform: 'linkedin', content: 'Soon', at: new Date(Date.now() + 86_400_000) })
      const toast = page.locator('[role=region][aria-label*=F8] li')

      await page.goto(`${site.url}/create`)
      await page
        .getByLabel(t('composer.input.topic'))
        .fill(
          'Nine days of approval became two. Four names went off the form. Nobody has missed a single one of them since March.',
        )
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      await page.getByRole('article').waitFor()
      await togglePostTo(page, 'LinkedIn')
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect(toast).toContainText(t('composer.posting.noPlatformsText').source.slice(1, -1))
      await coversNothing(page, toast, 'the composer')
      // The frog smiles, so a toast about a failure shows no frog.
      await expect(toast.locator('img')).toHaveCount(0)

      await page.goto(site.url)
      await page.getByRole('button', { name: t('posts.reschedule') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await page.route('**/api/posts/*', (route) => route.abort())
      await dialog.locator('button[aria-pressed]').first().click()
      await dialog.getByRole('button', { name: t('posts.reschedule') }).click()
      await expect(toast).toBeVisible()
      await coversNothing(page, toast, 'an open dialog', 'dialog')
    })
  })
})

/** Checks at several scroll positions that the toast covers no title or control. */
async function coversNothing(page: Page, toast: Locator, what: string, within = 'body'): Promise<void> {
  // A toast does not disappear while the window has no focus.
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect(toast).toBeVisible()
    const found = await page.evaluate(async (inside) => {
      const faults: string[] = []
      const area = document.querySelector('[role=region][aria-label*=F8]')!
      const isShown = (one: Element) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const root = document.querySelector(inside === 'dialog' ? '[role=dialog]' : 'body')!
      for (const share of [0, 0.3, 1]) {
        scrollTo(0, share * document.documentElement.scrollHeight)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const over = area.querySelector('li')!.getBoundingClientRect()
        const bar = document.querySelector('header')!.getBoundingClientRect()
        // On the narrowest window, the toast has more lines than the header, so it may move the page.
        if (share === 0 && bar.top !== 0 && innerWidth > 320) faults.push(`it has moved the page by ${bar.top} px`)
        if (over.left < -1 || over.right > document.documentElement.clientWidth + 1) faults.push('it is cut itself')
        if (innerWidth >= 1024 && over.top < 4) faults.push('it touches the edge of the window')
        const all = [...root.querySelectorAll('a, button, input, select, textarea, [tabindex="0"], h1, h2')]
        if (inside === 'dialog') all.push(root)
        for (const one of all) {
          if (area.contains(one) || !isShown(one) || one.closest('[inert]')) continue
          const { left, right, top, bottom, width: own } = one.getBoundingClientRect()
          const isBelow =
            left < over.right - 1 && right > over.left + 1 && top < over.bottom - 1 && bottom > over.top + 1
          // Content under the header is already covered, so the toast may overlap it there.
          const isUnderBar =
            !one.closest('header') && inside !== 'dialog' && Math.min(bottom, over.bottom) <= bar.bottom + 1
          if (own > 1 && isBelow && !isUnderBar)
            faults.push(
              `<${one.localName}> ${(one.textContent || one.getAttribute('aria-label') || '').trim().slice(0, 40)}`,
            )
        }
      }
      scrollTo(0, 0)
      return faults
    }, within)
    expect.soft(found, `${what} at ${width}`).toEqual([])
  }
}
