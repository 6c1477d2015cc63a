import { domainToUnicode } from 'node:url'
import type { Dispatcher } from 'undici'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { guardedClient } from './guarded-client.ts'
import type { Lookup } from './guarded-connect.ts'
import { checkAddress, pageAddress } from './page-address.ts'
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
  /** Covers name lookup, connection, redirects and body. */
  timeLimitMs?: number
}

const TIME_LIMIT_MS = 10_000
const MAX_REDIRECTS = 5

/** Disposing of it aborts running requests. */
export function pageFetcher(options: PageFetcherOptions): PageFetcher {
  const { allowHosts, userAgent, lookup, timeLimitMs = TIME_LIMIT_MS } = options
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  async function follow(address: string | URL, signal: AbortSignal, language: Language): Promise<FetchedPage> {
    let url = typeof address === 'string' ? pageAddress(address) : address
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      checkAddress(url, allowHosts)
      const answer = await visit(url, signal, language)
      if (!(answer instanceof URL)) return answer
      url = answer
    }
    throw new AppError('page_redirects')
  }

  async function visit(url: URL, signal: AbortSignal, language: Language): Promise<FetchedPage | URL> {
    const client = await guardedClient(url, allowHosts, signal, lookup)
    try {
      signal.throwIfAborted()
      const path = url.pathname + url.search
      const answer = await client.request({ method: 'GET', path, headers: headersFor(userAgent, language), signal })
      return await readAnswer(answer, url)
    } catch (error) {
      throw pageError(error, signal, url)
    } finally {
      // Do not wait for the unread body of a redirect or an error.
      await client.destroy()
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

function headersFor(userAgent: string, language: Language): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: 'text/html, application/xhtml+xml, application/pdf, */*;q=0.5',
    'accept-language': `${language}, *;q=0.5`,
    'accept-encoding': ACCEPTED_CODINGS,
  }
}

const REDIRECTS = [301, 302, 303, 307, 308]

async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: URL,
): Promise<FetchedPage | URL> {
  const location = first(headers.location)
  const next = REDIRECTS.includes(statusCode) && location !== undefined ? URL.parse(escaped(location), url) : null
  if (next) return next
  if (statusCode === 401) throw new AppError('page_login')
  const codings = codingsOf(String(headers['content-encoding'] ?? ''))
  if (statusCode < 200 || statusCode > 299 || !codings)
    throw new AppError('page_refused', { values: { host: shownHost(url), status: statusCode } })
  const contentType = first(headers['content-type']) ?? null
  const bytes = await readBody(body, codings, contentType)
  return { url: withoutFragment(url), contentType, bytes }
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

/** Readable form: `مثال.إختبار`, not `xn--mgbh0fb.xn--kgbechtv`. */
const shownHost = (url: URL) => domainToUnicode(url.hostname) || url.hostname

const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)

function withoutFragment(url: URL): string {
  const bare = new URL(url)
  bare.hash = ''
  return bare.href
}
