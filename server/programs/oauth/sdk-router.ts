import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { metadataHandler } from '@modelcontextprotocol/sdk/server/auth/handlers/metadata.js'
import { createOAuthMetadata, mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js'
import {
  InvalidClientMetadataError,
  InvalidGrantError,
  InvalidRequestError,
  InvalidTargetError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js'
import type { OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js'
import { basePathOf } from '../../http/base-path.ts'
import { USUAL_SCOPES, type OAuth } from './oauth.ts'
import { isSafeRedirect } from './redirect-uris.ts'

const CONSENT_PATH = '/settings/connect'

/** The part of Express's response object that the SDK's handlers use. */
interface ExpressResponse extends ServerResponse {
  status(code: number): ExpressResponse
  set(name: string, value: string): ExpressResponse
  json(body: unknown): void
  redirect(code: number, url: string): void
}

type Router = (
  request: IncomingMessage & { query: NodeJS.Dict<string | string[]> },
  response: ExpressResponse,
  next: (error?: { status?: number } | null) => void,
) => void

/**
 * The SDK's OAuth router validates requests (OAuth 2.1, RFC 7591, 7636, 8414 and 9728); Frogy stores them.
 * @throws when publicUrl is neither https nor loopback
 */
export function oauthRouter(
  permissions: OAuth,
  publicUrl: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const own = new Set([`${publicUrl}/mcp`, `${publicUrl}/`, new URL(publicUrl).href])
  /** Rejects requests for tokens of another server (RFC 8707). */
  const requireOwn = (resource: URL | undefined) => {
    if (resource && !own.has(resource.href)) throw new InvalidTargetError('resource is not of this server')
  }
  const provider: OAuthServerProvider = {
    clientsStore: {
      getClient: (id) => permissions.findClient(id),
      registerClient: (client) => {
        if (client.redirect_uris.length === 0 || !client.redirect_uris.every(isSafeRedirect))
          throw new InvalidRedirectError('redirect_uris must be https, http on loopback, or an app scheme with a dot')
        return permissions.register(client)
      },
    },
    async authorize(client, { scopes = [], ...asked }, response: ExpressResponse) {
      if (asked.state?.includes('\0') || !/^[\w-]{43}$/.test(asked.codeChallenge))
        throw new InvalidRequestError('state must be text, and code_challenge a SHA-256 digest')
      requireOwn(asked.resource)
      const id = await permissions.ask(client.client_id, { ...asked, scopes })
      response.redirect(302, `${basePathOf(publicUrl)}${CONSENT_PATH}?request=${id}`)
    },
    async challengeForAuthorizationCode({ client_id: id }, code) {
      return (await permissions.challengeOf(id, code)) ?? refuse()
    },
    async exchangeAuthorizationCode({ client_id: id }, code, _verifier, redirectUri, resource) {
      requireOwn(resource)
      return (await permissions.fetchToken(id, code, redirectUri)) ?? refuse()
    },
    async exchangeRefreshToken({ client_id: id }, renewal, _scopes, resource) {
      requireOwn(resource)
      return (await permissions.renewToken(id, renewal)) ?? refuse()
    },
    verifyAccessToken: () => Promise.reject(new Error('Tokens are read where calls are')),
    revokeToken: ({ client_id: id }, { token }) => permissions.end(id, token),
  }
  // Turn off the SDK's rate limits, because Frogy has rate limits that all its processes share.
  const unlimited = { rateLimit: false } as const
  const options = {
    provider,
    issuerUrl: new URL(publicUrl),
    resourceServerUrl: new URL(`${publicUrl}/mcp`),
    resourceName: 'Frogy',
    // List only the usual scopes, because clients request all listed scopes by default.
    scopesSupported: [...USUAL_SCOPES],
    authorizationOptions: unlimited,
    tokenOptions: unlimited,
    clientRegistrationOptions: unlimited,
    revocationOptions: unlimited,
  }
  // Make a router for the root of the host, because requests arrive without the base path.
  const router = mcpAuthRouter({ ...options, issuerUrl: new URL('/', publicUrl) }) as unknown as Router
  const documents = metadataBelow(basePathOf(publicUrl), options)
  return (request, response) => {
    const query = parse(request.url?.split('?', 2)[1] ?? '')
    const withMethods = expressResponse(response)
    // Check the redirect address here, because the SDK ignores its user name and fragment on loopback addresses.
    if (typeof query['redirect_uri'] === 'string' && !isSafeRedirect(query['redirect_uri'])) {
      withMethods.status(400).json({ error: 'invalid_request', error_description: 'Unregistered redirect_uri' })
      return
    }
    const document = documents?.[request.url?.split('?', 1)[0] ?? '']
    // Change the path to `/`, the only path that the SDK's handler of a metadata document knows.
    if (document) request.url = '/'
    const answer = document ?? router
    answer(Object.assign(request, { query }), withMethods, (error) => {
      const status = error ? (error.status ?? 500) : 404
      withMethods.status(status).json({ error: status < 500 ? 'invalid_request' : 'server_error' })
    })
  }
}

/**
 * Serves OAuth metadata with endpoints below the base path. The SDK's own would name endpoints at the root of the host.
 * @returns undefined without a base path
 */
function metadataBelow(
  basePath: string,
  options: Parameters<typeof createOAuthMetadata>[0] & { resourceServerUrl: URL; resourceName: string },
): Record<string, Router> | undefined {
  if (!basePath) return undefined
  const server = createOAuthMetadata(options)
  for (const name of ['authorization', 'token', 'registration', 'revocation'] as const) {
    const endpoint = server[`${name}_endpoint`]
    if (endpoint) server[`${name}_endpoint`] = endpoint.replace(/(?=\/[^/]*$)/, basePath)
  }
  const resource = {
    resource: options.resourceServerUrl.href,
    authorization_servers: [server.issuer],
    scopes_supported: options.scopesSupported,
    resource_name: options.resourceName,
  }
  return {
    '/.well-known/oauth-authorization-server': metadataHandler(server) as unknown as Router,
    '/.well-known/oauth-protected-resource/mcp': metadataHandler(resource) as unknown as Router,
  }
}

/** Adds the methods of Express that the SDK calls, so that Frogy does not depend on Express. */
function expressResponse(response: ServerResponse): ExpressResponse {
  const extended: ExpressResponse = Object.assign(response, {
    status(code: number) {
      response.statusCode = code
      return extended
    },
    set(name: string, value: string) {
      response.setHeader(name, value)
      return extended
    },
    json(body: unknown) {
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end(JSON.stringify(body))
    },
    redirect(code: number, url: string) {
      response.writeHead(code, { location: url }).end()
    },
  })
  return extended
}

class InvalidRedirectError extends InvalidClientMetadataError {
  // This error code is from RFC 7591, 3.2.2.
  static override errorCode = 'invalid_redirect_uri'
}

const refuse = (): never => {
  throw new InvalidGrantError('This is unknown, was used or is over')
}
