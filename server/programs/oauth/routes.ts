import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#core/errors.ts'
import { rateLimitAddress } from '../../http/address.ts'
import { wellKnownUrl } from '../../http/base-path.ts'
import type { Handle } from '../../http/router.ts'
import { oauth, type OAuthParts } from './oauth.ts'

const QUARTER_MS = 15 * 60_000

/** OAuth endpoints, with the number of requests that one client address may send in 15 minutes. */
const PATHS = {
  '/authorize': { method: ['GET'], perQuarter: 100 },
  '/token': { method: ['POST', 'OPTIONS'], perQuarter: 200 },
  '/register': { method: ['POST', 'OPTIONS'], perQuarter: 20 },
  '/revoke': { method: ['POST', 'OPTIONS'], perQuarter: 100 },
  '/.well-known/oauth-authorization-server': { method: ['GET', 'OPTIONS'], perQuarter: 400 },
  '/.well-known/oauth-protected-resource/mcp': { method: ['GET', 'OPTIONS'], perQuarter: 400 },
} as const

/** Whether a path is an OAuth endpoint. Pages of any origin may call it, because it uses no cookies. */
export const isOAuthPath = (path: string | undefined): boolean => path !== undefined && Object.hasOwn(PATHS, path)

/** The `WWW-Authenticate` header that refers clients without a key to OAuth (RFC 9728, 5.1). */
export const oauthChallenge = (publicUrl: string): string =>
  `Bearer resource_metadata="${wellKnownUrl(publicUrl, 'oauth-protected-resource', '/mcp')}"`

interface OAuthRouteParts extends OAuthParts {
  publicUrl: () => string
  throttle: { spend(key: string, limit: number, windowMs: number): Promise<void> }
}

export function oauthRoutes(server: FastifyInstance, handle: Handle, parts: OAuthRouteParts): void {
  const permissions = oauth(parts)

  handle('GET /api/oauth/requests/{id}', ({ signedIn, params, language }) =>
    permissions.read(params.id, signedIn.user.id, language),
  )

  handle('POST /api/oauth/requests/{id}', async ({ signedIn, params, body, language }) => ({
    redirectTo: await permissions.permit(params.id, signedIn.user.id, body, language),
  }))

  handle('DELETE /api/oauth/requests/{id}', async ({ params }) => ({ redirectTo: await permissions.refuse(params.id) }))

  let router: Promise<(request: IncomingMessage, response: ServerResponse) => void> | undefined
  // Load the SDK on first use, so that Frogy starts fast.
  const load = async () => (await import('./sdk-router.ts')).oauthRouter(permissions, parts.publicUrl())

  void server.register(async (scope) => {
    // The SDK parses the request bodies, so Fastify must not.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const [url, { method, perQuarter }] of Object.entries(PATHS))
      scope.route({
        method: [...method],
        url,
        handler: async (request, reply) => {
          await parts.throttle.spend(`${url} ${rateLimitAddress(request.ip)}`, perQuarter, QUARTER_MS)
          if (!isSafeAddress(parts.publicUrl())) throw new AppError('not_found')
          const answer = await (router ??= load())
          // The SDK writes the response directly, so add Frogy's common headers to it.
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value)
          reply.hijack()
          answer(request.raw, reply.raw)
          return reply
        },
      })
  })
}

/** True for https and for this device. OAuth tokens may be sent to no other address. */
function isSafeAddress(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
