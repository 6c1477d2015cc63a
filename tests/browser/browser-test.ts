import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { LANGUAGES, type Language } from '#core/language.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { testDatabase } from '../support/databases.ts'
import { byDepth } from '../support/depth.ts'
import { addCost } from '../support/file-costs.ts'
import { freePort } from '../support/free-port.ts'
import { translator } from '../support/interface-texts.ts'
import type { Person } from '../support/person.ts'
import { treeProcessorSeconds } from '../support/processor-seconds.ts'
import { startProcess } from '../support/processes.ts'
import { simulatorAt, type SimulatorControl } from '../support/simulator.ts'
import { startFrogy, type Frogy, type StartOptions } from '../support/start-frogy.ts'

export { expect } from '@playwright/test'
export type { Language } from '#core/language.ts'
export { translator }
export { giveUpAnswer } from '../support/publishing.ts'

/** A running server with its simulator. Several tests share one. */
export type Site = Frogy

/** Options of a server that one test starts for itself. */
interface OwnServerOptions extends Pick<StartOptions, 'autoConsent' | 'cardTimeouts' | 'template' | 'vendors'> {
  environment?: Record<string, string>
}

/**
 * Frogy as an operator starts it: as a process, with the real clock, the machine's language and full password hashing.
 */
interface Installed {
  url: string
  simulator: SimulatorControl
}

export const test = base.extend<
  { site: Site; installed: Installed; ownServer: OwnServerOptions | undefined; measured: void },
  { shared: Site }
>({
  measured: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from this pattern
    async ({}, use, { file }) => {
      const before = treeProcessorSeconds()
      await use()
      addCost(file, treeProcessorSeconds() - before)
    },
    { auto: true },
  ],
  /**
   * Options of a server for one test. Needed for special settings, failing platforms, a moved clock or an
   * administrator. All other tests share one server and create their own users.
   */
  ownServer: [undefined, { option: true }],
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      await using frogy = await startFrogy()
      await use(frogy)
    },
    { scope: 'worker' },
  ],
  /** Fails a test if its page violates the content security policy or lacks a translation. */
  context: async ({ context }, use) => {
    const refused: string[] = []
    context.on('console', (message) => {
      if (/Content Security Policy|MISSING_MESSAGE|FORMATTING_ERROR/.test(message.text())) refused.push(message.text())
    })
    await use(context)
    expect(refused).toEqual([])
  },
  site: async ({ ownServer, shared }, use) => {
    if (ownServer) {
      await using frogy = await startFrogy(ownServer.environment, ownServer)
      await use(frogy)
    } else {
      await use(shared)
      await shared.simulator.reset()
    }
  },
  installed: async ({ locale }, use) => {
    await using database = await testDatabase()
    const simulatorPort = await freePort()
    // The server process runs in the user's language, as on a home computer.
    await using frogy = await startProcess({
      DATA_DIR: database.dataDir,
      SIMULATOR_PORT: String(simulatorPort),
      LANG: locale,
    })
    await use({ url: frogy.url, simulator: simulatorAt(`http://127.0.0.1:${simulatorPort}`) })
  },
})

/** Runs the tests in English and Arabic. `npm test` (the gate) runs them only in the language `gate`. */
export function forBoth({ gate }: { gate: Language }, describe: (language: Language) => void): void {
  for (const language of byDepth<readonly Language[]>({ gate: [gate], all: LANGUAGES })) describe(language)
}

/** Topics that the offline writer makes drafts of. */
export const TOPICS: Record<Language, string> = {
  en: 'We moved the night shift to four days. Sick leave fell by a third within a quarter.',
  ar: 'نقلنا مستودع الدمام إلى مبنى جديد. وانخفض زمن التسليم بمقدار الثلث خلال ربع واحد.',
}

/** Makes a pattern match inside a longer text, by removing its anchors. */
export const within = (whole: RegExp): RegExp => new RegExp(whole.source.slice(1, -1))

export const LOCALES: Record<Language, string> = { en: 'en-US', ar: 'ar-SA' }

/** The paths of the API requests that the page sends from now on. Grows as it sends them. */
export function apiPathsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  return asked
}

