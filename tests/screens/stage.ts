import type { Disposable, Locator, Page, Route } from '@playwright/test'
import type { Language } from '#core/language.ts'
import type { MailedLink } from '#core/people/profile-contract.ts'
import { translator, type Translate } from '../support/interface-texts.ts'
import { Person } from '../support/person.ts'
import type { Frogy } from '../support/start-frogy.ts'
import { USERS_BY_ROLE, type Role } from './users.ts'
import { WORDS } from './sample-texts.ts'

/** Matches any open dialog or menu. */
export const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]'

/** A function that brings a screen into one of its states, or throws. */
export type Bring = (stage: Stage) => Promise<unknown>

/** A browser page and a server, with sample users in one language. It brings up the states of screens. */
export class Stage {
  readonly page: Page
  readonly site: Frogy
  readonly language: Language
  readonly t: Translate
  readonly words: (typeof WORDS)[Language]
  readonly #people = new Map<Role, Promise<Person>>()
  #time: Disposable | undefined

  private constructor(page: Page, site: Frogy, language: Language, t: Translate) {
    this.page = page
    this.site = site
    this.language = language
    this.t = t
    this.words = WORDS[language]
  }

  /**
   * Prepares a browser page for screens.
   * @param site a server for screens only, because each screen leaves its changes there
   */
  static async open(page: Page, site: Frogy, language: Language): Promise<Stage> {
    const stage = new Stage(page, site, language, await translator(language))
    // The first user of a server is an administrator, who sees more.
    await stage.person('administrator')
    return stage
  }

  /** Returns the sample user with this role, and creates them when first used. */
  async person(role: Role): Promise<Person> {
    const known = this.#people.get(role)
    if (known) return await known
    const made = USERS_BY_ROLE[role](this.site, this.language)
    this.#people.set(role, made)
    return await made
  }

  /** Creates one more user with this role, for states that change the user. */
  async another(role: Role): Promise<Person> {
    return await USERS_BY_ROLE[role](this.site, this.language)
  }

  /** Opens a page as this user. Without a user, it opens as a visitor. */
  async open(path: string, who?: Role | Person): Promise<void> {
    const { page, site } = this
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // Unload the previous page first, because a URL that differs only in its hash would not reload. Retry, because a
    // navigation that is still running interrupts the first attempt.
    await page.goto('about:blank').catch(async () => await page.goto('about:blank'))
    await page.context().clearCookies()
    if (who) {
      const { user, password } = who instanceof Person ? who : await this.person(who)
      const answer = await page.request.post(`${site.url}/api/login`, { data: { email: user?.email, password } })
      if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`)
    }
    await this.setTime(site.clock.now())
    await page.goto(site.url + path)
    // The selector `h1` also works below an open dialog, which hides the page from role queries.
    await page.locator('h1').first().waitFor()
    // Wait until the app replaces the prerendered header.
    await page.locator('#opening').waitFor({ state: 'detached' })
    await page.locator('main > [aria-busy=true]').waitFor({ state: 'detached' })
    await page.getByRole('status', { name: this.t('app.loading') }).waitFor({ state: 'hidden' })
  }

  /** Opens the page of a mailed link. `about` is what the server says about the link. */
  async openLink(path: string, about: MailedLink): Promise<void> {
    await this.open(path)
    await this.page.route('**/api/mailed-link', (route) => route.fulfill({ json: about }))
    await this.page.reload()
    await this.page.getByText(about.email).waitFor()
  }

  /** Sets the time that later pages see. Unlike Playwright's clock, it leaves a `Date` that can be subclassed. */
  async setTime(now: Date): Promise<void> {
    await this.#time?.dispose()
    this.#time = await this.page.context().addInitScript((at) => {
      globalThis.Date = new Proxy(Date, {
        construct: (date, given, made) => Reflect.construct(date, given.length > 0 ? given : [at], made) as Date,
        get: (date, name) => (name === 'now' ? () => at : Reflect.get(date, name)) as unknown,
      })
    }, now.getTime())
  }

  /** Reloads the page without its initial data, while requests to this URL fail. */
  async reloadWithout(address: string): Promise<void> {
    await this.reloadWith(address, (route) => route.abort())
  }

  /** Reloads the page without its initial data, while `answer` responds to requests to this URL. */
  async reloadWith(address: string, answer: (route: Route) => Promise<void>): Promise<void> {
    const { page } = this
    await page.route(page.url(), async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/<script[^>]*id="first-answer".*?<\/script>/s, '')
      await route.fulfill({ response, body })
    })
    await page.route(address, answer)
    // Delete what the page has cached for offline use, because the reloaded page must not show it.
    await page.evaluate(async () => {
      caches.open = () => Promise.reject(new Error('No cache'))
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await page.reload()
    await page.locator('h1').first().waitFor()
  }

  /**
   * Finds a button.
   * @param path the message key of the button's name
   */
  button(path: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name: this.t(path) })
  }

  /** Finds the button in the innermost list item that contains this text. */
  buttonOf(text: string, path: string): Locator {
    const button = this.button(path)
    return this.page.getByRole('listitem').filter({ hasText: text }).filter({ has: button }).last().locator(button)
  }

  /** Closes the toast, which would cover the page. It may disappear earlier. */
  async dismissNotice(): Promise<void> {
    const notice = this.page.getByRole('region', { name: /F8/ }).getByRole('listitem')
    const hidden = notice.waitFor({ state: 'hidden' })
    await Promise.race([this.button('app.close', notice).click(), hidden])
    await hidden
  }

  /** The dialog that was opened last. */
  get dialog(): Locator {
    return this.page.locator('[role=dialog], [role=alertdialog]').last()
  }
}
