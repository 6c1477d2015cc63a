import { endTokens, issueToken, readToken, redeemCode } from '../../grants.ts'
import { json, parameter, type Answer, type Call } from '../../network.ts'
import { secret, type RegisteredApp, type Token, type World } from '../../world.ts'
import { covers, oauthError, refused } from './answers.ts'
import { serverAt } from './servers.ts'

const SCOPES = ['read', 'write', 'profile', 'read:accounts', 'read:statuses', 'write:media', 'write:statuses']

const known = ({ isOld }: { isOld?: true }) => (isOld ? SCOPES.filter((scope) => scope !== 'profile') : SCOPES)

/** Lists the scopes of a Mastodon server. Servers before Mastodon 4.3 lack this call. */
export function metadata(call: Call): Answer {
  const host = call.params.server ?? ''
  const server = serverAt(host)
  if (server.isOld) return refused(404, 'Record not found')
  return json(200, {
    issuer: `https://${host}/`,
    scopes_supported: known(server),
    code_challenge_methods_supported: ['S256'],
  })
}

export function register(world: World, call: Call): Answer {
  const host = call.params.server ?? ''
  const name = parameter(call, 'client_name') ?? ''
  const redirectUris = (parameter(call, 'redirect_uris') ?? '').split(/\s+/).filter(Boolean)
  const scopes = (parameter(call, 'scopes') ?? 'read').split(/\s+/).filter(Boolean)
  if (!name) return refused(422, "Validation failed: Name can't be blank")
  if (redirectUris.length === 0) return refused(422, "Validation failed: Redirect URI can't be blank")
  const unknown = scopes.filter((scope) => !known(serverAt(host)).includes(scope))
  if (unknown.length > 0) return refused(422, "Validation failed: Scopes doesn't match configured on the server.")
  const [clientId, clientSecret] = [secret('', 32), secret('', 32)]
  world.registeredApps.put(clientId, { server: host, name, secret: clientSecret, redirectUris, scopes })
  return json(200, {
    id: String(world.sequence()),
    name,
    website: parameter(call, 'website') ?? null,
    scopes,
    redirect_uri: redirectUris.join('\n'),
    client_id: clientId,
    client_secret: clientSecret,
    client_secret_expires_at: 0,
  })
}

function appOf(world: World, call: Call): (RegisteredApp & { id: string }) | undefined {
  const id = parameter(call, 'client_id') ?? ''
  const app = world.registeredApps.get(id)
  if (world.manner('mastodonApps') === 'thrown_away') return undefined
  return app && app.server === call.params.server ? { ...app, id } : undefined
}

/** Why the server shows an error page instead of the consent page. It never redirects then. */
export function troubleOfApp(world: World, call: Call): string | undefined {
  const app = appOf(world, call)
  if (!app)
    return 'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.'
  if (!app.redirectUris.includes(call.query.get('redirect_uri') ?? '')) return 'The redirect uri included is not valid.'
  const asked = (call.query.get('scope') ?? '').split(/\s+/)
  return asked.every((scope) => covers(app.scopes, scope))
    ? undefined
    : 'The requested scope is invalid, unknown, or malformed.'
}

export function exchange(world: World, call: Call): Answer {
  const app = appOf(world, call)
  const given = (name: string) => parameter(call, name) ?? ''
  if (!app || app.secret !== given('client_secret'))
    return oauthError(401, 'invalid_client', 'Client authentication failed due to unknown client.')
  switch (given('grant_type')) {
    case 'client_credentials':
      return json(200, {
        access_token: secret('', 32),
        token_type: 'Bearer',
        scope: 'read',
        created_at: seconds(world),
      })
    case 'refresh_token': {
      const state = readToken(world, 'mastodon', ['refresh'], given('refresh_token'))
      if (typeof state === 'string' || state.token.clientId !== app.id) return INVALID_GRANT
      return json(200, tokens(world, app.server, state.token))
    }
    case 'authorization_code': {
      const {
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      } = Object.fromEntries(['code', 'redirect_uri', 'code_verifier'].map((name) => [name, given(name)])) as Record<
        'code' | 'redirect_uri' | 'code_verifier',
        string
      >
      const grant = redeemCode(world, 'mastodon', { code, clientId: app.id, redirectUri, verifier })
      if (typeof grant === 'string') return INVALID_GRANT
      return json(
        200,
        tokens(world, app.server, { accountId: grant.accountId, clientId: app.id, scopes: grant.scopes }),
      )
    }
    default:
      return oauthError(400, 'unsupported_grant_type', 'The authorization grant type is not supported.')
  }
}

const INVALID_GRANT = oauthError(
  400,
  'invalid_grant',
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
)

const seconds = (world: World) => Math.floor(world.now() / 1000)

function tokens(world: World, host: string, given: Pick<Token, 'accountId' | 'clientId' | 'scopes'>): object {
  const { tokenLifeMs } = serverAt(host)
  const token = {
    platform: 'mastodon',
    accountId: given.accountId,
    clientId: given.clientId,
    scopes: given.scopes,
  } as const
  return {
    access_token: issueToken(world, '', tokenLifeMs ?? null, { ...token, kind: 'access' }),
    token_type: 'Bearer',
    scope: given.scopes.join(' '),
    created_at: seconds(world),
    ...(tokenLifeMs !== undefined && {
      expires_in: tokenLifeMs / 1000,
      refresh_token: issueToken(world, '', null, { ...token, kind: 'refresh' }),
    }),
  }
}

export function revoke(world: World, call: Call): Answer {
  const app = appOf(world, call)
  const text = parameter(call, 'token') ?? ''
  if (!app || world.tokens.get(text)?.clientId !== app.id)
    return oauthError(403, 'unauthorized_client', 'You are not authorized to revoke this token')
  const ended = world.tokens.get(text)
  endTokens(world, 'revoked', (token) => token === ended)
  return json(200, {})
}