/** Creates a user with this language and connected accounts, and signs them in to this browser. */
export async function signIn(page: Page, site: Site, language: Language, ...platforms: Platform[]): Promise<Person> {
  const person = await site.person(...platforms)
  await person.call('PATCH /api/user', { body: { preferredLanguage: language } })
  const data = { email: person.user?.email, password: person.password }
  expect((await page.request.post(`${site.url}/api/login`, { data })).status()).toBe(200)
  return person
}

const NETWORKS = PLATFORMS.map((platform) => rulesOf(platform).name)

/** Selects exactly these networks in the composer, and deselects all others. */
export async function chooseNetworks(page: Page, ...names: string[]): Promise<void> {
  for (const name of NETWORKS) {
    const box = page.getByLabel(name, { exact: true }).first()
    if ((await box.isChecked()) !== names.includes(name)) await box.press('Space')
  }
}

/** Sets the theme for every page of this browser, as the menu does. */
export async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.context().addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
}

/** Takes a screenshot if the environment has FROGY_PICTURES=1. */
export async function screenshot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (process.env.FROGY_PICTURES)
    await page.screenshot({ path: join('test-results', 'pictures', `${name}.png`), ...options })
}

/** Chooses a date and time in a dialog, whichever month its calendar shows at first. */
export async function chooseTime(
  dialog: Locator,
  t: (path: string) => RegExp,
  date: string,
  time: string,
): Promise<void> {
  const day = dialog.locator(`[data-day="${date}"]`).getByRole('button')
  await dialog.getByRole('grid').waitFor()
  while (!(await day.isVisible())) {
    // The calendar's 15th cell always belongs to the visible month.
    const shown = (await dialog.locator('[data-day]').nth(14).getAttribute('data-day')) ?? ''
    const pageButton = date.slice(0, 7) < shown.slice(0, 7) ? 'picker.previousMonth' : 'picker.nextMonth'
    await dialog.getByRole('button', { name: t(pageButton) }).click()
  }
  await day.click()
  await dialog.getByLabel(t('posts.schedule.time')).fill(time)
}

export const networkTab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name: new RegExp(`^\\W?${name}\\W?[,،]`) })

/** The visible drafts in the composer. */
export async function draftArticles(page: Page, language: Language): Promise<Locator> {
  const t = await translator(language)
  return page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
}

/** All drafts in the composer. Only the draft of the selected network is visible. */
export const allDrafts = (page: Page): Locator => page.locator('[data-draft]')

/** Switches a network on or off for Post Now and Schedule Post. On a phone, the checkboxes are in a sheet. */
export async function togglePostTo(page: Page, ...names: string[]): Promise<void> {
  const foot = page.locator('[data-foot]')
  const opener = foot.locator('button[aria-haspopup=dialog]')
  await foot.getByRole('button').last().waitFor()
  const isPhone = await opener.isVisible()
  if (isPhone) await opener.click()
  const boxes = isPhone ? page.getByRole('dialog') : foot
  for (const name of names) await boxes.getByRole('checkbox', { name, exact: true }).press('Space')
  if (isPhone) await page.keyboard.press('Escape')
}

/** Chooses an action from the menu of the visible draft. */
export async function chooseMore(page: Page, t: (path: string) => RegExp, action: string): Promise<void> {
  await page.getByRole('button', { name: t('composer.actions.more') }).click()
  await page.getByRole('menuitem', { name: t(`composer.actions.${action}`) }).click()
}

/** Opens the version history of the visible draft. On a phone, the button is in the menu. */
export async function openHistory(page: Page, t: (path: string) => RegExp): Promise<void> {
  const name = t('rework.versions.title')
  const more = page.getByRole('button', { name: t('composer.actions.more') })
  await more.waitFor()
  const button = page.locator('[data-foot]').getByRole('button', { name })
  if (await button.isVisible()) return await button.click()
  await more.click()
  await page.getByRole('menuitem', { name }).click()
}

export const postField = (draft: Locator): Locator => draft.getByRole('textbox').first()

/** The text of a draft's field with its line breaks, which `textContent` omits. */
export const postText = (field: Locator): Promise<string> =>
  field.evaluate((root) => Array.from(root.children, ({ textContent }) => textContent).join('\n'))

