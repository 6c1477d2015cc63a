import { mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js'
import {
  InvalidClientMetadataError,
  InvalidGrantError,
  InvalidRequestError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js'
import type { OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js'
import express, { type ErrorRequestHandler } from 'express'
import { USUAL_SCOPES, type OAuth } from './oauth.ts'

/** The page on which a person is asked. */
const CONSENT_PATH = '/settings/connect'

/**
 * The SDK's own router: it reads and judges what programs send (OAuth 2.1, RFC 7591, 7636, 8414 and 9728), and we keep it.
 * @throws where Frogy's address is not one that tokens may travel to: without https, but for one's own machine
 */
export function oauthRouter(permissions: OAuth, publicUrl: string): express.Express {
  const provider: OAuthServerProvider = {
    clientsStore: {
      getClient: (id) => permissions.findClient(id),
      registerClient: (client) => {
        if (client.redirect_uris.length === 0 || !client.redirect_uris.every(isSafe))
          throw new InvalidClientMetadataError('redirect_uris must be https, on this device, or of an app')
        return permissions.register(client)
      },
    },
    async authorize(client, { scopes = [], ...asked }, response) {
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
  const app = express().disable('x-powered-by')
  // How often somebody may ask is counted before, for all processes together.
  const unlimited = { rateLimit: false } as const
  app.use(
    mcpAuthRouter({
      provider,
      issuerUrl: new URL(publicUrl),
      resourceServerUrl: new URL('/mcp', publicUrl),
      resourceName: 'Frogy',
      // What clients ask for that are told of nothing else.
      scopesSupported: [...USUAL_SCOPES],
      authorizationOptions: unlimited,
      tokenOptions: unlimited,
      clientRegistrationOptions: unlimited,
      revocationOptions: unlimited,
    }),
  )
  app.use(refuseInJson)
  return app
}

/** Express itself would tell whoever asks where its files are, and write what they sent to our log. */
const refuseInJson: ErrorRequestHandler = ({ status = 500 }: { status?: number }, _request, response, _next) => {
  response.status(status).json({ error: status < 500 ? 'invalid_request' : 'server_error' })
}

const refuse = (): never => {
  throw new InvalidGrantError('This is unknown, was used or is over')
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** What browsers read themselves, or open a connection for that nobody encrypts: no app has them. */
const OF_BROWSERS = new Set(
  ['javascript', 'data', 'vbscript', 'blob', 'file', 'filesystem', 'about', 'view-source', 'ftp', 'ws', 'wss'].map(
    (scheme) => `${scheme}:`,
  ),
)

/** Whether what a token is fetched with can be sent there: over https, to this device, or to an app on it. */
function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return protocol === 'https:' || !OF_BROWSERS.has(protocol)
}
