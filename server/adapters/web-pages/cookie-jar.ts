/** The cookies of one page and its redirects. Nothing is kept for another page. */
export interface CookieJar {
  /** The `Cookie` header of a request, or undefined. */
  headerFor(url: URL): string | undefined
  /** Stores the cookies of a response. @param headers `Set-Cookie` values of a response from `url` */
  store(url: URL, headers: readonly string[]): void
}

interface Cookie {
  name: string
  value: string
  /** Whether subdomains receive the cookie too. */
  isForSubdomains: boolean
  domain: string
  port: string
  path: string
  isSecure: boolean
}

const MAX_COOKIES = 50
const MAX_COOKIE_LENGTH = 4_096
const MAX_HEADER_LENGTH = 16_384

/** Opens a jar that follows RFC 6265. Rejects cookies for domains that belong to many owners. */
export function cookieJar(): CookieJar {
  const kept = new Map<string, Cookie>()

  function storeOne(url: URL, header: string): void {
    const cookie = header.length <= MAX_COOKIE_LENGTH ? parse(url, header) : undefined
    if (!cookie) return
    const key = JSON.stringify([cookie.name, cookie.domain, cookie.port, cookie.path])
    kept.delete(key)
    if (!cookie.isExpired && kept.size < MAX_COOKIES) kept.set(key, cookie)
  }

  return {
    store(url, headers) {
      for (const header of headers) storeOne(url, header)
    },
    headerFor(url) {
      const fitting = [...kept.values()].filter((cookie) => fits(cookie, url))
      // Send cookies with longer paths first (RFC 6265, 5.4).
      const pairs = fitting
        .toSorted((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => (name === '' ? value : `${name}=${value}`))
      const header = pairs.join('; ')
      return header === '' || header.length > MAX_HEADER_LENGTH ? undefined : header
    },
  }
}

function fits({ domain, port, isForSubdomains, path, isSecure }: Cookie, url: URL): boolean {
  const isHost = url.hostname === domain || (isForSubdomains && url.hostname.endsWith(`.${domain}`))
  const isPath = url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
  return isHost && isPath && port === portOf(url) && (!isSecure || url.protocol === 'https:')
}

/** The port of a cookie's site. Unlike browsers, Frogy does not share cookies between the ports of a host. */
const portOf = (url: URL): string => (['', '80', '443'].includes(url.port) ? '' : url.port)

function parse(url: URL, header: string): (Cookie & { isExpired: boolean }) | undefined {
  const [pair = '', ...rest] = header.split(';')
  const equals = pair.indexOf('=')
  // Like browsers, accept a cookie without a name, and send back only its value.
  const name = pair.slice(0, Math.max(0, equals)).trim()
  const value = pair.slice(equals + 1).trim()
  if (name + value === '' || !PRINTABLE.test(name + value)) return undefined
  const attributes = new Map(
    rest.map((attribute) => {
      const [key = '', ...others] = attribute.split('=')
      return [key.trim().toLowerCase(), others.join('=').trim()] as const
    }),
  )
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase() ?? ''
  const isOther = domain !== '' && domain !== url.hostname
  if (isOther && !(url.hostname.endsWith(`.${domain}`) && isOneSite(domain))) return undefined
  const path = attributes.get('path')
  const isSecure = attributes.has('secure')
  if (name === '' && /^__(?:host|secure)-/i.test(value)) return undefined
  const isHostOnly = /^__host-/i.test(name)
  if (isSecure && url.protocol !== 'https:') return undefined
  if ((isHostOnly || /^__secure-/i.test(name)) && !isSecure) return undefined
  if (isHostOnly && (domain !== '' || path !== '/')) return undefined
  return {
    name,
    value,
    domain: domain || url.hostname,
    isForSubdomains: domain !== '' && isOneSite(domain),
    port: portOf(url),
    path: path?.startsWith('/') ? path : defaultPath(url),
    isSecure,
    isExpired: isExpired(attributes),
  }
}

/** Bytes except control characters, so that no line break can reach a header. UTF-8 and other encodings may occur. */
const PRINTABLE = /^[ -~\x80-\xff]*$/

/**
 * Whether a domain belongs to one owner. `co.uk` and names without a dot do not, and an IP address has no subdomains.
 */
const isOneSite = (domain: string): boolean =>
  /\.[a-z][a-z\d-]*$/.test(domain) && !/^(?:ac|co|com|edu|go|gob|gov|mil|ne|net|or|org|sch)\.[a-z]{2}$/.test(domain)

/** The default path of a cookie: the folder of the page (RFC 6265, 5.1.4). */
const defaultPath = ({ pathname }: URL): string => pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')))

/** Whether a cookie has expired. A jar lives for seconds, so only past dates matter. `Max-Age` overrules `Expires`. */
function isExpired(attributes: ReadonlyMap<string, string>): boolean {
  const age = attributes.get('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0
  const expires = Date.parse(attributes.get('expires') ?? '')
  return expires <= EARLY
}

/**
 * A cookie that expires before this date is meant to be deleted. Servers use dates decades ago for this, so no clock is
 * needed.
 */
const EARLY = Date.UTC(2020, 0, 1)
