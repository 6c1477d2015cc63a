import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

// The simulated users of the load benchmark. They run in a separate process, so that their work does not disturb the
// measurement.

export interface LoadPerson {
  name: string
  email: string
  cookie: string
  platform: string
  accountId: string
  pictureIds: string[]
}

export interface LoadPlan {
  /** The URLs of the web processes. A user stays with one process and moves to the next when it does not respond. */
  urls: string[]
  /** The URL of the server that Frogy is compared with. It gets one request of each kind a second. */
  bareUrl: string
  people: LoadPerson[]
  seconds: number
  picture: string
}

/** The kind of a request, which decides its time limit. */
export type Kind = 'read' | 'write' | 'first words' | 'picture' | 'bare Fastify' | 'bare read' | 'bare write'

export interface LoadOutcome {
  /** Durations of the requests by kind, in ms. */
  times: Partial<Record<Kind, number[]>>
  errors: { at: number; what: string }[]
  longestMs: number
  /** Posts that Frogy accepted. */
  posts: { text: string; dueAt: number; hasPicture: boolean }[]
  /** Mails that Frogy accepted, by their recipient. */
  mails: string[]
  pictures: number
}

/** The mean pause of a user between two actions. */
const THINK_MS = 10_000
/** The app's request timeout, and how long the app retries a call, as in web/lib/api.ts. */
const TIMEOUT_MS = 30_000
const RETRY_FOR_MS = 90_000
/** The minimum and maximum time between the creation of a post and its due time. */
const DUE_AFTER_MS = [62_000, 90_000] as const

const outcome: LoadOutcome = { times: {}, errors: [], longestMs: 0, posts: [], mails: [], pictures: 0 }
const agent = new Agent({ keepAlive: true })

if (process.send) {
  process.once('disconnect', () => process.exit())
  process.once('message', (plan: LoadPlan) => void live(plan))
}

async function live(plan: LoadPlan): Promise<void> {
  const until = Date.now() + plan.seconds * 1_000
  const streams = plan.people.map((person, n) => listen(plan.urls[n % plan.urls.length] ?? '', person, until))
  await Promise.all([...plan.people.map((person, n) => act(plan, person, n, until)), askBare(plan.bareUrl, until)])
  for (const stream of streams) stream()
  process.send?.(outcome)
}

async function act(plan: LoadPlan, person: LoadPerson, index: number, until: number): Promise<void> {
  const browser = new Browser(plan.urls, index, person)
  await sleep(Math.random() * THINK_MS)
  for (let n = 0; Date.now() < until; n++) {
    await oneAction(plan, person, browser, n)
    // Pauses of users who act independently have an exponential distribution.
    await sleep(Math.min(-Math.log(1 - Math.random()) * THINK_MS, 6 * THINK_MS))
  }
}

const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

async function oneAction(plan: LoadPlan, person: LoadPerson, browser: Browser, n: number): Promise<void> {
  const dice = Math.random()
  if (dice < 0.35) {
    await browser.read('/', 'text/html')
    await browser.read('/api/posts?limit=50')
    return
  }
  if (dice < 0.55) {
    const first = 30 * Math.floor(Math.random() * 3) - 15
    await browser.read(`/api/posts/calendar?daysFrom=${day(first)}&daysTo=${day(first + 41)}`)
    await browser.read('/api/posts/summary')
    return
  }
  if (dice < 0.73) {
    const text = await browser.read('/api/posts/scheduled?limit=20')
    const posts = (JSON.parse(text || '[]') as { id: string; platform: string; scheduledAt: string }[]).filter(
      ({ platform, scheduledAt }) => platform !== 'instagram' && Date.parse(scheduledAt) > Date.now() + 3_600_000,
    )
    const post = posts[Math.floor(Math.random() * posts.length)]
    if (post)
      await browser.write('PATCH', `/api/posts/${post.id}`, {
        content: `Edited as number ${n}: ${'more words '.repeat(20)}`,
      })
    return
  }
  if (dice < 0.88) {
    const text = `Load ${person.name} ${process.pid} ${n}`
    const dueAt = Date.now() + DUE_AFTER_MS[0] + Math.random() * (DUE_AFTER_MS[1] - DUE_AFTER_MS[0])
    const { platform, accountId, pictureIds } = person
    const body = {
      platform,
      accountId,
      content: text,
      status: 'scheduled',
      scheduledAt: new Date(dueAt).toISOString(),
      media: { images: pictureIds },
    }
    if (await browser.write('POST', '/api/posts', body))
      outcome.posts.push({ text, dueAt, hasPicture: pictureIds.length > 0 })
    return
  }
  if (dice < 0.96) return await browser.generate({ topic: `Trust at work, take ${n}`, platform: ['linkedin'] })
  if (dice < 0.98) {
    if (await browser.upload(plan.picture)) outcome.pictures++
    return
  }
  if (await browser.write('POST', '/api/forgot-password', { email: person.email })) outcome.mails.push(person.email)
}

/** A user's browser. It stays with one server as long as that server responds. */
class Browser {
  readonly #urls: string[]
  readonly #person: LoadPerson
  readonly #tags = new Map<string, string>()
  #at: number

  constructor(urls: string[], index: number, person: LoadPerson) {
    this.#urls = urls
    this.#person = person
    this.#at = index
  }

