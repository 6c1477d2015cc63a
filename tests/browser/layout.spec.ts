import type { Page } from '@playwright/test'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { expect, giveUpAnswer, LOCALES, signIn, test, texts } from './journey.ts'

const WIDTHS = [320, 390, 640, 768, 1024, 1100, 1280, 1440]
/** One word that no line can hold, and an address of the kind that people paste. */
const LONG = `${'Donaudampfschifffahrtsgesellschaft'.repeat(3)} https://news.example/2026/11/22/${'a-very-long-path-'.repeat(8)}`

for (const language of ['en', 'ar'] as const) {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], reducedMotion: 'reduce', own: {} })

    test(`nothing overflows, is cut, or lies under a bar, at any width (${language})`, async ({ page, site }) => {
      const say = await texts(language)
      for (const path of ['/auth', '/reset-password?token=used', '/confirm-email?token=x', '/nowhere']) {
        await page.goto(site.url + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await fits(page, path)
      }

      const layla = await signIn(page, site, language)
      await page.goto(site.url)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await fits(page, 'an empty dashboard')

      for (const platform of PLATFORMS) await layla.connect(platform)
      await layla.schedule({ platform: 'threads', content: LONG, at: new Date(Date.now() + 3_600_000) })
      await layla.schedule({ platform: 'facebook', content: 'One of tomorrow', at: new Date(Date.now() + 90_000_000) })
      await site.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'status', status: 403, body: {} })
      const publish = { content: `Refused. ${LONG}`.slice(0, 200), platform: 'twitter', status: 'published' } as const
      expect((await layla.call('POST /api/posts', { body: publish })).status).toBe('failed')
      await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
      const body = { content: LONG, platform: 'linkedin', status: 'published' } as const
      const [unconfirmed] = await Promise.all([layla.call('POST /api/posts', { body }), giveUpAnswer(site, layla)])
      for (const path of ['/', '/social-accounts', `/unconfirmed/${unconfirmed.id}`]) {
        await page.goto(site.url + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await fits(page, path)
      }

      await page.goto(site.url)
      await page
        .getByRole('listitem')
        .filter({ hasText: 'One of tomorrow' })
        .last()
        .getByRole('button', { name: say('posts.edit') })
        .click()
      await page.getByRole('dialog').waitFor()
      await fits(page, 'the edit dialog', { isOverlaid: true })

      await page.goto(`${site.url}/create`)
      await page.getByLabel(say('composer.input.topic')).fill(LONG)
      for (const box of await page.locator('fieldset').getByRole('checkbox').all()) await box.check({ force: true })
      await page.getByRole('button', { name: say('composer.generate.all') }).click()
      await expect(page.getByRole('article')).toHaveCount(PLATFORMS.length)
      await fits(page, 'five drafts')
      // All of the input, from its title to the photos, on a laptop's screen and on a tablet's.
      for (const [width, height] of [
        [1280, 900],
        [1024, 768],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
        await expect(page.getByRole('button', { name: say('composer.media.add') })).toBeInViewport({ ratio: 1 })
      }
      const draft = page.getByRole('article').first()
      await draft.getByRole('button', { name: say('posts.edit') }).click()
      await fits(page, 'a draft that is edited')
    })
  })
}

/** Looks at a page as it stands, at every width; what opens over a page covers its bars. */
async function fits(page: Page, what: string, { isOverlaid = false } = {}): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const faults = await page.evaluate(async (overlaid) => {
      // Media queries have been heard, and containers measured.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const root = document.documentElement
      const found: string[] = []
      const name = (one: Element) =>
        `<${one.localName}> ${(one.textContent || one.getAttribute('aria-label') || '').trim().slice(0, 40)}`
      if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} px wide`)
      const isShown = (one: Element) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      for (const one of document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p')) {
        const { left, right, width: own } = one.getBoundingClientRect()
        if (own === 0 || !isShown(one) || one.closest('[inert], [aria-hidden=true], [class*=overflow-x-auto]')) continue
        if ((left < -1 || right > root.clientWidth + 1) && own > 1) found.push(`beyond the edge: ${name(one)}`)
      }
      for (const one of document.querySelectorAll('select')) {
        const { textOverflow, paddingInlineStart, paddingInlineEnd } = getComputedStyle(one)
        const room = one.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
        const range = new OffscreenCanvas(1, 1).getContext('2d')!
        range.font = getComputedStyle(one).font
        const shown = one.selectedOptions[0]?.label ?? ''
        if (range.measureText(shown).width > room + 1 && textOverflow !== 'ellipsis') found.push(`cut: ${shown}`)
      }
      scrollTo(0, root.scrollHeight)
      const bar = [...document.querySelectorAll('nav')].find(
        (one) => getComputedStyle(one).position === 'fixed' && isShown(one),
      )
      const main = document.querySelector('main')
      if (!overlaid && bar && main) {
        const top = bar.getBoundingClientRect().top
        for (const one of main.querySelectorAll('a, button, input, select, textarea, p')) {
          const { bottom, height } = one.getBoundingClientRect()
          const isFixed = one.closest('[class*=fixed], [class*=sticky]')
          if (height > 0 && isShown(one) && !isFixed && bottom > top + 1) found.push(`under the bar: ${name(one)}`)
        }
      }
      scrollTo(0, 0)
      return found
    }, isOverlaid)
    expect.soft(faults, `${what} at ${width}`).toEqual([])
  }
}
