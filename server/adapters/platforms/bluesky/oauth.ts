import { isLoopback } from '../../../http/address.ts'
import { FieldRefused, NotConnected, connectionStep, requireRight } from '../connection-error.ts'
import type { DpopSigners, OAuthClient } from '../dpop.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { at, listAt, textAt } from '../json.ts'
import { grantFailureReader, tokenReader } from '../oauth.ts'
import type {
  Access,
  Connection,
  ConsentGrant,
  ConsentRequest,
  DpopSession,
  FormOutcome,
  Outcome,
  PlatformApp,
  Tokens,
} from '../platform-client.ts'
import { keyIdOf, newSigningKey, type SigningKey } from '../signing-key.ts'
import { failureReader } from './failures.ts'
import { hasOnlyOwnAccounts, type Home } from './home-server.ts'
import { CLIENT_METADATA_PATH, LOOPBACK_RETURN_PATH, MAY_POST, SCOPE } from './oauth-client.ts'
import { profileOf } from './profile.ts'
import { MAX_DOCUMENT_BYTES, type Servers } from './servers.ts'

/** The data of a sign-in, stored until the user returns from the server's pages. */
interface Kept {
  account: Home
  key: SigningKey
  redirectUri: string
  session: Omit<DpopSession, 'key'>
}

interface AuthorizationServer {
  issuer: string
  requestUrl: string
  consentUrl: string
  tokenUrl: string
  revocationUrl: string | null
}

/** A response with tokens (RFC 6749, 5.1), which the AT Protocol requires to name the account and the scopes. */
interface Granted {
  tokens: Tokens
  subject: string | undefined
  isBound: boolean
  scopes: string[]
}

/**
 * The sign-in on the pages of an account's own server. It is OAuth with pushed requests (RFC 9126), PKCE, and tokens
 * that are bound to a key (RFC 9449).
 */
