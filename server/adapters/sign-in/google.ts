import * as oidc from 'openid-client'
import type { GoogleSignInError } from '#core/people/google-sign-in-error.ts'
import type { Clock } from '../../clock/clock.ts'
import { isLoopback } from '../../http/address.ts'
import { machine } from '../../clock/machine-clock.ts'

/** Frogy's registration at Google, or at another OpenID Connect issuer. */
export type GoogleApp = { clientId: string; clientSecret: string; issuer: string }

export interface GoogleIdentity {
  issuer: string
  /** The issuer's permanent id of the user. */
  subject: string
  email: string | null
  isVerified: boolean
  name: string
  givenName: string
  familyName: string
}

/** Values that verify a sign-in's callback, stored where the browser cannot read them. */
export type GoogleChecks = { state: string; nonce: string; verifier: string }

/** The callback did not sign the user in. The message is for the log. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn'
  readonly trouble: GoogleSignInError

  constructor(trouble: GoogleSignInError, said?: string, cause?: unknown) {
    super(said ?? trouble, { cause })
    this.trouble = trouble
  }
}

export interface GoogleSignIn {
  /** @throws NotSignedIn when the issuer is unreachable */
  consentUrl(redirectUri: string, checks: GoogleChecks): Promise<URL>
  /**
   * Verifies the ID token: signature by the issuer's current keys, issuer, audience, expiry and nonce.
   * @throws NotSignedIn
   */
  identify(back: URL, checks: GoogleChecks): Promise<GoogleIdentity>
}

const KEPT_MS = 3_600_000
const PATIENCE_S = 10

export function googleSignIn({ clientId, clientSecret, issuer }: GoogleApp, clock: Clock): GoogleSignIn {
  // http is allowed on this machine only, where no one can listen.
  const isOpen = issuer.startsWith('http:') && isLoopback(new URL(issuer).host)
  let known: { server: oidc.ServerMetadata; until: number } | undefined

  async function server(): Promise<oidc.ServerMetadata> {
    const now = clock.now().getTime()
    if (known && known.until > now) return known.server
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      timeout: PATIENCE_S,
      ...(isOpen && { execute: [oidc.allowInsecureRequests] }),
    })
    const { supportsPKCE: _, ...server } = found.serverMetadata()
    known = { server, until: now + KEPT_MS }
    return server
  }

  /** Created per sign-in, so that the issuer's keys are always current. */
  async function configuration(): Promise<oidc.Configuration> {
    const skewS = Math.round((clock.now().getTime() - machine.wallMs()) / 1000)
    const client = {
      client_secret: clientSecret,
      id_token_signed_response_alg: 'RS256',
      [oidc.clockSkew]: skewS,
      [oidc.clockTolerance]: 30,
    }
    const made = new oidc.Configuration(await server(), clientId, client, oidc.ClientSecretPost(clientSecret))
    made.timeout = PATIENCE_S
    if (isOpen) oidc.allowInsecureRequests(made)
    // The connection to the issuer would prove the token too; the signature also holds behind a proxy.
    oidc.enableNonRepudiationChecks(made)
    return made
  }

  return {
    async consentUrl(redirectUri, { state, nonce, verifier }) {
      try {
        return oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          prompt: 'select_account',
        })
      } catch (error) {
        throw new NotSignedIn('google_not_started', 'the issuer could not be asked', error)
      }
    },

    async identify(back, { state, nonce, verifier }) {
      try {
        const tokens = await oidc.authorizationCodeGrant(await configuration(), back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return identityOf(tokens.claims())
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
          throw new NotSignedIn('google_cancelled')
        throw error instanceof NotSignedIn
          ? error
          : new NotSignedIn('google_failed', 'a return was not to be trusted', error)
      }
    },
  }
}

function identityOf(claims: oidc.IDToken | undefined): GoogleIdentity {
  if (!claims?.sub) throw new NotSignedIn('google_failed', 'a token without a subject')
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: text('email') || null,
    // Accept only the boolean: some issuers send a string, and some send "false".
    isVerified: claims['email_verified'] === true,
    name: text('name'),
    givenName: text('given_name'),
    familyName: text('family_name'),
  }
}
