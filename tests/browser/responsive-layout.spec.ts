import type { Page } from '@playwright/test'
import { SCREENS } from '../screens/screens.ts'
import { OVERLAY, Stage } from '../screens/stage.ts'
import { byDepth, DEPTH } from '../support/depth.ts'
import { expect, expectAccessible, forBoth, LOCALES, test } from './browser-test.ts'

const WIDTHS = byDepth({ gate: [390, 1280], all: [320, 390, 640, 768, 1024, 1100, 1280, 1440] })

/** The number of parallel parts of the test. Neighbouring screens stay in one part, because they share users. */
const PARTS = byDepth({ gate: 1, all: 8 })

/** Per screen, the states whose layout differs from the others. Unlisted screens run all their states. */
const STATES: Record<string, readonly string[]> = {
  faq: ['opened'],
  // The terms of service have the same layout as the privacy policy.
  'terms-of-service': [],
  'data-deletion': ['unknown', 'done'],
  auth: ['sign-in', 'code', 'google-refused', 'own-provider-refused'],
  'reset-password': ['asked'],
  'confirm-email': ['asked'],
  dashboard: ['empty', 'full', 'trouble', 'review', 'sending', 'newer', 'install-offered', 'expired'],
  calendar: ['full', 'drafts', 'week', 'hijri'],
  day: ['trouble'],
  'add-post': ['too-long'],
  notifications: ['full'],
  // The pull-to-refresh indicator covers the page, so its layout is not checked.
  pulled: [],
  palette: ['opened'],
  edit: ['unbroken', 'time'],
  'post-all': ['asked'],
  reschedule: ['planned'],
  import: ['rows'],
  slots: ['chosen', 'adding'],
  remove: ['planned', 'live'],
  timeline: ['failed'],
  unconfirmed: ['asked'],
  accounts: ['trouble', 'not-connected'],
  profile: ['long-name'],
  'change-email': ['waiting', 'asked'],
  // Skip the page that opens when the user cancels an account deletion. Its layout is that of the page for a changed
  // email address.
  'keep-account': [],
  analytics: ['empty', 'full', 'table', 'other', 'day'],
  security: ['two-factor', 'export-under-way', 'export-ready'],
  'two-factor': ['set-up', 'codes'],
  ask: ['talk', 'editing', 'list', 'offline'],
  create: ['drafts', 'both-languages', 'editing', 'photos', 'claims', 'professional-chosen', 'versions', 'outcomes'],
  voice: ['set', 'refused'],
  admin: ['denied', 'people', 'suspended'],
  developers: ['full', 'ended', 'new-key'],
  review: ['posts', 'decision', 'locked'],
  'review-links': ['new', 'day'],
  settings: ['full', 'limits', 'refused', 'not-loaded'],
}

/** The gate (`npm test`) checks only one state of each of these screens. */
const GATE_STATES: Record<string, string> = {
  landing: 'visitor',
  auth: 'sign-in',
  dashboard: 'full',
  calendar: 'full',
  edit: 'time',
  accounts: 'trouble',
  profile: 'full',
  analytics: 'full',
  ask: 'talk',
  create: 'drafts',
  admin: 'people',
  settings: 'full',
}

const CHECKED_FOR_ACCESSIBILITY = new Set(['landing', 'auth', 'dashboard', 'calendar', 'create', 'settings'])

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], ownServer: {} })

    for (let part = 0; part < PARTS; part++) {
      test(`shows no overflowing, cut or covered content at any width (${language}, ${part + 1} of ${PARTS})`, async ({
        page,
        site,
      }) => {
        const stage = await Stage.open(page, site, language)
        const screens = Object.entries(SCREENS)
        const from = (of: number) => Math.floor((screens.length * of) / PARTS)
        for (const [screen, states] of screens.slice(from(part), from(part + 1))) {
          for (const [state, bring] of Object.entries(states)) {
            if (byDepth({ gate: GATE_STATES[screen] !== state, all: !(STATES[screen]?.includes(state) ?? true) }))
              continue
            await bring(stage)
            await fits(page, `${screen} ${state}`)
            // With `npm run test:all`, accessibility.spec.ts checks every page.
            if (DEPTH === 'gate' && CHECKED_FOR_ACCESSIBILITY.has(screen)) await expectAccessible(page)
          }
        }
      })
    }
  })
})

