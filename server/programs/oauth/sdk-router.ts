import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js'
import {
  InvalidClientMetadataError,
  InvalidGrantError,
  InvalidRequestError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js'
import type { OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js'
import { USUAL_SCOPES, type OAuth } from './oauth.ts'

const CONSENT_PATH = '/settings/connect'

/** The members of Express's response that the SDK's handlers call. */
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
  const provider: OAuthServerProvider = {
    clientsStore: {
      getClient: (id) => permissions.findClient(id),
      registerClient: (client) => {
        if (client.redirect_uris.length === 0 || !client.redirect_uris.every(isSafe))
          throw new InvalidClientMetadataError('redirect_uris must be https, on this device, or of an app')
        return permissions.register(client)
      },
    },
    async authorize(client, { scopes = [], ...asked }, response: ExpressResponse) {
      if ([asked.state, asked.codeChallenge].some((text) => text?.includes('\0')))
        throw new InvalidRequestError('state and code_challenge must be text')
      const id = await permissions.ask(client.client_id, { ...asked, scopes })
      response.redirect(302, `${CONSENT_PATH}?request=${id}`)
    },
    async challengeForAuthorizationCode({ client_id: id }, code) {
      return (await permissions.challengeOf(id, code)) ?? refuse()
    },
    async exchangeAuthorizationCode({ client_id: id }, code, _verifier, redirectUri) {
      return (await permissions.fetchToken(id, code, redirectUri)) ?? refuse()
    },
    async exchangeRefreshToken({ client_id: id }, renewal) {
      return (await permissions.renewToken(id, renewal)) ?? refuse()
    },
    verifyAccessToken: () => Promise.reject(new Error('Tokens are read where calls are')),
    revokeToken: ({ client_id: id }, { token }) => permissions.end(id, token),
  }
  // Frogy limits rates itself, across processes.
  const unlimited = { rateLimit: false } as const
  const router = mcpAuthRouter({
    provider,
    issuerUrl: new URL(publicUrl),
    resourceServerUrl: new URL('/mcp', publicUrl),
    resourceName: 'Frogy',
    // Clients request these scopes by default.
    scopesSupported: [...USUAL_SCOPES],
    authorizationOptions: unlimited,
    tokenOptions: unlimited,
    clientRegistrationOptions: unlimited,
    revocationOptions: unlimited,
  }) as unknown as Router
  return (request, response) => {
    const query = parse(request.url?.split('?', 2)[1] ?? '')
    const withMethods = expressResponse(response)
    router(Object.assign(request, { query }), withMethods, (error) => {
      const status = error ? (error.status ?? 500) : 404
      withMethods.status(status).json({ error: status < 500 ? 'invalid_request' : 'server_error' })
    })
  }
}

/** Adds Express's methods, so that Frogy needs no dependency on Express. */
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

const refuse = (): never => {
  throw new InvalidGrantError('This is unknown, was used or is over')
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that browsers handle or send unencrypted, so no app can own them. */
const OF_BROWSERS = new Set(
  ['javascript', 'data', 'vbscript', 'blob', 'file', 'filesystem', 'about', 'view-source', 'ftp', 'ws', 'wss'].map(
    (scheme) => `${scheme}:`,
  ),
)

/** Whether a redirect target is safe for an authorization code: https, loopback, or an app's scheme. */
function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return protocol === 'https:' || !OF_BROWSERS.has(protocol)
}
