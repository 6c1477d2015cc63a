import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { LANGUAGES, type Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { testDatabase } from '../support/databases.ts'
import { byDepth } from '../support/depth.ts'
import { freePort } from '../support/free-port.ts'
import type { Person } from '../support/person.ts'
import { startProcess } from '../support/processes.ts'
import { simulatorAt, type SimulatorControl } from '../support/simulator.ts'
import { startFrogy, type Frogy, type StartOptions } from '../support/start-frogy.ts'

export { expect } from '@playwright/test'
export type { Language } from '#core/language.ts'
export { texts } from '../support/interface-texts.ts'
export { giveUpAnswer } from '../support/publishing.ts'

/** A Frogy with its simulator, for one journey through the product after the other. */
export type Site = Frogy

/** How a Frogy is started that one journey has for itself. */
interface Own extends Pick<StartOptions, 'autoConsent' | 'template' | 'vendors'> {
  environment?: Record<string, string>
}

/** Frogy as its owner starts it: a process with the machine's clock and language, and what a password really costs. */
export interface Installed {
  url: string
  simulator: SimulatorControl
}

export const test = base.extend<{ site: Site; installed: Installed; own: Own | undefined }, { shared: Site }>({
  /**
   * Set where a journey needs a Frogy of its own, whose first person is its administrator: one that is started otherwise,
   * whose networks fail, or whose clock is moved. The others share one, each with people of its own.
   */
  own: [undefined, { option: true }],
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what a fixture needs
    async ({}, use) => {
      await using frogy = await startFrogy()
      await use(frogy)
    },
    { scope: 'worker' },
  ],
  /** On no journey does a page hold anything that its policy refuses, or speak with a text that it has not fetched. */
  context: async ({ context }, use) => {
    const refused: string[] = []
    context.on('console', (message) => {
      if (/Content Security Policy|MISSING_MESSAGE/.test(message.text())) refused.push(message.text())
    })
    await use(context)
    expect(refused).toEqual([])
  },
  site: async ({ own, shared }, use) => {
    if (own) {
      await using frogy = await startFrogy(own.environment, own)
      await use(frogy)
    } else {
      await use(shared)
      await shared.simulator.reset()
    }
  },
  installed: async ({ locale }, use) => {
    await using database = await testDatabase()
    const simulatorPort = await freePort()
    // The machine's own language is the person's, as on a computer at home.
    await using frogy = await startProcess({
      DATA_DIR: database.dataDir,
      SIMULATOR_PORT: String(simulatorPort),
      LANG: locale,
    })
    await use({ url: frogy.url, simulator: simulatorAt(`http://127.0.0.1:${simulatorPort}`) })
  },
})

/** Describes browser tests once for both languages. The gate runs them in one of these. */
export function forBoth({ gate }: { gate: Language }, describe: (language: Language) => void): void {
  for (const language of byDepth<readonly Language[]>({ gate: [gate], all: LANGUAGES })) describe(language)
}

export const LOCALES: Record<Language, string> = { en: 'en-US', ar: 'ar-SA' }

/** Somebody with an account, connected to the networks named, who is signed in in this browser and reads this language. */
export async function signIn(page: Page, site: Site, language: Language, ...platforms: Platform[]): Promise<Person> {
  const person = await site.person(...platforms)
  await person.call('PATCH /api/user', { body: { preferredLanguage: language } })
  const data = { email: person.user?.email, password: person.password }
  expect((await page.request.post(`${site.url}/api/login`, { data })).status()).toBe(200)
  return person
}

/** As chosen in the menu, on every page of this browser from now on. */
export async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.context().addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
}

/** For whoever wants to look at what a journey saw, and says so by FROGY_PICTURES=1: a file among the test's results. */
export async function picture(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (process.env.FROGY_PICTURES)
    await page.screenshot({ path: join('test-results', 'pictures', `${name}.png`), ...options })
}

/** Chooses a day and a time in a dialog that asks for them, whichever month is in view. */
export async function chooseTime(
  dialog: Locator,
  say: (path: string) => RegExp,
  date: string,
  time: string,
): Promise<void> {
  const day = dialog.locator(`[data-day="${date}"]`).getByRole('button')
  await dialog.getByRole('grid').waitFor()
  while (!(await day.isVisible())) {
    // In the middle no day is one of the months beside.
    const shown = (await dialog.locator('[data-day]').nth(14).getAttribute('data-day')) ?? ''
    const way = date.slice(0, 7) < shown.slice(0, 7) ? 'picker.previousMonth' : 'picker.nextMonth'
    await dialog.getByRole('button', { name: say(way) }).click()
  }
  await day.click()
  await dialog.getByLabel(say('posts.schedule.time')).fill(time)
}

/** Opens what happened to the first post in trouble: on a phone from a menu, since there is no room in its row. */
export async function openTimeline(page: Page, say: (path: string) => RegExp): Promise<void> {
  const causes = page.locator('#trouble-causes')
  const inRow = causes.getByRole('button', { name: say('posts.timeline.open') })
  const more = causes.locator('[aria-haspopup=menu]')
  await inRow.or(more).filter({ visible: true }).first().click()
  const item = page.getByRole('menuitem', { name: say('posts.timeline.open') })
  const opened = page.getByRole('dialog')
  await item.or(opened).first().waitFor()
  if (await item.isVisible()) await item.click()
}

/** What moves on its own without an end, or as somebody scrolls, is at rest. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      // What was pressed just now begins to move with the next frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const moving = document
        .getAnimations()
        .filter(
          ({ timeline, effect, playState }) =>
            playState === 'running' &&
            timeline === document.timeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        )
      if (moving.length === 0) return
      await Promise.allSettled(moving.map(({ finished }) => finished))
    }
  })
}

/** As it is for pages: half of what each of them would have to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const LAWS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Those of axe's rules that judge colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Everybody can read and use what is on the page just now, once what moves in has come to rest.
 *
 * @param rules of axe, or sets of them by their names
 */
export async function expectAccessible(page: Page, rules = LAWS): Promise<void> {
  await waitForAnimations(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const faults = await page.evaluate(async (runOnly) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await inPage.run({ runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
  expect(faults, page.url()).toEqual([])
}
