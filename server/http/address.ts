import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * What counts as one address where calls are counted: an IPv6 address by its network of /64, because whoever has one
 * has all of that; without the port that some proxies add, because each connection has another one.
 */
export function countedAddress(given: string): string {
  const address = given.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

/** Whether a host, as a URL or a Host header names it, is this machine's own. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/**
 * Whether a request is meant for this installation: for PUBLIC_URL's host, or for this machine's own, where people
 * develop and proxies forward to. A page of somebody else's whose name was made to lead here sends its own name.
 */
export function isOurHost(given: string, publicUrl: string): boolean {
  if (isLoopback(given)) return true
  const { protocol, host } = new URL(publicUrl)
  return /^[\w.:[\]-]+$/.test(given) && URL.parse(`${protocol}//${given}`)?.host === host
}

/**
 * The origin under which this browser sees Frogy. PUBLIC_URL, but on one's own machine localhost and 127.0.0.1 are two
 * places to a browser: a session started at one is not known at the other, so the return from a network goes back to
 * where the person was.
 */
export function originSeenBy(request: FastifyRequest, publicUrl: string): string {
  const { protocol, host } = new URL(publicUrl)
  const asked = request.headers.host ?? ''
  return protocol === 'http:' && isLoopback(host) && isLoopback(asked) ? `http://${asked}` : new URL(publicUrl).origin
}

/**
 * Whether a request that changes something comes from Frogy's own pages, or from a program that is no browser (it sends
 * no Origin). A cookie alone proves nothing: any page can make a browser send it.
 */
export function isFromElsewhere(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (request.headers['sec-fetch-site'] === 'cross-site') return true
  if (origin === undefined) return false
  if (origin === new URL(publicUrl).origin) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
