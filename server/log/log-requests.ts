import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { routeOf } from '../monitoring/count-requests.ts'

const REQUEST_ID_HEADER = 'x-request-id'

/** Request ids that Frogy accepts from a proxy. Other characters could forge parts of a log line. */
const PROXY_ID = /^[\w.:=+/-]{8,128}$/

/**
 * Creates the id of each request, or takes it from a trusted proxy, so that the proxy's log and Frogy's log have the
 * same id.
 */
export function requestIds(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList()
  for (const entry of trustProxy) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  const isProxy = (given: string | undefined): boolean => {
    if (trustProxy.length === 0 || given === undefined || !ipaddr.isValid(given)) return false
    const address = ipaddr.process(given)
    return proxies.check(address.toString(), address.kind())
  }
  return ({ headers, socket }) => {
    const named = headers[REQUEST_ID_HEADER]
    return typeof named === 'string' && PROXY_ID.test(named) && isProxy(socket.remoteAddress) ? named : randomUUID()
  }
}

/** Probes and scrapes repeat all the time, so they appear only at the level `debug`. */
const QUIET: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Logs one line per request when its response ends, and sends the request id in a response header. Logs the route
 * pattern instead of the path, because paths and queries may contain tokens.
 */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    // Set the header on the raw response, for responses that bypass Fastify.
    reply.raw.setHeader(REQUEST_ID_HEADER, request.id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    request.log[QUIET.has(route) ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.signedIn && { userId: request.signedIn.user.id }),
      },
      'request',
    )
  })
}