/** Selects words of a draft's field, as soon as it shows them. */
export async function selectWords(field: Locator, words: string): Promise<void> {
  await expect(field).toContainText(words)
  await field.focus()
  await field.evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const at = node.data.indexOf(wanted)
      if (at >= 0) return getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length)
    }
    throw new Error(`No line contains ${wanted}`)
  }, words)
}

export async function openStoredDraft(
  page: Page,
  site: Pick<Site, 'url'>,
  person: Person,
  content: string,
  platform: Platform = 'linkedin',
) {
  const { id } = await person.call('POST /api/posts', { body: { platform, content, status: 'draft' } })
  await page.goto(`${site.url}/create?draft=${id}`)
  const field = postField(page.getByRole('article'))
  const shown = () => postText(field)
  await expect.poll(shown).toBe(content)
  const stored = async () => (await person.call('GET /api/posts/{id}', { params: { id } })).content
  return { field, shown, stored }
}

/**
 * Pastes into a field.
 * @param clipboard the texts of the clipboard, by media type
 */
export async function pasteInto(field: Locator, clipboard: Record<string, string>): Promise<void> {
  await field.evaluate((root, items) => {
    const dataTransfer = new DataTransfer()
    for (const [type, text] of Object.entries(items)) dataTransfer.setData(type, text)
    const event = { inputType: 'insertFromPaste', dataTransfer, bubbles: true, cancelable: true }
    root.dispatchEvent(new InputEvent('beforeinput', event))
  }, clipboard)
}

/** Chooses an entry of the menu that a slash opens in a new last line. */
export async function chooseTool(page: Page, t: (path: string) => RegExp, field: Locator, name: RegExp): Promise<void> {
  await field.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  const menu = page.getByRole('listbox', { name: t('rework.editor.menu.title') })
  await menu.getByRole('option', { name }).click()
}

/**
 * Keeps toasts until others replace them, as if the pointer rested on them. Call it before the action that shows one.
 */
export async function keepToasts(page: Page): Promise<Locator> {
  const area = '[role=region][aria-label*=F8]'
  await page.evaluate((toasts) => {
    setInterval(() => document.querySelector(toasts)?.dispatchEvent(new PointerEvent('pointermove')), 200)
  }, area)
  return page.locator(`${area} li`)
}

/** The words that the composer highlights in drafts. Kind `open` means claims that the source does not support. */
export const markedWords = (page: Page, kind: string): Promise<string[]> =>
  page.evaluate(
    (name) => Array.from(CSS.highlights.get(name) ?? [], (range) => (range as Range).toString()),
    `post-${kind}`,
  )

/** Opens the timeline of the first failed post. On a phone the button is in the row's menu. */
export async function openTimeline(page: Page, t: (path: string) => RegExp): Promise<void> {
  const causes = page.locator('#trouble-causes')
  const inRow = causes.getByRole('button', { name: t('posts.timeline.open') })
  const more = causes.locator('[aria-haspopup=menu]')
  await inRow.or(more).filter({ visible: true }).first().click()
  const item = page.getByRole('menuitem', { name: t('posts.timeline.open') })
  const opened = page.getByRole('dialog')
  await item.or(opened).first().waitFor()
  if (await item.isVisible()) await item.click()
}

/** Waits until all animations have ended, except endless ones and those that follow scrolling. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      // Wait for two frames, because an animation starts one frame after the click.
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

/** The accessibility checker axe. The minified build is half the size, and every page evaluates it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The axe rules that concern colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Waits for animations, then fails if axe finds an accessibility fault. @param rules names or tags of axe rules */
export async function expectAccessible(page: Page, rules = WCAG_TAGS): Promise<void> {
  await waitForAnimations(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const faults = await page.evaluate(async (runOnly) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe
    // Scroll to the top first. The sticky header partly covers scrolled buttons, which axe would report as small
    // targets.
    const scrolled = scrollY
    scrollTo(0, 0)
    const { violations } = await inPage.run({ runOnly, resultTypes: ['violations'] })
    scrollTo(0, scrolled)
    return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
  expect(faults, page.url()).toEqual([])
}
