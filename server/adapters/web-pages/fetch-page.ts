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

/** Identifies a version of a feed, for conditional requests (RFC 9110, 8.8). */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

export type FetchedFeed = FetchedPage & { validators: Validators }

export interface PageFetcher extends AsyncDisposable {
  /**
   * Reads from public hosts only. A string is an address as a user pasted it, a URL is used unchanged.
   * @throws AppError `url_invalid`, `url_forbidden`, `page_unreachable`, `page_timed_out`, `page_refused`,
   * `page_login`, `page_redirects` or `page_too_large`; `shutting_down` once disposed of
   */
  fetchPage(address: string | URL, language: Language, until?: AbortSignal): Promise<FetchedPage>
  /** Reads a feed as `fetchPage` reads a page. Returns null if it has not changed since the version of `known`. */
  fetchFeed(address: string, language: Language, known?: Validators, until?: AbortSignal): Promise<FetchedFeed | null>
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
/** The maximum number of redirects, the same as in browsers. One time limit applies to all of them together. */
const MAX_REDIRECTS = 20

/** Opens a reader of pages. Disposing of it aborts running requests. */
export function pageFetcher(options: PageFetcherOptions): PageFetcher {
  const { allowHosts, userAgent, lookup, timeLimitMs = TIME_LIMIT_MS } = options
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  async function follow(
    address: string | URL,
    signal: AbortSignal,
    language: Language,
    headers: RequestHeaders = PAGE_HEADERS,
  ): Promise<FetchedFeed | typeof UNCHANGED> {
    let url = typeof address === 'string' ? pageAddress(address) : address
    const cookies = cookieJar()
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      checkAddress(url, allowHosts)
      const answer = await visit(url, signal, cookies, { ...headers, 'Accept-Language': `${language}, *;q=0.5` })
      if (!(answer instanceof URL)) return answer
      url = answer
    }
    throw new AppError('page_redirects')
  }

  async function visit(url: URL, signal: AbortSignal, cookies: CookieJar, headers: RequestHeaders) {
    try {
      const socket = await guardedSocket(url, allowHosts, signal, lookup)
      const stop = () => socket.destroy(signal.reason as Error)
      signal.addEventListener('abort', stop)
      try {
        signal.throwIfAborted()
        socket.on('error', () => {})
        // Write Latin-1, so that a cookie goes back to the site with the same bytes with which it arrived.
        socket.write(requestFor(url, userAgent, headers, cookies.headerFor(url)), 'latin1')
        const response = await readResponse(socket)
        cookies.store(url, response.headers.get('set-cookie') ?? [])
        return await readAnswer(response, url, 'If-None-Match' in headers || 'If-Modified-Since' in headers)
      } finally {
        signal.removeEventListener('abort', stop)
        // Close the connection instead of waiting for the body of a redirect or an error.
        socket.destroy()
      }
    } catch (error) {
      throw pageError(error, signal, url)
    }
  }

  async function fetchWith(
    address: string | URL,
    language: Language,
    until: AbortSignal | undefined,
    headers?: RequestHeaders,
  ) {
    const ends = [closing.signal, AbortSignal.timeout(timeLimitMs), ...(until ? [until] : [])]
    const fetching = follow(address, AbortSignal.any(ends), language, headers)
    underWay.add(fetching)
    try {
      const answer = await fetching
      return answer === UNCHANGED ? null : answer
    } finally {
      underWay.delete(fetching)
    }
  }

  return {
    async fetchPage(address, language, until) {
      const page = await fetchWith(address, language, until)
      if (!page) throw new Error('A page without validators was reported as unchanged')
      const { validators: _, ...rest } = page
      return rest
    },
    fetchFeed: (address, language, known, until) => fetchWith(address, language, until, feedHeaders(known)),
    async [Symbol.asyncDispose]() {
      closing.abort(new AppError('shutting_down'))
      await Promise.allSettled(underWay)
    },
  }
}

type RequestHeaders = Record<string, string>

const PAGE_HEADERS: RequestHeaders = { Accept: 'text/html, application/xhtml+xml, application/pdf, */*;q=0.5' }

const feedHeaders = (known?: Validators): RequestHeaders => ({
  Accept:
    'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/html;q=0.8, */*;q=0.5',
  ...(known?.etag && { 'If-None-Match': known.etag }),
  ...(known?.lastModified && { 'If-Modified-Since': known.lastModified }),
})

const UNCHANGED = Symbol('unchanged')

/** Writes a request. No part of it contains line ends, so none can add headers. */
function requestFor(url: URL, userAgent: string, more: RequestHeaders, cookie: string | undefined): string {
  const headers = {
    Host: url.host,
    Connection: 'close',
    'User-Agent': userAgent,
    ...more,
    'Accept-Encoding': ACCEPTED_CODINGS,
    ...(cookie && { Cookie: cookie }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`
}

const REDIRECTS = [301, 302, 303, 307, 308]

async function readAnswer(
  { status, headers, body }: HttpResponse,
  url: URL,
  isConditional: boolean,
): Promise<FetchedFeed | URL | typeof UNCHANGED> {
  const first = (name: string) => headers.get(name)?.[0]
  const location = headers.get('location')?.find((value) => value !== '')
  const next = REDIRECTS.includes(status) && location !== undefined ? URL.parse(escaped(location), url) : null
  if (next) return next
  if (status === 304 && isConditional) return UNCHANGED
  if (status === 401) throw new AppError('page_login')
  const codings = codingsOf(headers.get('content-encoding')?.join() ?? '')
  const refused = new AppError('page_refused', { values: { host: shownHost(url), status } })
  // Like browsers, read the body of a redirect without a target, or with a choice of targets, as a page.
  const isStay = status === 300 || (REDIRECTS.includes(status) && location === undefined)
  if (((status < 200 || status > 299) && !isStay) || !codings) throw refused
  const contentType = first('content-type') || null
  const bytes = await readBody(body, codings, contentType)
  if (isStay && bytes.length === 0) throw refused
  const refresh = first('refresh')
  const leadsTo = refreshTarget(url, refresh === undefined ? undefined : escaped(refresh), contentType, bytes)
  const validators = { etag: validator(first('etag')), lastModified: validator(first('last-modified')) }
  return leadsTo ?? { url: withoutFragment(url), contentType, bytes, validators }
}

/** Drops a validator that could not be sent back in a header. */
const validator = (value: string | undefined): string | null =>
  value && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null

/** Headers arrive as bytes. Percent-encode non-ASCII bytes without guessing the site's encoding. */
function escaped(location: string): string {
  return location.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
}

function pageError(error: unknown, signal: AbortSignal, url: URL): unknown {
  // An abort reaches this function as different errors, so take the reason from the signal.
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
