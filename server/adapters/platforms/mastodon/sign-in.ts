import type { Visibility } from '#core/platforms/post-options.ts'
import { connectionStep, NotConnected, requireRight } from '../connection-error.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { textAt, webAddressAt } from '../json.ts'
import { grantFailureReader, tokenReader } from '../oauth.ts'
import type { Outcome, PlatformApp, PlatformClient, RegisteredApp } from '../platform-client.ts'
import { failureReader } from './failures.ts'
import { findServer } from './find-server.ts'
import { registeredAt, secretsOf } from './registered-app.ts'
import type { MastodonRequests } from './requests.ts'
import { MAY_POST, withContained, type ServerFacts } from './servers.ts'

/** Connects accounts by OAuth. Every server is its own provider. */
export function mastodonSignIn(app: PlatformApp, requests: MastodonRequests) {
  const { call, guarded } = requests
  const readFailure = failureReader(app.now)
  const readTokens = tokenReader(app.now)
  const readTokenFailure = grantFailureReader(readFailure)

  return {
    async connectByForm(fields, { redirectUri, state, codeChallenge }, signal) {
      const { server, facts } = await findServer(requests, fields.server ?? '', signal)
      const registered = await registeredAt(app.registeredApps, requests, server, redirectUri, signal)
      const consentUrl = `${server}/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: registered.clientId,
        redirect_uri: redirectUri,
        scope: registered.scopes.join(' '),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // Without `force_login`, the server connects the signed-in account without asking, and the user cannot add a
        // second one.
        force_login: 'true',
      })}`
      return { consentUrl, kept: JSON.stringify({ server, facts, registered } satisfies Kept) }
    },

    async connect({ code, redirectUri, codeVerifier, kept }, signal) {
      if (kept === undefined) throw new NotConnected('invalid_state')
      const { server, facts, registered } = JSON.parse(kept) as Kept
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
        ...secretsOf(registered),
      }
      const granted = await connectionStep((read) =>
        ask(guarded({ method: 'POST', url: `${server}/oauth/token`, form }), signal, readTokens, read),
      )
      requireRight(MAY_POST, withContained(granted.scopes))
      const tokens = { ...granted, server }
      const me = call({ remoteId: '', ...tokens }, '/api/v1/accounts/verify_credentials')
      const account = await connectionStep((read) => ask(me, signal, (answer) => readAccount(answer, server), read))
      const { textLimit, needsMedia } = facts
      return [{ ...account, textLimit, needsMedia, scopes: granted.scopes, tokens }]
    },

    // Mastodon's tokens do not expire. Other server software may issue refresh tokens.
    async refresh({ server = '', refreshToken }, signal) {
      let renewed: Awaited<ReturnType<NonNullable<PlatformClient['refresh']>>> = UNKNOWN_APP
      for (const registered of await app.registeredApps.at(server)) {
        const form = { grant_type: 'refresh_token', refresh_token: refreshToken ?? '', ...secretsOf(registered) }
        const request = guarded({ method: 'POST', url: `${server}/oauth/token`, form })
        renewed = await ask(request, signal, readTokens, readTokenFailure)
        if (renewed.ok || renewed.failure.kind !== 'reconnect') return renewed
      }
      return renewed
    },

    async revoke({ server = '', accessToken }, signal) {
      let revoked: Outcome<null> = { ok: true, value: null }
      for (const registered of await app.registeredApps.at(server)) {
        const form = { token: accessToken, ...secretsOf(registered) }
        const request = guarded({ method: 'POST', url: `${server}/oauth/revoke`, form })
        revoked = await ask(request, signal, () => null, readFailure)
        if (revoked.ok) break
      }
      return revoked
    },
  } satisfies Partial<PlatformClient>
}

/** Values that the form keeps until the user returns from the server's consent page. */
interface Kept {
  server: string
  facts: ServerFacts
  registered: RegisteredApp
}

const UNKNOWN_APP = {
  ok: false,
  failure: { kind: 'reconnect', detail: 'Frogy no longer knows its app at this server' },
} as const

/** The host of a server, without its scheme. The simulator has no host per server, but ends its base URLs with one. */
const hostOf = (server: string): string => server.slice(server.lastIndexOf('/') + 1)

function readAccount({ json }: PlatformAnswer, server: string) {
  const [id, username, url] = [textAt(json, 'id'), textAt(json, 'username'), webAddressAt(json, 'url')]
  if (!id || !username) return undefined
  // The host in Mastodon account names may differ from the host of the API.
  const host = URL.parse(url ?? '')?.hostname ?? hostOf(server)
  return {
    remoteId: `${hostOf(server)}/${id}`,
    displayName: textAt(json, 'display_name') ?? username,
    username: `${username}@${host}`,
    profileUrl: url ?? null,
    pictureUrl: webAddressAt(json, 'avatar'),
    defaultVisibility: DEFAULTS.get(textAt(json, 'source', 'privacy') ?? ''),
  }
}

/**
 * Maps Mastodon's visibilities to Frogy's. Frogy has no `direct` posts (only for mentioned people), so it uses
 * followers.
 */
const DEFAULTS: ReadonlyMap<string, Visibility> = new Map([
  ['public', 'public'],
  ['unlisted', 'unlisted'],
  ['private', 'followers'],
  ['direct', 'followers'],
])
