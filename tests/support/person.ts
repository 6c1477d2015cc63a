import { expect } from 'vitest'
import { api, type Api } from '#core/api.ts'
import { methodAndPath, type Answer, type Endpoint, type PathParameter } from '#core/endpoint.ts'
import type { ErrorBody } from '#core/errors.ts'
import { connectFormOf, type ConnectForm } from '#core/platforms/connect-forms.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { User } from '#core/people/auth-contract.ts'
import { PASSWORD } from './fixture-users.ts'

interface Given {
  body?: unknown
  /** The form of a call that uploads files. A call with a form has no other body. */
  form?: FormData
  query?: Record<string, string>
  headers?: Record<string, string>
}

type Args<Key extends keyof Api> = Given &
  ([PathParameter<Key>] extends [never] ? unknown : { params: Record<PathParameter<Key>, string> })

export interface Reply<T> {
  status: number
  headers: Headers
  /** The JSON of the response, typed by the API contract. If the status is an error, this is the error. */
  body: T
}

/** How often a call is repeated when the parsers are busy. Each attempt waits up to 28 s on the server. */
const BUSY_REPEATS = 4

/** A user of Frogy, with cookies as in a browser. */
export class Person {
  url: string
  user: User | undefined
  password = PASSWORD
  readonly #cookies = new Map<string, string>()
  readonly #language: string

  constructor(url: string, language = 'en') {
    this.url = url
    this.#language = language
  }

  /** Changes the URL of Frogy for this user, who keeps their session. */
  movedTo(url: string): this {
    this.url = url
    return this
  }

  /** The value of the Cookie header. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Sends a request with the user's cookies. It does not follow redirects. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      'accept-language': this.#language,
      cookie: this.cookie,
      ...(init.headers as Record<string, string>),
    }
    const response = await fetch(this.#addressOf(path), { redirect: 'manual', ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/; Max-Age=0/i.test(cookie)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  get #basePath(): string {
    return new URL(this.url).pathname.replace(/\/$/, '')
  }

  /** The URL of a path, which may begin with the path of Frogy's own URL, as in redirects. */
  #addressOf(path: string): URL {
    const isWhole = URL.canParse(path) || path.startsWith(`${this.#basePath}/`)
    return new URL(isWhole ? path : this.#basePath + path, this.url)
  }

  /** Makes an API call and returns any response. A successful response must match the API contract. */
  async ask<Key extends keyof Api>(key: Key, given: Args<Key>): Promise<Reply<Answer<Api[Key]> & ErrorBody>> {
    const endpoint: Endpoint = api[key]
    const { method, path } = methodAndPath(key)
    const { params = {}, query, body, form, headers } = given as Given & { params?: Record<string, string> }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const response = await this.fetch(query ? `${filled}?${new URLSearchParams(query)}` : filled, {
      method,
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    })
    const text = await response.text()
    const json = text === '' ? undefined : (JSON.parse(text) as unknown)
    if (response.ok && endpoint.answer)
      expect(endpoint.answer.safeParse(json).error, `${key} answers as the contract says`).toBeUndefined()
    return { status: response.status, headers: response.headers, body: json as Answer<Api[Key]> & ErrorBody }
  }

