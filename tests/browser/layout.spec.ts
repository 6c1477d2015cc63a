import type { Page } from '@playwright/test'
import { SCREENS } from '../screens/screens.ts'
import { OVERLAY, Stage } from '../screens/stage.ts'
import { expect, LOCALES, test } from './journey.ts'

const WIDTHS = [320, 390, 640, 768, 1024, 1100, 1280, 1440]
/** What opens over a page is a sheet on a phone and has one width on others. */
const WIDTHS_OF_OVERLAYS = [320, 390, 1024, 1280]

/** They are gone through beside each other. */
const PARTS = 5

/** Of these screens, the states that have a layout of their own; of all others, every state. */
const STATES: Record<string, readonly string[]> = {
  auth: ['sign-in', 'code', 'google-refused'],
  'reset-password': ['asked'],
  'confirm-email': ['asked'],
  dashboard: ['empty', 'full', 'trouble', 'review', 'newer', 'install-offered'],
  calendar: ['full', 'drafts', 'week', 'hijri'],
  day: ['trouble'],
  'add-post': ['too-long'],
  notifications: ['full'],
  // Its sign passes over the page.
  pulled: [],
  edit: ['unbroken', 'time'],
  'post-all': ['asked'],
  reschedule: ['planned'],
  import: ['rows'],
  slots: ['chosen', 'adding'],
  remove: ['planned', 'live'],
  timeline: ['failed'],
  unconfirmed: ['asked'],
  accounts: ['trouble'],
  analytics: ['empty', 'full', 'table', 'other'],
  security: ['two-factor', 'export-under-way', 'export-ready'],
  'two-factor': ['set-up', 'codes'],
  ask: ['talk', 'editing', 'list', 'offline'],
  create: ['drafts', 'editing'],
  voice: ['set', 'refused'],
  settings: ['full', 'refused', 'not-loaded'],
}

for (const language of ['en', 'ar'] as const) {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], reducedMotion: 'reduce', own: {} })

    for (let part = 0; part < PARTS; part++) {
      test(`nothing overflows, is cut, or lies under a bar, at any width (${language}, ${part + 1} of ${PARTS})`, async ({
        page,
        site,
      }) => {
        const stage = await Stage.open(page, site, language)
        for (const [screen, states] of Object.entries(SCREENS).filter((_, index) => index % PARTS === part)) {
          for (const [state, bring] of Object.entries(states)) {
            if (STATES[screen] && !STATES[screen].includes(state)) continue
            await bring(stage)
            await fits(page, `${screen} ${state}`)
          }
        }
      })
    }
  })
}

/** Looks at a page as it stands, at every width; what opens over a page covers its bars. */
async function fits(page: Page, what: string): Promise<void> {
  const isOverlaid = (await page.locator(OVERLAY).count()) > 0
  for (const width of isOverlaid ? WIDTHS_OF_OVERLAYS : WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const faults = await page.evaluate(async (overlay) => {
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
      for (const one of document.querySelectorAll(overlay)) {
        const { top, left, right, bottom } = one.getBoundingClientRect()
        if (top < -1 || left < -1 || right > root.clientWidth + 1 || bottom > innerHeight + 1)
          found.push(`beyond the window: ${name(one)}`)
        if (one.scrollWidth > one.clientWidth) found.push(`wider than its panel: ${name(one)}`)
      }
      scrollTo(0, root.scrollHeight)
      const bar = [...document.querySelectorAll('nav')].find(
        (one) => getComputedStyle(one).position === 'fixed' && isShown(one),
      )
      const main = document.querySelector('main')
      if (!document.querySelector(overlay) && bar && main) {
        const top = bar.getBoundingClientRect().top
        for (const one of main.querySelectorAll('a, button, input, select, textarea, p')) {
          const { bottom, height } = one.getBoundingClientRect()
          const isFixed = one.closest('[class*=fixed], [class*=sticky]')
          if (height > 0 && isShown(one) && !isFixed && bottom > top + 1) found.push(`under the bar: ${name(one)}`)
        }
      }
      scrollTo(0, 0)
      return found
    }, OVERLAY)
    expect.soft(faults, `${what} at ${width}`).toEqual([])
  }
}
