const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** App schemes are reversed domain names, so they contain a dot (RFC 8252, 7.1). */
const APP_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/
/** Characters that make a redirect URI unsafe. URL parsers repair or drop them, and `*` could be read as a wildcard. */
const REPAIRED = /[\s\p{Cc}\\*]/u
const USER_INFO = /^[^/?#]*:\/\/[^/?#]*@/

/**
 * Whether a redirect URI is safe for an authorization code: https, http on this device, or an app's scheme. A fragment,
 * user name, password or wildcard makes it unsafe (RFC 6749, 3.1.2; RFC 8252, 7; RFC 9700, 2.1).
 */
export function isSafeRedirect(address: string): boolean {
  if (REPAIRED.test(address) || address.includes('#') || USER_INFO.test(address)) return false
  const url = URL.parse(address)
  if (!url) return false
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:'
  // Require two slashes, because parsers also accept `https:host` and `https:///host`.
  if (isHttp && !/^https?:\/\/[^/]/i.test(address)) return false
  return isHttp ? url.protocol === 'https:' || LOOPBACK.has(url.hostname) : APP_SCHEME.test(url.protocol)
}
