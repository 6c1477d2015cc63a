import { FieldRefused } from '../connection-error.ts'
import { ask } from '../http.ts'
import { listAt, textAt } from '../json.ts'
import type { PlatformApp, RegisteredApp } from '../platform-client.ts'
import type { MastodonRequests } from './requests.ts'
import { anyFailure, scopesFor } from './servers.ts'

/** The app of this installation at a server: the stored one if the server still knows it, or a new one. */
export async function registeredAt(
  registeredApps: PlatformApp['registeredApps'],
  { guarded }: MastodonRequests,
  server: string,
  redirectUri: string,
  signal: AbortSignal,
): Promise<RegisteredApp> {
  const stored = (await registeredApps.at(server)).find((one) => one.redirectUri === redirectUri)
  if (stored) {
    // Ask for a token of the app itself, because Mastodon servers before 4.3 delete apps that have no token.
    const form = { grant_type: 'client_credentials', ...secretsOf(stored) }
    const known = await ask(
      guarded({ method: 'POST', url: `${server}/oauth/token`, form }),
      signal,
      () => null,
      anyFailure,
    )
    if (known.ok) return stored
    if (known.failure.kind !== 'refused') throw new FieldRefused('server', 'server_unreachable')
  }
  const metadata = await ask(
    guarded({ method: 'GET', url: `${server}/.well-known/oauth-authorization-server` }),
    signal,
    ({ json }) => listAt(json, 'scopes_supported').map(String),
    anyFailure,
  )
  const scopes = scopesFor(metadata.ok ? metadata.value : undefined)
  const form = { client_name: 'Frogy', redirect_uris: redirectUri, scopes: scopes.join(' ') }
  const made = await ask(
    guarded({ method: 'POST', url: `${server}/api/v1/apps`, form }),
    signal,
    ({ json }) => {
      const [clientId, clientSecret] = [textAt(json, 'client_id'), textAt(json, 'client_secret')]
      return clientId && clientSecret ? { clientId, clientSecret, redirectUri, scopes } : undefined
    },
    anyFailure,
  )
  if (!made.ok)
    throw new FieldRefused('server', made.failure.kind === 'refused' ? 'server_other' : 'server_unreachable')
  await registeredApps.save(server, made.value)
  return made.value
}

export const secretsOf = ({ clientId, clientSecret }: RegisteredApp) => ({
  client_id: clientId,
  client_secret: clientSecret,
})
