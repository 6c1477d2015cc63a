import * as oidc from 'openid-client'
import type { SignInTrouble } from '#core/people/sign-in-error.ts'
import type { Clock } from '../../clock/clock.ts'
import { isLoopback } from '../../http/address.ts'
import { machine } from '../../clock/machine-clock.ts'

/** Frogy's registration at an OpenID Connect issuer. */
interface OpenIdApp {
  clientId: string
  clientSecret: string
  issuer: string
  /** The OpenID Connect parameter `prompt`: a page that the issuer must show even to a signed-in user. */
  prompt?: string
  /** The claim with the user's groups. Undefined if Frogy needs no groups. */
  groupsClaim?: string | undefined
}

export interface OpenIdIdentity {
  issuer: string
  /** The issuer's permanent id of the user. */
  subject: string
  email: string | null
  isVerified: boolean
  name: string
  givenName: string
  familyName: string
  groups: string[]
}

/** Values that verify a sign-in's callback, stored where the browser cannot read them. */
export type OpenIdChecks = { state: string; nonce: string; verifier: string }

/** The callback did not sign the user in. The message is for the log. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn'
  readonly trouble: SignInTrouble

  constructor(trouble: SignInTrouble, said?: string, cause?: unknown) {
    super(said ?? trouble, { cause })
    this.trouble = trouble
  }
}

export interface OpenIdSignIn {
  /** Returns the URL of the issuer's consent page. @throws NotSignedIn when the issuer is unreachable */
  consentUrl(redirectUri: string, checks: OpenIdChecks): Promise<URL>
  /**
   * Verifies the ID token: signature by the issuer's current keys, issuer, audience, expiry and nonce.
   * @throws NotSignedIn
   */
  identify(back: URL, checks: OpenIdChecks): Promise<OpenIdIdentity>
}

const KEPT_MS = 3_600_000
const TIMEOUT_S = 10

export function openIdSignIn(app: OpenIdApp, clock: Clock, timeoutS = TIMEOUT_S): OpenIdSignIn {
  const { clientId, clientSecret, issuer, prompt, groupsClaim } = app
  // Allow http only on this machine, where no one else can intercept it.
  const isOpen = issuer.startsWith('http:') && isLoopback(new URL(issuer).host)
  let known: { server: oidc.ServerMetadata; until: number } | undefined

  async function server(): Promise<oidc.ServerMetadata> {
    const now = clock.now().getTime()
    if (known && known.until > now) return known.server
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      timeout: timeoutS,
      ...(isOpen && { execute: [oidc.allowInsecureRequests] }),
    })
    const { supportsPKCE: _, ...server } = found.serverMetadata()
    known = { server, until: now + KEPT_MS }
    return server
  }

  /** Creates a new OpenID client for each sign-in, so that the issuer's keys are always current. */
  async function configuration(): Promise<oidc.Configuration> {
    const skewS = Math.round((clock.now().getTime() - machine.wallMs()) / 1000)
    const metadata = await server()
    const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
    const client = {
      client_secret: clientSecret,
      [oidc.clockSkew]: skewS,
      [oidc.clockTolerance]: 30,
    }
    // Reject algorithms without a private key. Anyone can make an unsigned token, and anyone with the client secret can
    // make an HMAC.
    const algorithms = offered.filter((name) => name !== 'none' && !name.startsWith('HS'))
    const isPosted = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const made = new oidc.Configuration(
      { ...metadata, id_token_signing_alg_values_supported: algorithms },
      clientId,
      client,
      isPosted ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret),
    )
    made.timeout = timeoutS
    if (isOpen) oidc.allowInsecureRequests(made)
    // Verify the token's signature too, because TLS does not prove the issuer behind a proxy that decrypts it.
    oidc.enableNonRepudiationChecks(made)
    return made
  }

  /** Some issuers put the address and the groups only into the response of their userinfo endpoint. */
  async function withUserInfo(at: oidc.Configuration, token: string, claims: oidc.IDToken): Promise<Claims> {
    const isWhole =
      claims['email'] !== undefined &&
      claims['email_verified'] !== undefined &&
      (groupsClaim === undefined || claimAt(claims, groupsClaim) !== undefined)
    if (isWhole || !at.serverMetadata().userinfo_endpoint) return claims
    const info: Claims = await oidc.fetchUserInfo(at, token, claims.sub)
    const { email, email_verified: isVerified, ...others } = info
    // Take the address and its verification from the same source, because only together do they prove anything.
    const isFromToken = claims['email'] !== undefined && claims['email_verified'] !== undefined
    return { ...others, ...claims, ...(!isFromToken && { email, email_verified: isVerified }) }
  }

  return {
    async consentUrl(redirectUri, { state, nonce, verifier }) {
      try {
        const at = await configuration()
        const hasGroupScope = groupsClaim !== undefined && at.serverMetadata().scopes_supported?.includes('groups')
        return oidc.buildAuthorizationUrl(at, {
          redirect_uri: redirectUri,
          scope: `openid email profile${hasGroupScope ? ' groups' : ''}`,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(prompt && { prompt }),
        })
      } catch (error) {
        throw new NotSignedIn('not_started', 'the issuer could not be asked', error)
      }
    },

    async identify(back, { state, nonce, verifier }) {
      try {
        const at = await configuration()
        const tokens = await oidc.authorizationCodeGrant(at, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims?.sub) throw new NotSignedIn('failed', 'a token without a subject')
        const { iss, sub } = claims
        return identityOf({ iss, sub }, await withUserInfo(at, tokens.access_token, claims), groupsClaim)
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
          throw new NotSignedIn('cancelled')
        throw error instanceof NotSignedIn ? error : new NotSignedIn('failed', 'a return was not to be trusted', error)
      }
    },
  }
}

type Claims = Record<string, unknown>

function identityOf(
  { iss, sub }: { iss: string; sub: string },
  claims: Claims,
  groupsClaim: string | undefined,
): OpenIdIdentity {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    issuer: iss,
    subject: sub,
    email: text('email') || null,
    // Accept only the boolean. Some issuers send a string, and it may be "false".
    isVerified: claims['email_verified'] === true,
    name: text('name'),
    givenName: text('given_name'),
    familyName: text('family_name'),
    groups: groupsClaim === undefined ? [] : groupsIn(claimAt(claims, groupsClaim)),
  }
}

/** Reads an OpenID claim by its name, or by a path with dots such as Keycloak's `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((value, key) => {
    const isKnown = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    return isKnown ? (value as Claims)[key] : undefined
  }, claims)
}

function groupsIn(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string')
}