export function signInPages(servers: Servers, app: PlatformApp, signers: DpopSigners) {
  const readFailure = failureReader(app.now)
  const readTokens = tokenReader(app.now)
  const readTokenFailure = grantFailureReader(readFailure)

  /**
   * Sends the authorization request to the account's Bluesky server before the user visits it.
   * @throws NotConnected, FieldRefused
   */
  async function begin(account: Home, request: ConsentRequest, signal: AbortSignal): Promise<FormOutcome> {
    const client = clientAt(request.redirectUri, app.registeredApps.signingKeys[0])
    if (!client) throw new FieldRefused('handle', 'sign_in_unavailable')
    const authorization = await authorizationServerOf(account.server, signal)
    const { issuer } = authorization
    const key = newSigningKey()
    const form = {
      response_type: 'code',
      redirect_uri: client.redirectUri,
      scope: SCOPE,
      state: request.state,
      code_challenge: request.codeChallenge,
      code_challenge_method: 'S256',
      login_hint: account.handle,
    }
    const signer = signers.forClient(key, client, issuer)
    const pushed = await connectionStep((read) =>
      ask(
        { ...servers.document(authorization.requestUrl), method: 'POST', form, signer },
        signal,
        ({ json }) => textAt(json, 'request_uri'),
        (answer) => {
          // The server could not read this installation's metadata, for instance because it is in a private network.
          if (textAt(answer.json, 'error')?.startsWith('invalid_client'))
            throw new FieldRefused('handle', 'sign_in_unavailable')
          return read(answer)
        },
      ),
    )
    const consentUrl = new URL(authorization.consentUrl)
    consentUrl.searchParams.set('client_id', client.id)
    consentUrl.searchParams.set('request_uri', pushed)
    const { tokenUrl, revocationUrl } = authorization
    const clientKeyId = client.key ? keyIdOf(client.key) : null
    const session = { issuer, tokenUrl, revocationUrl, subject: account.did, clientId: client.id, clientKeyId }
    const kept: Kept = { account, key, redirectUri: client.redirectUri, session }
    return { consentUrl: consentUrl.href, kept: JSON.stringify(kept) }
  }

  /**
   * Whether the user returned from the server at which the sign-in began. Another server may have sent them here with
   * its code or its error (RFC 9207).
   */
  const isReturnOf = ({ kept, issuer }: Pick<ConsentGrant, 'issuer' | 'kept'>): boolean =>
    kept !== undefined && issuer === (JSON.parse(kept) as Kept).session.issuer

  /** Redeems the code and verifies whose account it opens. @throws NotConnected */
  async function finish(grant: ConsentGrant, signal: AbortSignal): Promise<Connection> {
    if (grant.kept === undefined) throw new NotConnected('invalid_state')
    const { account, key, redirectUri, session } = JSON.parse(grant.kept) as Kept
    const dpop: DpopSession = { key, ...session }
    const form = {
      grant_type: 'authorization_code',
      code: grant.code,
      redirect_uri: redirectUri,
      code_verifier: grant.codeVerifier,
    }
    const granted = await connectionStep((read) => ask(tokenRequest(dpop, form), signal, readGranted, read))
    const tokens: Tokens = { ...granted.tokens, server: account.server, dpop }
    try {
      return await openSession(account, granted, tokens, signal)
    } catch (error) {
      // Revoke the session. It would last for months, and Frogy does not store it.
      const revoked = await revoke(tokens, AbortSignal.timeout(REVOKING_MS))
      if (!revoked.ok && error instanceof NotConnected) error.unrevoked = tokens
      throw error
    }
  }

  /** Verifies the tokens of a new session, and reads its account. @throws NotConnected */
  async function openSession(
    account: Home,
    { subject, isBound, scopes }: Granted,
    tokens: Tokens,
    signal: AbortSignal,
  ): Promise<Connection> {
    if (subject !== account.did) throw new NotConnected('other_account', `signed in as ${subject}`)
    if (!isBound || tokens.refreshToken === null || !scopes.includes('atproto'))
      throw new NotConnected('connection_failed', 'the tokens do not conform to the AT Protocol')
    requireRight(MAY_POST, scopes, 'right_declined')
    const access: Access = { remoteId: account.did, ...tokens }
    const current = await connectionStep((read) =>
      ask(
        servers.callAs(access, 'com.atproto.server.getSession', { maxAnswerBytes: MAX_DOCUMENT_BYTES }),
        signal,
        ({ json }) => (textAt(json, 'did') === account.did ? json : undefined),
        read,
      ),
    )
    if (at(current, 'active') === false) throw new NotConnected('connection_failed', 'the account is not active')
    // Only the operator's own server may name a handle that Frogy has not verified.
    const username = (hasOnlyOwnAccounts(servers) && textAt(current, 'handle')) || account.handle
    const profile = await profileOf(servers, access, signal)
    return {
      remoteId: account.did,
      displayName: profile.name ?? username,
      username,
      profileUrl: `${servers.web}/profile/${account.did}`,
      pictureUrl: profile.picture,
      scopes,
      tokens,
    }
  }

  async function refresh(
    tokens: Tokens,
    dpop: DpopSession,
    signal: AbortSignal,
    mayBegin?: () => boolean,
  ): Promise<Outcome<Tokens>> {
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken ?? '' }
    const request = { ...tokenRequest(dpop, form), ...(mayBegin && { mayBegin }) }
    const renewed = await ask(request, signal, readGranted, readTokenFailure)
    if (!renewed.ok) return renewed
    const { subject = dpop.subject, isBound } = renewed.value
    if (!isBound || (dpop.subject !== undefined && subject !== dpop.subject))
      return { ok: false, failure: { kind: 'reconnect', detail: 'the server renewed another session' } }
    const session = { ...dpop, isRenewalOpen: undefined }
    return { ok: true, value: { ...renewed.value.tokens, server: tokens.server, dpop: session } }
  }

  /** Ends a session. Servers also accept a refresh token that is used up. */
  async function revoke({ dpop, refreshToken, accessToken }: Tokens, signal: AbortSignal): Promise<Outcome<null>> {
    if (!dpop?.revocationUrl) return { ok: true, value: null }
    const request = tokenRequest(dpop, { token: refreshToken ?? accessToken }, dpop.revocationUrl)
    return await ask(request, signal, () => null, readFailure)
  }

  function tokenRequest(dpop: DpopSession, form: Record<string, string>, url = dpop.tokenUrl) {
    const keys = app.registeredApps.signingKeys
    const clientKey =
      dpop.clientKeyId === null ? undefined : (keys.find((one) => keyIdOf(one) === dpop.clientKeyId) ?? keys[0])
    const signer = signers.forClient(dpop.key, { id: dpop.clientId, key: clientKey }, dpop.issuer)
    return { ...servers.document(url), method: 'POST' as const, form, signer }
  }

  function readGranted(answer: PlatformAnswer): Granted | undefined {
    const granted = readTokens(answer)
    if (!granted) return undefined
    const { scopes, ...tokens } = granted
    const isBound = textAt(answer.json, 'token_type')?.toLowerCase() === 'dpop'
    return { tokens, subject: textAt(answer.json, 'sub'), isBound, scopes }
  }

  /** Finds the authorization server of an account's server. @throws NotConnected */
  async function authorizationServerOf(server: string, signal: AbortSignal): Promise<AuthorizationServer> {
    const resource = await connectionStep((read) =>
      ask(
        servers.document(`${server}/.well-known/oauth-protected-resource`),
        signal,
        ({ json }) => json,
        (answer) => {
          if (answer.status === 404) throw new FieldRefused('handle', 'sign_in_missing')
          return read(answer)
        },
      ),
    )
    const issuers = listAt(resource, 'authorization_servers')
    const issuer = textAt(issuers, 0)
    const isOwn = URL.parse(textAt(resource, 'resource') ?? '')?.origin === new URL(server).origin
    if (!issuer || !isIssuer(issuer) || issuers.length !== 1 || !isOwn)
      throw new NotConnected('connection_failed', `${server} names no public authorization server`)
    const metadata = await connectionStep((read) =>
      ask(servers.document(`${issuer}/.well-known/oauth-authorization-server`), signal, readMetadata, read),
    )
    if (metadata.issuer !== issuer) throw new NotConnected('connection_failed', `${issuer} claims to be another server`)
    return metadata
  }

  /** An issuer is a plain origin, so that a path cannot belong to another user of its host. */
  const isIssuer = (url: string): boolean =>
    servers.isAllowed(url) && (url === servers.entry || URL.parse(url)?.origin === url)

  function readMetadata({ json }: PlatformAnswer): AuthorizationServer | undefined {
    const url = (name: string) => {
      const text = textAt(json, name)
      return text !== undefined && servers.isAllowed(text) ? text : undefined
    }
    const [issuer, requestUrl, consentUrl, tokenUrl, revocationUrl] = [
      textAt(json, 'issuer'),
      url('pushed_authorization_request_endpoint'),
      url('authorization_endpoint'),
      url('token_endpoint'),
      at(json, 'revocation_endpoint') === undefined ? null : url('revocation_endpoint'),
    ]
    return issuer && requestUrl && consentUrl && tokenUrl && revocationUrl !== undefined
      ? { issuer, requestUrl, consentUrl, tokenUrl, revocationUrl }
      : undefined
  }

  return { begin, isReturnOf, finish, refresh, revoke }
}

const REVOKING_MS = 5_000

/**
 * Describes this installation as an OAuth client. At a loopback address it is a public client without a metadata
 * document, and its return address has no host name (RFC 8252). Undefined if servers cannot reach it by https.
 */
function clientAt(
  redirectUri: string,
  key: SigningKey | undefined,
): (OAuthClient & { redirectUri: string }) | undefined {
  const url = new URL(redirectUri)
  if (url.protocol === 'https:') {
    const [base] = redirectUri.split('/api/social-accounts/')
    return { id: `${base}${CLIENT_METADATA_PATH}`, redirectUri, key }
  }
  if (!isLoopback(url.host)) return undefined
  if (url.hostname === 'localhost') {
    url.hostname = '127.0.0.1'
    url.pathname = url.pathname.replace(/\/api\/social-accounts\/.*/, LOOPBACK_RETURN_PATH)
  }
  const query = new URLSearchParams({ redirect_uri: url.href, scope: SCOPE })
  return { id: `http://localhost?${query}`, redirectUri: url.href }
}
