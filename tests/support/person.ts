import { expect } from 'vitest'
import { api, type Api } from '#core/api.ts'
import { methodAndPath, type Answer, type Endpoint, type PathParameter } from '#core/endpoint.ts'
import type { ErrorBody } from '#core/errors.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { User } from '#core/people/auth-contract.ts'
import { PASSWORD } from './fixture-users.ts'

interface Given {
  body?: unknown
  /** Instead of a body, for calls that take files. */
  form?: FormData
  query?: Record<string, string>
  headers?: Record<string, string>
}

type Args<Key extends keyof Api> = Given &
  ([PathParameter<Key>] extends [never] ? unknown : { params: Record<PathParameter<Key>, string> })

export interface Reply<T> {
  status: number
  headers: Headers
  /** The answer's JSON, as the contract says it is; an error's when `status` says so. */
  body: T
}

/** Somebody with a browser's cookie jar, in front of Frogy. */
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

  /** The same person and session, where Frogy listens now. */
  movedTo(url: string): this {
    this.url = url
    return this
  }

  /** The header that this person's browser sends. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Sends any request with this person's cookie. Redirects are not followed. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      'accept-language': this.#language,
      cookie: this.cookie,
      ...(init.headers as Record<string, string>),
    }
    const response = await fetch(new URL(path, this.url), { redirect: 'manual', ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/; Max-Age=0/i.test(cookie)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  /** Makes one of the contract's calls and returns what came, good or bad. A good answer must fit the contract. */
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

  /** Makes a call that must succeed. */
  async call<Key extends keyof Api>(key: Key, given: Args<Key>): Promise<Answer<Api[Key]>> {
    const reply = await this.ask(key, given)
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

  /** Signs in as somebody who has an account with this person's password. */
  async signIn(email: string): Promise<this> {
    this.user = await this.call('POST /api/login', { body: { email, password: this.password } })
    return this
  }

  /** Walks through the simulated network's consent, with its first account unless told. */
  async connect(platform: Platform, remoteId?: string): Promise<void> {
    // With several accounts at once, `added` names those that the person is then asked about.
    expect((await this.#consent(platform, remoteId))?.split('&')[0]).toBe(`/social-accounts?connected=${platform}`)
  }

  /** @returns whether it worked: networks can fail in it */
  async tryToConnect(platform: Platform): Promise<boolean> {
    return (await this.#consent(platform))?.split('&')[0] === `/social-accounts?connected=${platform}`
  }

  async #consent(platform: Platform, remoteId?: string): Promise<string | null> {
    const start = await this.fetch(`/api/social-accounts/${platform}/connect`)
    const consent = new URL(start.headers.get('location') ?? '')
    if (remoteId) consent.searchParams.set('sim_account', remoteId)
    const agreed = await fetch(consent, { redirect: 'manual' })
    const back = new URL(agreed.headers.get('location') ?? '')
    return (await this.fetch(back.pathname + back.search)).headers.get('location')
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

  /** The post once the worker has decided it. Waits for the change itself, by the events that a browser hears. */
  async decided(post: Pick<Post, 'id'>): Promise<Post> {
    return await this.until(post, ({ status }) => status !== 'scheduled' && status !== 'publishing')
  }

  /** The post once `holds` is true of it. */
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

/** Whether a piece of the events speaks of nothing but other posts. */
function isAboutOthers(piece: string, id: string): boolean {
  return (
    piece.replaceAll(/event: post\.changed\ndata: \{"id":"([\w-]+)"\}\n\n/g, (event, of) =>
      of === id ? event : '',
    ) === ''
  )
}
