import { isIP } from 'node:net'
import { pastedAddress } from '#core/address-in-text.ts'
import { AppError } from '#core/errors.ts'

/** Reads the first address of a pasted text. An address without a scheme gets https. Throws `url_invalid`. */
export function pageAddress(pasted: string): URL {
  const found = pastedAddress(pasted)
  const text = /\s/.test(found) ? (onlyHost(found) ?? found) : found
  const url = URL.parse(HAS_SCHEME.test(text) ? text : `https://${text}`)
  // `URL.parse` drops line breaks and tabs, which would join two addresses.
  if (!url || /\p{Cc}/u.test(text)) throw new AppError('url_invalid')
  // A single word is not an address unless it has a scheme.
  if (!HAS_SCHEME.test(text) && !/[.:]/.test(url.host)) throw new AppError('url_invalid')
  return url
}

/** The host name in a sentence such as `See news.example.` Undefined if the sentence has no or several host names. */
function onlyHost(sentence: string): string | undefined {
  if (OTHER_SCHEME.test(sentence)) return undefined
  const hosts = Array.from(sentence.matchAll(HOST_ALONE)).filter(([, domain = '']) => !NO_DOMAIN.test(domain))
  return hosts.length === 1 ? hosts[0]?.[0] : undefined
}

const OTHER_SCHEME = /^\s*(?!https?:)[a-z][a-z\d+.-]*:\S/i

/** Matches a name alone, with or without a port. */
const HOST_ALONE =
  /(?<![\p{L}\p{N}@.:/-])(?:[\p{L}\p{N}-]+\.)+(\p{L}[\p{L}\p{N}-]+)(?::\d+)?(?![\p{L}\p{N}@/-]|:[\d/]|\.[\p{L}\p{N}])/gu

/** Words after a full stop that are not top-level domains: file extensions, and the first word of a sentence. */
const NO_DOMAIN = /^(?:\p{Lu}\p{Ll}+|pdf|docx?|txt|html?|jpe?g|png|gif|csv|xlsx?|pptx?|zip|mp[34]|js|json|md)$/u

/** Whether a text begins with a scheme. `example.com:8080` does not. */
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d{1,5}(?:[/?#]|$))/i

/** Checks only the text of an address (`url_forbidden`). `guardedConnect` checks the resolved IP addresses. */
export function checkAddress(url: URL, allowHosts: readonly string[]): void {
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isHttp || url.username !== '' || url.password !== '') throw new AppError('url_forbidden')
  if (allowHosts.includes(hostAndPort(url))) return
  if (!['', '80', '443'].includes(url.port) || isInternalName(url.hostname)) throw new AppError('url_forbidden')
}

/** The host and port in the format of `EXTRACT_ALLOW_HOSTS`: `example.com:443`, `[2001:db8::1]:80`. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

/** Top-level domains outside the public DNS (RFC 6761, 6762 appendix G, 7686, 9476), and arpa (RFC 8375). */
const INTERNAL_DOMAINS = new Set(
  'alt arpa corp home internal intranet invalid lan local localdomain localhost onion private test'.split(' '),
)

/** Whether a name is internal. A single word counts, because the resolver appends the local search domain to it. */
function isInternalName(hostname: string): boolean {
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return false
  const labels = hostname.split('.').filter(Boolean)
  return labels.length < 2 || INTERNAL_DOMAINS.has(labels.at(-1) ?? '')
}
