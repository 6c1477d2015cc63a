import type { FastifyInstance } from 'fastify'
import { AppError } from '#core/errors.ts'
import {
  CLIENT_METADATA_PATH,
  clientMetadata,
  LOOPBACK_RETURN_PATH,
} from '../adapters/platforms/bluesky/oauth-client.ts'
import { isLoopback } from '../http/address.ts'
import { basePathOf } from '../http/base-path.ts'
import type { Secrets } from '../secrets.ts'
import { clientKeys } from './client-keys.ts'

/**
 * Serves the metadata document that describes this OAuth client to independent servers. Also redirects users who return
 * to the loopback address.
 * @param publicUrl known once the server listens
 */
export function oauthClientRoutes(
  server: FastifyInstance,
  { publicUrl, secrets }: { publicUrl: () => string; secrets: Secrets },
): void {
  server.get(CLIENT_METADATA_PATH, async (_request, reply) => {
    const address = publicUrl()
    if (!address.startsWith('https:')) throw new AppError('not_found')
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(JSON.stringify(clientMetadata(address, clientKeys(secrets))))
  })

  // Bluesky servers redirect users to 127.0.0.1 only, but the user's session cookie belongs to localhost.
  server.get(LOOPBACK_RETURN_PATH, async (request, reply) => {
    const { host = '' } = request.headers
    if (!isLoopback(host) || host.startsWith('localhost')) throw new AppError('not_found')
    const back = new URL(`http://${host}`)
    back.hostname = 'localhost'
    back.pathname = `${basePathOf(publicUrl())}/api/social-accounts/bluesky/callback`
    back.search = new URL(request.originalUrl, back).search
    return reply.redirect(back.href, 302)
  })
}
