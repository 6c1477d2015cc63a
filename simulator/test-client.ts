import { createHash, randomUUID } from 'node:crypto'
import type { Simulator } from './open-simulator.ts'
import { addressOf, picture } from './test-pictures.ts'

/** The registered app whose credentials the tests use at every simulated network. */
export const APP = { client_id: 'frogy-app', client_secret: 'frogy-secret', redirect_uri: 'http://127.0.0.1:3000/back' }
const VERIFIER = 'a-verifier-that-is-long-enough-for-the-rules-of-pkce'

export const CONSENT = {
  linkedin: ['/linkedin/oauth/v2/authorization', 'openid profile w_member_social'],
  twitter: ['/twitter/i/oauth2/authorize', 'tweet.read users.read tweet.write media.write offline.access'],
  facebook: [
    '/facebook/v26.0/dialog/oauth',
    'pages_show_list,pages_manage_posts,pages_read_engagement,read_insights,pages_manage_engagement',
  ],
  instagram: [
    '/instagram/oauth/authorize',
    'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments,instagram_business_manage_insights',
  ],
  threads: ['/threads/oauth/authorize', 'threads_basic,threads_content_publish,threads_delete,threads_manage_insights'],
} as const
export type TestedPlatform = keyof typeof CONSENT

// The JSON responses of the networks have no common type, so each test checks their shape.
type Json = any

interface Answered {
  status: number
  headers: Headers
  text: string
  json: Json
}

export class Client {
  readonly #simulator: Pick<Simulator, 'url'>

  constructor(simulator: Pick<Simulator, 'url'>) {
    this.#simulator = simulator
  }

