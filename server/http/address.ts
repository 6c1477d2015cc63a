import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { basePathOf } from './base-path.ts'

/**
 * Normalizes an address for rate limits. IPv6 counts by /64 network, because a client usually owns all of it. Ports,
 * which some proxies add, are removed because they change with each connection.
 */
export function rateLimitAddress(given: string): string {
  const address = given.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

/** Whether a host of a URL or Host header is this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** Whether an IP address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/**
 * Accepts the host of PUBLIC_URL, and loopback for development and proxies. This stops DNS rebinding, because a foreign
 * page sends its own host name.
 */
export function isOurHost(given: string, publicUrl: string): boolean {
  if (isLoopback(given)) return true
  const { protocol, host } = new URL(publicUrl)
  return /^[\w.:[\]-]+$/.test(given) && URL.parse(`${protocol}//${given}`)?.host === host
}

/**
 * The origin that this browser uses: PUBLIC_URL, or the requested loopback host on a local machine. Browsers separate
 * the sessions of localhost and 127.0.0.1, so redirects must return to the same host.
 */
export function browserOrigin(request: FastifyRequest, publicUrl: string): string {
  const { protocol, host } = new URL(publicUrl)
  const asked = request.headers.host ?? ''
  return protocol === 'http:' && isLoopback(host) && isLoopback(asked) ? `http://${asked}` : new URL(publicUrl).origin
}

/** PUBLIC_URL with the origin that this browser uses. Callers append a path to it. */
export const browserUrl = (request: FastifyRequest, publicUrl: string): string =>
  browserOrigin(request, publicUrl) + basePathOf(publicUrl)

/**
 * Whether a changing request comes from another site. API clients send no Origin. The cookie proves nothing, because
 * any page can make a browser send it.
 */
export function isCrossOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (request.headers['sec-fetch-site'] === 'cross-site') return true
  if (origin === undefined) return false
  if (origin === new URL(publicUrl).origin) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
