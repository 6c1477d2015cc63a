import { isIP } from 'node:net'
import { AppError } from '#core/errors.ts'

/**
 * Reads what a person pasted as the address of a page: without the quotes, brackets and invisible marks around it,
 * and with https where it names no scheme.
 * @throws AppError `url_invalid`
 */
export function pageAddress(pasted: string): URL {
  const text = pasted.replaceAll(DIRECTION_MARKS, '').replace(LEADING, '').replace(TRAILING, '')
  const url = URL.parse(HAS_SCHEME.test(text) ? text : `https://${text}`)
  // The URL standard drops line ends and tabs, which would make one address of two.
  if (!url || /\p{Cc}/u.test(text)) throw new AppError('url_invalid')
  // A word is no address; with a scheme in front it is meant as one.
  if (!HAS_SCHEME.test(text) && !/[.:]/.test(url.host)) throw new AppError('url_invalid')
  return url
}

/** Nothing that belongs to an address (RFC 3987, 4.1), but they come along from Arabic text. */
const DIRECTION_MARKS = /\p{Bidi_Control}/gu
const AROUND = String.raw`[\s\u200b-\u200d\u2060"'\u0060<>«»‹›“”„‘’]`
const LEADING = new RegExp(`^${AROUND}+`)
const TRAILING = new RegExp(`(?<!${AROUND})${AROUND}+$`)
/** `example.com:8080` has none. */
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d{1,5}(?:[/?#]|$))/i

/**
 * Refuses an address by what it says of itself; where its name leads is looked at when it is connected to.
 * @param allowHosts `host:port` pairs that may be read wherever they are
 * @throws AppError `url_forbidden`
 */
export function checkAddress(url: URL, allowHosts: readonly string[]): void {
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isHttp || url.username !== '' || url.password !== '') throw new AppError('url_forbidden')
  if (allowHosts.includes(hostAndPort(url))) return
  if (!['', '80', '443'].includes(url.port) || isInternalName(url.hostname)) throw new AppError('url_forbidden')
}

/** `example.com:443`, `[2001:db8::1]:80`: as `EXTRACT_ALLOW_HOSTS` lists them. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

/** Top-level domains that are nobody's on the internet (RFC 6761, 6762 appendix G, 7686, 9476), and arpa (RFC 8375). */
const INTERNAL_DOMAINS = new Set(
  'alt arpa corp home internal intranet invalid lan local localdomain localhost onion private test'.split(' '),
)

/** A single word is completed by the resolver with whatever network this machine is in. */
function isInternalName(hostname: string): boolean {
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return false
  const labels = hostname.split('.').filter(Boolean)
  return labels.length < 2 || INTERNAL_DOMAINS.has(labels.at(-1) ?? '')
}