  async #ask(kind: Kind, asked: Omit<Asked, 'url'>): Promise<Answered> {
    const headers = { cookie: this.#person.cookie, 'accept-encoding': 'gzip, deflate, br, zstd', ...asked.headers }
    const url = this.#urls[this.#at % this.#urls.length] ?? ''
    const answered = await ask(kind, { ...asked, url, headers })
    if (answered.status === 0 || answered.status >= 500) this.#at++
    return answered
  }

  async read(path: string, accept = 'application/json'): Promise<string> {
    const tag = this.#tags.get(path)
    const isUsed = path.startsWith('/api/posts/scheduled')
    const headers = {
      accept,
      ...(tag && !isUsed && { 'if-none-match': tag }),
      ...(isUsed && { 'accept-encoding': 'identity' }),
    }
    const answered = await this.#ask('read', { method: 'GET', path, headers })
    if (answered.tag) this.#tags.set(path, answered.tag)
    return answered.status === 200 ? answered.body : ''
  }

  /** Retries a call with the same idempotency key until the server responds, as the app does. */
  async write(method: string, path: string, body: object): Promise<boolean> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const until = Date.now() + RETRY_FOR_MS
    for (;;) {
      const { status } = await this.#ask('write', { method, path, headers, body: JSON.stringify(body) })
      if (status > 0 && status < 500 && status !== 429 && status !== 409) return status < 300
      if (Date.now() > until) return false
      await sleep(1_000)
    }
  }

  async generate(body: object): Promise<void> {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    await this.#ask('first words', {
      method: 'POST',
      path: '/api/content/generate',
      headers,
      body: JSON.stringify(body),
    })
  }

  async upload(picture: string): Promise<boolean> {
    const form = new FormData()
    form.append('images', new Blob([Buffer.from(picture, 'base64')]), 'a.jpg')
    const packed = new Response(form)
    const headers = { 'content-type': packed.headers.get('content-type') ?? '' }
    const body = Buffer.from(await packed.arrayBuffer())
    const { status } = await this.#ask('picture', { method: 'POST', path: '/api/images/upload', headers, body })
    return status < 300 && status > 0
  }
}

interface Asked {
  url: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}
interface Answered {
  /** The HTTP status; 0 without a response. */
  status: number
  body: string
  tag: string | undefined
}

/** Sends a request and records its duration. For a stream, this is the time until the first event. */
async function ask(kind: Kind, { url, method, path, headers, body }: Asked): Promise<Answered> {
  const from = performance.now()
  let firstMs: number | undefined
  let reason = ''
  const answered = await new Promise<Answered>((resolve) => {
    const fail = (error: Error) => {
      reason = error.message
      resolve({ status: 0, body: '', tag: undefined })
    }
    const sent = request(new URL(path, url), { method, headers, agent, signal: AbortSignal.timeout(TIMEOUT_MS) })
    sent.once('error', fail)
    sent.once('response', (response) => {
      const isKept = headers['accept-encoding'] === 'identity' || (response.statusCode ?? 0) >= 400
      let text = ''
      response.on('data', (piece: Buffer) => {
        firstMs ??= performance.now() - from
        if (isKept || kind === 'first words') text += piece.toString()
      })
      response.once('error', fail)
      response.once('end', () => {
        if (kind === 'first words' && response.statusCode === 200 && !text.includes('event: done')) reason = 'no done'
        resolve({ status: response.statusCode ?? 0, body: text, tag: response.headers.etag })
      })
    })
    sent.end(body)
  })
  const ms = performance.now() - from
  if (!kind.startsWith('bare')) outcome.longestMs = Math.max(outcome.longestMs, ms)
  if (answered.status === 0 || answered.status >= 400 || reason !== '') {
    if (!kind.startsWith('bare'))
      outcome.errors.push({
        at: Date.now(),
        what: `${method} ${path.split('?')[0]?.replace(/[\da-f-]{36}/, '{id}')}: ${answered.status || reason} ${answered.body.slice(0, 80)}`,
      })
  } else (outcome.times[kind] ??= []).push(kind === 'first words' ? (firstMs ?? ms) : ms)
  return answered
}

/** Opens the event stream of a page, and reconnects when it ends. @returns a function that closes the stream */
function listen(url: string, { cookie }: LoadPerson, until: number): () => void {
  const over = new AbortController()
  const open = () => {
    if (over.signal.aborted || Date.now() > until) return
    const again = () => void setTimeout(open, 2_000 * Math.random() + 500).unref()
    const stream = request(new URL('/api/events', url), { headers: { cookie }, signal: over.signal })
    stream.once('error', again)
    stream.once('response', (response) => response.resume().once('error', again).once('end', again))
    stream.end()
  }
  open()
  return () => over.abort()
}

/** Sends one request of each kind a second to the server that Frogy is compared with, under the same load. */
async function askBare(url: string, until: number): Promise<void> {
  while (Date.now() < until) {
    for (const [kind, method, path] of [
      ['bare Fastify', 'GET', '/'],
      ['bare read', 'GET', '/read'],
      ['bare write', 'POST', '/write'],
    ] as const)
      await ask(kind, { url, method, path, headers: {} })
    await sleep(1_000)
  }
}
