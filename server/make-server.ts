import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { facebookSdkApp } from './accounts/facebook-sdk.ts'
import type { Config } from './config.ts'
import { isCrossOrigin, isOurHost } from './http/address.ts'
import { basePathOf, rewritesUrl, serveBelow } from './http/base-path.ts'
import { keyOf } from './http/bearer.ts'
import { refuseConnection, sendError } from './http/errors.ts'
import { securityHeaders } from './http/security-headers.ts'
import { requestIds } from './log/log-requests.ts'
import { loggerOptions } from './log/logger.ts'
import { METRICS_PATH } from './monitoring/routes.ts'
import { PROBES } from './operate/health.ts'
import { isOAuthPath } from './programs/oauth/routes.ts'

const LARGEST_BODY_BYTES = 1024 * 1024

/** Makes the HTTP server, with the checks that every request passes before its route. */
export function makeServer(config: Config, isStopping: () => boolean, isHandingOver: () => boolean): FastifyInstance {
  const server = Fastify({
    // Let plugins load without a time limit, because a busy machine starts slowly. The supervisor ends a stuck process.
    pluginTimeout: 0,
    logger: loggerOptions(config),
    genReqId: requestIds(config.trustProxy),
    // Turn off Fastify's two log lines per request. `logRequests` writes one, without the path.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: LARGEST_BODY_BYTES,
    // How long the bytes of a slowly sent body may stay in memory: enough for 30 MB at 1 Mbit/s.
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: sendError,
    clientErrorHandler: refuseConnection,
    // Turn off Node's check, because our own hook rejects a missing Host header.
    http: { requireHostHeader: false },
    trustProxy: config.trustProxy.length > 0 && config.trustProxy,
    ...rewritesUrl(basePathOf(config.publicUrl)),
  })
  server.decorateRequest('language', undefined)
  server.decorateRequest('signedIn', undefined)
  server.decorateRequest('keyScopes', undefined)
  // Reject plain text, because other sites can make a browser send it without a CORS preflight request.
  server.removeContentTypeParser('text/plain')
  // Only routes with `takesForm` accept form bodies, because other sites can make a browser send a form.
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) =>
    request.routeOptions.config.takesForm
      ? done(null, Object.fromEntries(new URLSearchParams(String(body))))
      : done(new AppError('unsupported_type')),
  )
  server.setErrorHandler(sendError)
  securityHeaders(server, { publicUrl: config.publicUrl, hasFacebookSdk: facebookSdkApp(config) !== undefined })
  // Ask clients to close their connections at shutdown, because an idle one would keep the process alive.
  server.addHook('onSend', async (_request, reply) => {
    if (isStopping() || isHandingOver()) reply.header('connection', 'close')
  })
  // Ignore unknown values of the Expect header (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  server.addHook('onRequest', async (request) => {
    // Health probes use any Host header or none. Metrics have their own check.
    if (!PROBES.has(request.routeOptions.url ?? '') && request.routeOptions.url !== METRICS_PATH) {
      if (!request.headers.host) throw new AppError('malformed_request')
      if (!isOurHost(request.host, config.publicUrl)) throw new AppError('wrong_host')
    }
    if (isStopping() && isCall(request)) throw new AppError('shutting_down')
    // Browsers never send an API key on their own, so no origin check is needed.
    if (keyOf(request) !== undefined || isOAuthPath(request.routeOptions.url)) return
    if (changesSomething(request) && isCrossOrigin(request, config.publicUrl)) throw new AppError('wrong_origin')
  })
  serveBelow(server, basePathOf(config.publicUrl), () => new AppError('not_found'))
  return server
}

export const isCall = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith('/api/') ?? false
export const changesSomething = ({ method }: FastifyRequest): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)
