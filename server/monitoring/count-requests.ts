import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { combinations } from './meter.ts'
import type { Meters, RequestKind } from './meters.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const CLASSES = ['2xx', '3xx', '4xx', '5xx']
const UNMATCHED = { method: 'other', route: 'unmatched' }
/** The route label of all built files, because their names change with each build. */
const FILES = 'files'

/** Counts requests by route pattern. Call it before the routes are added. */
export function countRequests(server: FastifyInstance, { requests, requestSeconds }: Meters): void {
  requests.declare(combinations({ method: ['other'], route: ['unmatched'], status: CLASSES }))
  server.addHook('onRoute', (route) => {
    const methods = [route.method].flat().filter((method) => METHODS.includes(method))
    if (methods.length > 0)
      requests.declare(combinations({ method: methods, route: [patternOf(route)], status: CLASSES }))
  })
  server.addHook('onResponse', async (request, reply) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    requests.add({ ...labelsOf(request), status })
    requestSeconds.observe(reply.elapsedTime / 1000, { kind: kindOf(request, reply) })
  })
}

/** The route pattern of a request. All built files share one label, and raw paths never become labels. */
export function routeOf({ routeOptions }: FastifyRequest): string {
  const { url } = routeOptions
  return url === undefined ? UNMATCHED.route : patternOf(routeOptions as { url: string; schema?: unknown })
}

/** Recognizes built files by `hide` in the schema of their route, which the static plugin sets. */
const patternOf = ({ url, schema }: Pick<RouteOptions, 'url'> & { schema?: unknown }): string =>
  url.startsWith('/assets/') || (schema as { hide?: boolean } | undefined)?.hide ? FILES : url

/** A HEAD request counts as GET, because the handler of GET answers it. */
function labelsOf(request: FastifyRequest): typeof UNMATCHED {
  if (request.routeOptions.url === undefined) return UNMATCHED
  const method = request.method === 'HEAD' ? 'GET' : request.method
  return METHODS.includes(method) ? { method, route: routeOf(request) } : UNMATCHED
}

function kindOf(request: FastifyRequest, reply: FastifyReply): RequestKind {
  const route = routeOf(request)
  if (route === FILES || route.startsWith('/media/')) return 'file'
  if (route === '/*') return 'page'
  if (!route.startsWith('/api/')) return 'other'
  if (route === '/api/events' || (reply.sent && request.headers.accept?.includes('text/event-stream'))) return 'stream'
  return request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
}