  async call(
    method: string,
    path: string,
    options: {
      token?: string
      headers?: object
      form?: object
      json?: unknown
      bytes?: Buffer
      /** The parts of a multipart body. */
      parts?: Record<string, string | Buffer>
    } = {},
  ) {
    const headers: Record<string, string> = { ...(options.headers as Record<string, string>) }
    if (options.token) headers.authorization = `Bearer ${options.token}`
    let body: RequestInit['body']
    if (options.form) body = new URLSearchParams(options.form as Record<string, string>)
    if (options.json !== undefined) {
      body = JSON.stringify(options.json)
      headers['content-type'] = 'application/json'
    }
    if (options.bytes) body = new Uint8Array(options.bytes)
    if (options.parts) {
      const parts = new FormData()
      for (const [name, value] of Object.entries(options.parts)) {
        if (typeof value === 'string') parts.append(name, value)
        else parts.append(name, new Blob([new Uint8Array(value)]), 'صورة.jpg')
      }
      body = parts
    }
    const init: RequestInit = { method, headers, redirect: 'manual' }
    if (body !== undefined) init.body = body
    const response = await fetch(path.startsWith('http') ? path : this.#simulator.url + path, init)
    const text = await response.text()
    let json: Json
    try {
      json = JSON.parse(text)
    } catch {
      json = undefined
    }
    return { status: response.status, headers: response.headers, text, json } satisfies Answered
  }

  get = (path: string, token?: string, headers?: object) =>
    this.call('GET', path, { ...(token && { token }), ...(headers && { headers }) })

  /** Approves consent as the first or the given account. Returns the parameters of the redirect to the app. */
  async approve(platform: TestedPlatform, options: { account?: string; scope?: string; clientId?: string } = {}) {
    const [path, scope] = CONSENT[platform]
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: options.clientId ?? APP.client_id,
      redirect_uri: APP.redirect_uri,
      state: randomUUID(),
      scope: options.scope ?? scope,
      ...(platform === 'twitter' && {
        code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
        code_challenge_method: 'S256',
      }),
    })
    const page = await this.get(`${path}?${query}`)
    const account = options.account ?? /value="([^"]+)" checked/.exec(page.text)?.[1] ?? ''
    const back = await this.call('POST', `${path}?${query}`, { form: { decision: 'approve', account } })
    const address = new URL(back.headers.get('location') ?? 'missing:')
    return {
      code: address.searchParams.get('code') ?? '',
      state: address.searchParams.get('state'),
      address,
      query,
      page,
    }
  }

  exchange(platform: TestedPlatform, code: string, changes: Record<string, string> = {}) {
    const form = { grant_type: 'authorization_code', code, ...APP, ...changes }
    switch (platform) {
      case 'linkedin':
        return this.call('POST', '/linkedin/oauth/v2/accessToken', { form })
      case 'twitter': {
        const { client_id, client_secret, ...rest } = form
        const headers = { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` }
        return this.call('POST', '/twitter/2/oauth2/token', { form: { code_verifier: VERIFIER, ...rest }, headers })
      }
      case 'facebook':
        return this.get(`/facebook/v26.0/oauth/access_token?${new URLSearchParams({ ...APP, code, ...changes })}`)
      case 'instagram':
      case 'threads':
        return this.call('POST', `/${platform}/oauth/access_token`, { form })
    }
  }

  /** Signs in and returns a token that can publish. On Facebook it is the first Page's long-lived token. */
  async signIn(
    platform: TestedPlatform,
    options: { account?: string; scope?: string; clientId?: string } = {},
  ): Promise<string> {
    const { code } = await this.approve(platform, options)
    const changes: Record<string, string> = options.clientId ? { client_id: options.clientId } : {}
    const { json } = await this.exchange(platform, code, changes)
    const { access_token } = json.data?.[0] ?? json
    if (platform === 'threads' || platform === 'instagram') {
      const grant_type = platform === 'threads' ? 'th_exchange_token' : 'ig_exchange_token'
      const query = `grant_type=${grant_type}&client_secret=${APP.client_secret}&access_token=${access_token}`
      return (await this.get(`/${platform}/access_token?${query}`)).json.access_token
    }
    if (platform !== 'facebook') return access_token
    const query = new URLSearchParams({ grant_type: 'fb_exchange_token', ...APP, fb_exchange_token: access_token })
    const long = (await this.get(`/facebook/v26.0/oauth/access_token?${query}`)).json.access_token
    return (await this.get('/facebook/v26.0/me/accounts', long)).json.data[0].access_token
  }

  /** Publishes a text with the request that the network's API requires. */
  async publish(platform: TestedPlatform, token: string, text: string): Promise<Answered> {
    switch (platform) {
      case 'linkedin': {
        const sub = (await this.get('/linkedin/v2/userinfo', token)).json.sub
        return this.linkedinPost(token, sub, text)
      }
      case 'twitter':
        return this.call('POST', '/twitter/2/tweets', { token, json: { text } })
      case 'facebook':
        return this.call('POST', '/facebook/v26.0/me/feed', { token, form: { message: text } })
      case 'instagram': {
        const image_url = await addressOf(await picture(320, 320))
        const { id } = (
          await this.call('POST', '/instagram/v26.0/me/media', { token, form: { image_url, caption: text } })
        ).json
        await this.passes(250)
        return this.call('POST', '/instagram/v26.0/me/media_publish', { token, form: { creation_id: id } })
      }
      case 'threads': {
        const { id } = (
          await this.call('POST', '/threads/v1.0/me/threads', { token, form: { media_type: 'TEXT', text } })
        ).json
        return this.call('POST', '/threads/v1.0/me/threads_publish', { token, form: { creation_id: id } })
      }
    }
  }

  linkedinPost(token: string, sub: string, commentary: string, changes: object = {}, headers: object = LINKEDIN) {
    const json = {
      author: `urn:li:person:${sub}`,
      commentary,
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
      ...changes,
    }
    return this.call('POST', '/linkedin/rest/posts', { token, json, headers })
  }

  async texts(platform?: TestedPlatform): Promise<string[]> {
    return (await this.posts(platform)).map((post: Json) => post.text)
  }

  async posts(platform?: TestedPlatform): Promise<Json> {
    return (await this.get(`/_sim/posts${platform ? `?platform=${platform}` : ''}`)).json
  }

  control(path: string, json: unknown) {
    return this.call('POST', `/_sim/${path}`, { json })
  }

  passes(advanceMs: number) {
    return this.control('clock', { advanceMs })
  }

  fault(platform: TestedPlatform, operation: string, fault: string, more: object = {}) {
    return this.control('faults', { platform, operation, fault, count: 1, ...more })
  }
}

export const LINKEDIN = { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' }