  /** Makes an API call that must succeed. Repeats it if a busy machine had no time for a file yet. */
  async call<Key extends keyof Api>(key: Key, given: Args<Key>): Promise<Answer<Api[Key]>> {
    let reply = await this.ask(key, given)
    for (let left = BUSY_REPEATS; left > 0 && reply.body?.code === 'parser_busy'; left--)
      reply = await this.ask(key, given)
    if (reply.status >= 400) throw new Error(`${key} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  async register(names = { firstName: 'Layla', lastName: 'Haddad' }): Promise<this> {
    const email = `${crypto.randomUUID()}@example.com`
    this.user = await this.call('POST /api/register', {
      body: { email, password: this.password, confirmPassword: this.password, ...names },
    })
    return this
  }

  /** Signs in to an existing account with this user's password. */
  async signIn(email: string): Promise<this> {
    this.user = await this.call('POST /api/login', { body: { email, password: this.password } })
    return this
  }

  /** Connects an account through the simulated consent page. Without an id, connects the first account. */
  async connect(platform: Platform, remoteId?: string): Promise<void> {
    // If several accounts are new, the URL also has the parameter `added`, by which the user chooses among them.
    expect((await this.#consent(platform, remoteId))?.split('&')[0]).toBe(`/social-accounts?connected=${platform}`)
  }

  /** Tries to connect an account, because a platform may be down. @returns whether it worked */
  async tryToConnect(platform: Platform): Promise<boolean> {
    return (await this.#consent(platform))?.split('&')[0] === `/social-accounts?connected=${platform}`
  }

  async #consent(platform: Platform, remoteId?: string): Promise<string | undefined> {
    const form = connectFormOf(platform)
    const address = form
      ? await this.#fill(platform, form, remoteId)
      : (await this.fetch(`/api/social-accounts/${platform}/connect`)).headers.get('location')
    if (form && address?.startsWith('/')) return address
    const consent = new URL(address ?? '')
    if (remoteId) consent.searchParams.set('sim_account', remoteId)
    const agreed = await fetch(consent, { redirect: 'manual' })
    const back = new URL(agreed.headers.get('location') ?? '')
    return (await this.fetch(back.href)).headers.get('location')?.slice(this.#basePath.length)
  }

  /**
   * Fills in the form of a network. A simulated network accepts the examples.
   * @returns the consent page to which the form leads, or where the user is afterwards
   */
  async #fill(platform: Platform, { fields }: ConnectForm, remoteId?: string): Promise<string> {
    // If the form has no field for a secret, the user then chooses the account on a consent page.
    const isWhole = fields.some(({ kind }) => kind === 'secret')
    const filled = fields
      .filter(({ isOptional }) => !isOptional)
      .map(({ name, isUsername, example }) => [name, (isWhole && isUsername && remoteId) || example])
    const { status, body } = await this.ask('POST /api/social-accounts/{platform}/connect', {
      params: { platform },
      body: { fields: Object.fromEntries(filled) as Record<string, string> },
    })
    return body.consentUrl ?? `/social-accounts?${status === 200 ? 'connected' : 'error'}=${platform}`
  }

  async schedule(post: { platform: Platform; content: string; at: Date }): Promise<Post> {
    const { platform, content, at } = post
    return await this.call('POST /api/posts', {
      body: { platform, content, status: 'scheduled', scheduledAt: at.toISOString() },
    })
  }

  async read(post: Pick<Post, 'id'>): Promise<Post> {
    return await this.call('GET /api/posts/{id}', { params: { id: post.id } })
  }

  /**
   * Waits for the worker's decision on a post and returns the post. It listens to the events that a browser receives.
   */
  async decided(post: Pick<Post, 'id'>): Promise<Post> {
    return await this.until(post, ({ status }) => status !== 'scheduled' && status !== 'publishing')
  }

  /** Waits until `holds` is true of a post, and returns the post. */
  async until(post: Pick<Post, 'id'>, holds: (post: Post) => boolean | Promise<boolean>): Promise<Post> {
    const over = new AbortController()
    const response = await this.fetch('/api/events', { signal: over.signal })
    try {
      const events = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
      for (;;) {
        const now = await this.read(post)
        if (await holds(now)) return now
        for (let isNews = false; !isNews;) {
          const piece = await events?.next()
          if (!piece || piece.done) throw new Error('The events ended')
          isNews = !isAboutOthers(piece.value, post.id)
        }
      }
    } finally {
      over.abort()
    }
  }
}

/** Whether a piece of the event stream only has events about other posts. */
function isAboutOthers(piece: string, id: string): boolean {
  return (
    piece.replaceAll(/event: post\.changed\ndata: \{"id":"([\w-]+)"\}\n\n/g, (event, of) =>
      of === id ? event : '',
    ) === ''
  )
}
