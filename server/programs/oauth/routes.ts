import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { countedAddress } from '../../http/address.ts'
import type { Handle } from '../../http/router.ts'
import { oauth, type OAuthParts } from './oauth.ts'

const QUARTER_MS = 15 * 60_000

/** What is asked by programs and sent on by browsers, with how often in a quarter of an hour from one address. */
const PATHS = {
  '/authorize': { method: ['GET'], perQuarter: 100 },
  '/token': { method: ['POST', 'OPTIONS'], perQuarter: 200 },
  '/register': { method: ['POST', 'OPTIONS'], perQuarter: 20 },
  '/revoke': { method: ['POST', 'OPTIONS'], perQuarter: 100 },
  '/.well-known/oauth-authorization-server': { method: ['GET', 'OPTIONS'], perQuarter: 400 },
  '/.well-known/oauth-protected-resource/mcp': { method: ['GET', 'OPTIONS'], perQuarter: 400 },
} as const

/** Whether a path is asked by programs of any origin, which send no cookie but what only they know. */
export const isForPrograms = (path: string | undefined): boolean => path !== undefined && Object.hasOwn(PATHS, path)

/** How a client without a key learns how to get one (RFC 9728, 5.1). */
export const challengeAt = (publicUrl: string): string =>
  `Bearer resource_metadata="${new URL('/.well-known/oauth-protected-resource/mcp', publicUrl).href}"`

interface OAuthRouteParts extends OAuthParts {
  publicUrl: () => string
  throttle: { spend(key: string, limit: number, windowMs: number): Promise<void> }
}

export function oauthRoutes(server: FastifyInstance, handle: Handle, parts: OAuthRouteParts): void {
  const permissions = oauth(parts)

  handle('GET /api/oauth/requests/{id}', ({ params }) => permissions.read(params.id))

  handle('POST /api/oauth/requests/{id}', async ({ signedIn, params, body, language }) => ({
    redirectTo: await permissions.permit(params.id, signedIn.user.id, body.scopes, language),
  }))

  handle('DELETE /api/oauth/requests/{id}', async ({ params }) => ({ redirectTo: await permissions.refuse(params.id) }))

  let router: Promise<(request: FastifyRequest, reply: FastifyReply) => void> | undefined
  const load = async () => {
    // Express is read by the first program that asks: a start reads few files.
    const { oauthRouter } = await import('./express-router.ts')
    const app = oauthRouter(permissions, parts.publicUrl())
    return ({ raw: request }: FastifyRequest, { raw: response }: FastifyReply) => app(request, response)
  }

  void server.register(async (scope) => {
    // It reads bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const [url, { method, perQuarter }] of Object.entries(PATHS))
      scope.route({
        method: [...method],
        url,
        handler: async (request, reply) => {
          await parts.throttle.spend(`${url} ${countedAddress(request.ip)}`, perQuarter, QUARTER_MS)
          if (!isSafeAddress(parts.publicUrl())) throw new AppError('not_found')
          const answer = await (router ??= load())
          // What every answer has goes with this one, too.
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value)
          reply.hijack()
          answer(request, reply)
          return reply
        },
      })
  })
}

/** Tokens travel over https, or stay on one's own machine. */
function isSafeAddress(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
