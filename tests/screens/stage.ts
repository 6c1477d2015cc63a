import type { Disposable, Locator, Page, Route } from '@playwright/test'
import type { Language } from '#core/language.ts'
import type { MailedLink } from '#core/people/profile-contract.ts'
import { texts, type Say } from '../support/interface-texts.ts'
import { Person } from '../support/person.ts'
import type { Frogy } from '../support/start-frogy.ts'
import { ROLES, type Role } from './people.ts'
import { WORDS } from './words.ts'

/** What lies over a page while it is open. */
export const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]'

/** Brings a screen into one of its states, and throws where that does not succeed. */
export type Bring = (stage: Stage) => Promise<unknown>

/** A page in a browser, before a Frogy with its people; everybody reads one language. */
export class Stage {
  readonly page: Page
  readonly site: Frogy
  readonly language: Language
  readonly say: Say
  readonly words: (typeof WORDS)[Language]
  readonly #people = new Map<Role, Promise<Person>>()
  #time: Disposable | undefined

  private constructor(page: Page, site: Frogy, language: Language, say: Say) {
    this.page = page
    this.site = site
    this.language = language
    this.say = say
    this.words = WORDS[language]
  }

  /** @param site one of its own: what comes about on the stage goes on while other screens are looked at */
  static async open(page: Page, site: Frogy, language: Language): Promise<Stage> {
    const stage = new Stage(page, site, language, await texts(language))
    // The first person of a Frogy sees more than others.
    await stage.person('administrator')
    return stage
  }

  /** Somebody with a part, who is made when first asked for. */
  async person(role: Role): Promise<Person> {
    const known = this.#people.get(role)
    if (known) return await known
    const made = ROLES[role](this.site, this.language)
    this.#people.set(role, made)
    return await made
  }

  /** One more with that part, for what is over when others come to it. */
  async another(role: Role): Promise<Person> {
    return await ROLES[role](this.site, this.language)
  }

  /** Opens a page as somebody; without anybody, as a visitor. */
  async open(path: string, who?: Role | Person): Promise<void> {
    const { page, site } = this
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().clearCookies()
    if (who) {
      const { user, password } = who instanceof Person ? who : await this.person(who)
      const answer = await page.request.post(`${site.url}/api/login`, { data: { email: user?.email, password } })
      if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`)
    }
    await this.setTime(site.clock.now())
    // What the page before still does ends here, and a place on the same page is loaded anew.
    await page.goto('about:blank')
    await page.goto(site.url + path)
    // What opens at once hides the page from readers of the screen.
    await page.locator('h1').first().waitFor()
    // What the dashboard begins with is not yet the dashboard.
    await page.locator('#opening').waitFor({ state: 'detached' })
    await page.locator('main > [aria-busy=true]').waitFor({ state: 'detached' })
    await page.getByRole('status', { name: this.say('app.loading') }).waitFor({ state: 'hidden' })
  }

  /** Opens the page of a mailed link, as if it were about this. */
  async openLink(path: string, about: MailedLink): Promise<void> {
    await this.open(path)
    await this.page.route('**/api/mailed-link', (route) => route.fulfill({ json: about }))
    await this.page.reload()
    await this.page.getByText(about.email).waitFor()
  }

  /** What its pages take for now, from the next one on. Unlike the page's own clock it leaves a Date that can be extended. */
  async setTime(now: Date): Promise<void> {
    await this.#time?.dispose()
    this.#time = await this.page.context().addInitScript((at) => {
      globalThis.Date = new Proxy(Date, {
        construct: (date, given, made) => Reflect.construct(date, given.length > 0 ? given : [at], made) as Date,
        get: (date, name) => (name === 'now' ? () => at : Reflect.get(date, name)) as unknown,
      })
    }, now.getTime())
  }

  /** Reads the page anew as it comes when the server put nothing into it, and lets nobody answer at this address. */
  async reloadWithout(address: string): Promise<void> {
    await this.reloadWith(address, (route) => route.abort())
  }

  /** The same, with an answer of one's own. */
  async reloadWith(address: string, answer: (route: Route) => Promise<void>): Promise<void> {
    const { page } = this
    await page.route(page.url(), async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/<script[^>]*id="first-answer".*?<\/script>/s, '')
      await route.fulfill({ response, body })
    })
    await page.route(address, answer)
    await page.reload()
    await page.locator('h1').first().waitFor()
  }

  /** @param path of the text that is its name */
  button(path: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name: this.say(path) })
  }

  /** A button in the innermost entry of a list that shows this text and has it. */
  buttonOf(text: string, path: string): Locator {
    const button = this.button(path)
    return this.page.getByRole('listitem').filter({ hasText: text }).filter({ has: button }).last().locator(button)
  }

  /** Puts away what tells in passing that something was done, and covers what it is about. */
  async dismissNotice(): Promise<void> {
    const notice = this.page.getByRole('region', { name: /F8/ }).getByRole('listitem')
    await this.button('app.close', notice).click()
    await notice.waitFor({ state: 'hidden' })
  }

  /** What lies over the page. */
  get dialog(): Locator {
    return this.page.locator('[role=dialog], [role=alertdialog]').last()
  }
}