/** Checks the page's layout at every width. An overlay may cover the page's bars. */
async function fits(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const faults = await page.evaluate(async (overlay) => {
      // Wait until media and container queries apply.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const root = document.documentElement
      const found: string[] = []
      const name = (one: Element) =>
        `<${one.localName}> ${(one.textContent || one.getAttribute('aria-label') || '').trim().slice(0, 40)}`
      if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} px wide`)
      // Skip elements that `content-visibility` has not rendered, because they have no layout yet.
      const isShown = (one: Element) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
      for (const one of document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p')) {
        const { left, right, width: own } = one.getBoundingClientRect()
        if (own === 0 || !isShown(one) || one.closest('[inert], [aria-hidden=true], [class*=overflow-x-auto]')) continue
        if ((left < -1 || right > root.clientWidth + 1) && own > 1) found.push(`beyond the edge: ${name(one)}`)
      }
      for (const one of [...document.querySelectorAll('select')].filter(isShown)) {
        const { textOverflow, paddingInlineStart, paddingInlineEnd } = getComputedStyle(one)
        const room = one.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
        const range = new OffscreenCanvas(1, 1).getContext('2d')!
        range.font = getComputedStyle(one).font
        const shown = one.selectedOptions[0]?.label ?? ''
        if (range.measureText(shown).width > room + 1 && textOverflow !== 'ellipsis') found.push(`cut: ${shown}`)
      }
      const panels = document.querySelectorAll(overlay)
      for (const one of panels) {
        const { top, left, right, bottom } = one.getBoundingClientRect()
        if (top < -1 || left < -1 || right > root.clientWidth + 1 || bottom > innerHeight + 1)
          found.push(`beyond the window: ${name(one)}`)
        if (one.scrollWidth > one.clientWidth) found.push(`wider than its panel: ${name(one)}`)
      }
      const main = document.querySelector('main')
      if (panels.length > 0 || !main) return found

      // Bars at the top and bottom and columns at the side, which stay in place while the page scrolls.
      // The line about published posts covers the page for eight seconds.
      const stays = [
        ...document.querySelectorAll('header, nav, main *, main ~ *, :has(~ main):not([data-live-line])'),
      ].filter((one) => /sticky|fixed/.test(getComputedStyle(one).position) && one.clientHeight > 0 && isShown(one))
      const below = stays.filter((one) => {
        const { position, bottom } = getComputedStyle(one)
        return position === 'sticky' ? bottom !== 'auto' : one.getBoundingClientRect().top > innerHeight / 2
      })
      const above = stays.filter((one) => !below.includes(one) && !main.contains(one))
      const beside = stays.filter((one) => !below.includes(one) && main.contains(one))
      const content = [...main.querySelectorAll('a, button, input, select, textarea, h1, h2, p')].filter(
        (one) => one.clientHeight > 0 && isShown(one) && !below.some((bar) => bar.contains(one)),
      )
      const isUnder = (one: Element, bar: Element) => {
        const [box, other] = [one.getBoundingClientRect(), bar.getBoundingClientRect()]
        const isBeside = box.right <= other.left + 1 || box.left >= other.right - 1
        // Content that has scrolled out of view at the top does not count as covered.
        return !isBeside && box.bottom > Math.max(0, other.top + 1) && box.top < other.bottom - 1
      }
      const report = (where: string, things: readonly Element[], bars: readonly Element[]) => {
        for (const one of things)
          if (bars.some((bar) => isUnder(one, bar))) found.push(`under the bar ${where}: ${name(one)}`)
      }
      scrollTo(0, 0)
      report('above, at the beginning', content, above)
      for (const end of [root.scrollHeight / 2, root.scrollHeight]) {
        scrollTo(0, end)
        // Ignore a sticky column at the end of its container, where it scrolls away.
        const isEnding = ({ parentElement }: Element) =>
          parentElement!.getBoundingClientRect().bottom < innerHeight - 80
        report(
          'above, in the middle',
          beside.filter((one) => !isEnding(one)),
          above,
        )
      }
      // Scroll the page and every scrollable element in it to the end.
      for (const one of main.querySelectorAll('[class*=overflow-y-auto]')) one.scrollTop = one.scrollHeight
      report('below, at the end', content, below)
      for (const one of main.querySelectorAll('[class*=overflow-y-auto]')) one.scrollTop = 0
      scrollTo(0, 0)
      return found
    }, OVERLAY)
    expect.soft(faults, `${what} at ${width}`).toEqual([])
  }
}
