import { domainToUnicode } from 'node:url'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { cookieJar, type CookieJar } from './cookie-jar.ts'
import { guardedSocket } from './guarded-client.ts'
import type { Lookup } from './guarded-connect.ts'
import { readResponse, type HttpResponse } from './http-response.ts'
import { checkAddress, pageAddress } from './page-address.ts'
import { refreshTarget } from './page-refresh.ts'
import { ACCEPTED_CODINGS, codingsOf, readBody } from './read-body.ts'

export interface FetchedPage {
  /** Final address without its fragment. */
  url: string
  contentType: string | null
  bytes: Uint8Array
}

export interface PageFetcher extends AsyncDisposable {
  /**
   * Reads from public hosts only. A string is an address as a user pasted it, a URL is used unchanged.
   * @throws AppError `url_invalid`, `url_forbidden`, `page_unreachable`, `page_timed_out`, `page_refused`,
   * `page_login`, `page_redirects` or `page_too_large`; `shutting_down` once disposed of
   */
  fetchPage(address: string | URL, language: Language, until?: AbortSignal): Promise<FetchedPage>
}

export interface PageFetcherOptions {
  /** `host:port` pairs, as `hostAndPort` returns them, that are allowed on private addresses. */
  allowHosts: readonly string[]
  userAgent: string
  lookup?: Lookup
  /** The time limit of a page: for name lookup, connection, redirects and body. */
  timeLimitMs?: number
}

const TIME_LIMIT_MS = 10_000
const MAX_REDIRECTS = 5

/** Opens a reader of pages. Disposing of it aborts running requests. */
export function pageFetcher(options: PageFetcherOptions): PageFetcher {
  const { allowHosts, userAgent, lookup, timeLimitMs = TIME_LIMIT_MS } = options
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  async function follow(address: string | URL, signal: AbortSignal, language: Language): Promise<FetchedPage> {
    let url = typeof address === 'string' ? pageAddress(address) : address
    const cookies = cookieJar()
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      checkAddress(url, allowHosts)
      const answer = await visit(url, signal, language, cookies)
      if (!(answer instanceof URL)) return answer
      url = answer
    }
    throw new AppError('page_redirects')
  }

  async function visit(url: URL, signal: AbortSignal, language: Language, cookies: CookieJar) {
    try {
      const socket = await guardedSocket(url, allowHosts, signal, lookup)
      const stop = () => socket.destroy(signal.reason as Error)
      signal.addEventListener('abort', stop)
      try {
        signal.throwIfAborted()
        socket.on('error', () => {})
        socket.write(requestFor(url, userAgent, language, cookies.headerFor(url)))
        const response = await readResponse(socket)
        cookies.store(url, response.headers.get('set-cookie') ?? [])
        return await readAnswer(response, url)
      } finally {
        signal.removeEventListener('abort', stop)
        // Do not wait for the unread body of a redirect or an error.
        socket.destroy()
      }
    } catch (error) {
      throw pageError(error, signal, url)
    }
  }

  return {
    async fetchPage(address, language, until) {
      const ends = [closing.signal, AbortSignal.timeout(timeLimitMs), ...(until ? [until] : [])]
      const fetching = follow(address, AbortSignal.any(ends), language)
      underWay.add(fetching)
      try {
        return await fetching
      } finally {
        underWay.delete(fetching)
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new AppError('shutting_down'))
      await Promise.allSettled(underWay)
    },
  }
}

/** Writes a request. The parts of a URL are ASCII without line ends, so they cannot add headers. */
function requestFor(url: URL, userAgent: string, language: Language, cookie: string | undefined): string {
  const headers = {
    Host: url.host,
    Connection: 'close',
    'User-Agent': userAgent,
    Accept: 'text/html, application/xhtml+xml, application/pdf, */*;q=0.5',
    'Accept-Language': `${language}, *;q=0.5`,
    'Accept-Encoding': ACCEPTED_CODINGS,
    ...(cookie && { Cookie: cookie }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`
}

const REDIRECTS = [301, 302, 303, 307, 308]

async function readAnswer({ status, headers, body }: HttpResponse, url: URL): Promise<FetchedPage | URL> {
  const first = (name: string) => headers.get(name)?.[0]
  const location = first('location')
  const next = REDIRECTS.includes(status) && location !== undefined ? URL.parse(escaped(location), url) : null
  if (next) return next
  if (status === 401) throw new AppError('page_login')
  const codings = codingsOf(headers.get('content-encoding')?.join() ?? '')
  if (status < 200 || status > 299 || !codings)
    throw new AppError('page_refused', { values: { host: shownHost(url), status } })
  const contentType = first('content-type') || null
  const bytes = await readBody(body, codings, contentType)
  const refresh = first('refresh')
  const leadsTo = refreshTarget(url, refresh === undefined ? undefined : escaped(refresh), contentType, bytes)
  return leadsTo ?? { url: withoutFragment(url), contentType, bytes }
}

/** Headers arrive as bytes. Percent-encode non-ASCII bytes without guessing the site's encoding. */
function escaped(location: string): string {
  return location.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
}

function pageError(error: unknown, signal: AbortSignal, url: URL): unknown {
  // The lower layers report an abort in many forms.
  const cause: unknown = signal.aborted ? signal.reason : error
  const values = { host: shownHost(url) }
  const { name, code } = cause as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError' || code === 'ETIMEDOUT') return new AppError('page_timed_out', { values, cause })
  if (signal.aborted || cause instanceof AppError) return cause
  // Errors of the network, HTTP and codings have a `code` property, possibly undefined. A bug has none.
  const isOfTheSite = cause instanceof Error && 'code' in cause
  return isOfTheSite ? new AppError('page_unreachable', { values, cause }) : cause
}

/** The host in its readable form: `مثال.إختبار`, not `xn--mgbh0fb.xn--kgbechtv`. */
const shownHost = (url: URL) => domainToUnicode(url.hostname) || url.hostname

function withoutFragment(url: URL): string {
  const bare = new URL(url)
  bare.hash = ''
  return bare.href
}
