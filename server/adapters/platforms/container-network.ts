import { publishThroughContainers, type ContainerPublishing } from './container-client.ts'
import { graphFailureReader } from './graph.ts'
import { ask, type PlatformAnswer } from './http.ts'
import { readMetricsOfEach } from './metrics.ts'
import { connectionStep } from './connection-error.ts'
import { tokenReader } from './oauth.ts'
import type { Access, Connection, Metrics, Outcome, PlatformApp, PlatformClient, Tokens } from './platform-client.ts'

type Grant = Tokens & { scopes: string[] }
type ReadGrant = (answer: PlatformAnswer) => Grant | undefined

interface ContainerNetwork extends Omit<ContainerPublishing, 'readFailure' | 'now'> {
  web: string
  codeHost: string
  tokenHost: string
  /** Prefix of the network's own grant types, as in `ig_refresh_token`. */
  grantPrefix: 'ig' | 'th'
  scopes: readonly string[]
  /** Reads the response with the short-lived token, if its format differs from RFC 6749. @throws NotConnected */
  readGrant?(answer: PlatformAnswer, readTokens: ReadGrant): Grant | undefined
  /** Checks the granted permissions before Frogy exchanges the token for a long-lived one. @throws NotConnected */
  checkGrant?(granted: Grant): void
  /** Reads the account that a long-lived token belongs to. @throws NotConnected */
  readAccount(granted: Grant, long: Grant, signal: AbortSignal): Promise<Connection>
  remove: PlatformClient['remove']
  countsOf(remoteId: string, access: Access, signal: AbortSignal): Promise<Outcome<Metrics>>
}

/** A client for a network that exchanges short-lived tokens for long-lived ones, and publishes through containers. */
export function containerNetworkClient(app: PlatformApp, network: ContainerNetwork): PlatformClient {
  const { codeHost, tokenHost, grantPrefix } = network
  const readFailure = graphFailureReader(app.now)
  const readTokens = tokenReader(app.now)

  return {
    renewsItself: true,
    renewsWith: 'access-token',
    publishesPrepared: true,

    consentUrl: ({ redirectUri, state }) =>
      `${network.web}/oauth/authorize?${new URLSearchParams({ client_id: app.clientId, redirect_uri: redirectUri, response_type: 'code', scope: network.scopes.join(','), state })}`,

    async connect({ code, redirectUri }, signal) {
      const form = {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
      }
      const exchange = { method: 'POST', url: `${codeHost}/oauth/access_token`, form } as const
      const readGrant = (answer: PlatformAnswer) =>
        network.readGrant ? network.readGrant(answer, readTokens) : readTokens(answer)
      const short = await connectionStep((read) => ask(exchange, signal, readGrant, read))
      network.checkGrant?.(short)
      const query = new URLSearchParams({
        grant_type: `${grantPrefix}_exchange_token`,
        client_secret: app.clientSecret,
        access_token: short.accessToken,
      })
      const long = await connectionStep((read) =>
        ask({ method: 'GET', url: `${tokenHost}/access_token?${query}` }, signal, readTokens, read),
      )
      return [await network.readAccount(short, long, signal)]
    },

    async refresh({ accessToken }, signal) {
      const query = new URLSearchParams({ grant_type: `${grantPrefix}_refresh_token`, access_token: accessToken })
      const url = `${tokenHost}/refresh_access_token?${query}`
      return await ask({ method: 'GET', url }, signal, readTokens, readFailure)
    },

    ...publishThroughContainers({ ...network, readFailure, now: app.now }),
    remove: network.remove,
    metricsAtOnce: 1,
    metrics: (remoteIds, access, signal) =>
      readMetricsOfEach(remoteIds, (id) => network.countsOf(id, access, signal), signal),
  }
}
