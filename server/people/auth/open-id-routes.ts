import { isOwnPagePath } from '#core/page-path.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { SignInService, SignInTrouble } from '#core/people/sign-in-error.ts'
import { NotSignedIn, openIdSignIn, type OpenIdChecks, type OpenIdSignIn } from '../../adapters/sign-in/open-id.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { browserUrl } from '../../http/address.ts'
import { languageOfVisit } from '../../http/request-language.ts'
import type { Handle } from '../../http/router.ts'
import { newToken } from '../../secrets.ts'
import type { AuthParts } from './auth-parts.ts'
import { accountOf, type MemberRules } from './open-id-account.ts'
import { canonicalTimeZone } from './create-user.ts'
import { continueSignIn } from './sign-in.ts'

/** How long a user may take to sign in at Google or the OpenID Connect provider. */
const CONSENT_MS = 15 * 60_000

/** Sign-in by Google and by the installation's OpenID Connect provider (docs/decisions/047, 061). */
export function openIdRoutes(handle: Handle, parts: AuthParts): void {
  const { config, clock } = parts
  const google = signInBy(parts, {
    service: 'google',
    name: 'Google',
    client: config.google && openIdSignIn({ ...config.google, prompt: 'select_account' }, clock),
    rules: undefined,
  })
  const { oidc } = config
  const groupsClaim = oidc && oidc.groups.length > 0 ? oidc.groupsClaim : undefined
  const provider = signInBy(parts, {
    service: 'oidc',
    name: oidc?.name ?? '',
    client: oidc && openIdSignIn({ ...oidc, groupsClaim }, clock),
    rules: oidc,
  })

  handle('GET /api/google/config', async () => ({ available: config.google !== undefined }))
  handle('GET /api/auth/google', google.start)
  handle('GET /api/auth/google/callback', google.finish)
  handle('GET /api/oidc/config', async () => ({ available: oidc !== undefined, name: oidc?.name ?? null }))
  handle('GET /api/auth/oidc', provider.start)
  handle('GET /api/auth/oidc/callback', provider.finish)
}

interface Service {
  service: SignInService
  name: string
  client: OpenIdSignIn | undefined
  rules: MemberRules | undefined
}

interface StartCall {
  query: { next?: string | undefined; timeZone?: string | undefined; invitation?: string | undefined }
  request: FastifyRequest
  reply: FastifyReply
}
interface FinishCall {
  query: { state?: string | undefined }
  request: FastifyRequest
  reply: FastifyReply
}

/** The two steps of a sign-in through another service: the redirect to the service, and its callback. */
function signInBy(parts: AuthParts, { service, name, client, rules }: Service) {
  const { database, clock, config, secrets, cookies } = parts
  /** Binds a sign-in attempt to the browser that started it. The cookie is useless without the stored attempt. */
  const cookie = `frogy_${service}`
  // Each sign-in service has its own cookie and kind of stored attempt, so its callback accepts no other attempts.
  const purpose = `${service}-attempt`

  return {
    async start({ query, request, reply }: StartCall): Promise<undefined> {
      try {
        if (!client) throw new NotSignedIn('unavailable')
        const checks: OpenIdChecks = { state: newToken(), nonce: newToken(), verifier: newToken() }
        const redirectUri = `${browserUrl(request, config.publicUrl)}/api/auth/${service}/callback`
        const consent = await client.consentUrl(redirectUri, checks)
        // Reuse the browser's cookie, so that a second tab does not invalidate the attempt of the first.
        const browser = cookies.read(request, cookie) ?? newToken()
        const { state, ...rest } = checks
        await database.query(sql`
          insert into google_attempts (state_hash, browser_hash, sealed, redirect_uri, next, language, time_zone, invitation_hash, expires_at)
          values (${secrets.tokenHash(state)}, ${secrets.tokenHash(browser)}, ${secrets.seal(JSON.stringify(rest), purpose)},
            ${redirectUri}, ${isOwnPagePath(query.next) ? query.next : '/'}, ${languageOfVisit(request)}, ${canonicalTimeZone(query.timeZone)},
            ${query.invitation ? secrets.tokenHash(query.invitation) : null},
            ${new Date(clock.now().getTime() + CONSENT_MS)})`)
        cookies.write(reply, cookie, browser, CONSENT_MS)
        redirectTo(reply, consent.href)
      } catch (error) {
        redirectToSignIn(error, request, reply)
      }
      return undefined
    },

    async finish({ query, request, reply }: FinishCall): Promise<undefined> {
      let next = '/'
      try {
        if (!client) throw new NotSignedIn('unavailable')
        const attempt = await consumeAttempt(query.state ?? '', cookies.read(request, cookie) ?? '')
        next = attempt.next
        const given = request.url.split('?', 2)[1] ?? ''
        const identity = await client.identify(new URL(`${attempt.redirectUri}?${given}`), attempt.checks)
        const { id } = await accountOf(parts, { ...attempt, identity, rules, serviceName: name })
        if (await isSuspended(id)) throw new NotSignedIn('suspended')
        await continueSignIn(parts, id, request, reply)
        redirectTo(reply, next)
      } catch (error) {
        redirectToSignIn(error, request, reply, next)
      }
      return undefined
    },
  }

  async function isSuspended(userId: string): Promise<boolean> {
    const [row] = await database.query(sql`select ${columns('users', 'suspended_at')} from users where id = ${userId}`)
    return row?.suspended_at !== null
  }

  /**
   * Deletes a sign-in attempt and returns it, so that each callback works once, in the browser that started it.
   * @throws NotSignedIn
   */
  async function consumeAttempt(state: string, browser: string) {
    const [attempt] = await database.query(sql`
      delete from google_attempts where state_hash = any(${secrets.tokenHashes(state)}) and browser_hash = any(${secrets.tokenHashes(browser)})
      returning ${columns('google_attempts', 'sealed', 'redirect_uri', 'next', 'language', 'time_zone', 'invitation_hash', 'expires_at')}`)
    if (!attempt || attempt.expires_at <= clock.now()) throw new NotSignedIn('expired')
    const rest = JSON.parse(secrets.open(attempt.sealed, purpose)) as Omit<OpenIdChecks, 'state'>
    return {
      checks: { state, ...rest },
      redirectUri: attempt.redirect_uri,
      next: attempt.next,
      language: attempt.language,
      timeZone: attempt.time_zone,
      invitationHashes: attempt.invitation_hash === null ? [] : [attempt.invitation_hash],
    }
  }

  /** Redirects to sign-in with Frogy's error code. The service's error message is only logged. */
  function redirectToSignIn(error: unknown, { log }: FastifyRequest, reply: FastifyReply, next = '/'): void {
    const onward = next === '/' ? '' : `&next=${encodeURIComponent(next)}`
    // Redirect users with two-factor sign-in to the sign-in page, which asks for their code.
    if (error instanceof AppError && error.code === 'code_needed') return redirectTo(reply, `/auth?mode=code${onward}`)
    const trouble = error instanceof NotSignedIn ? error.trouble : 'failed'
    if (trouble === 'failed' || trouble === 'not_started')
      log.warn({ err: error, service }, 'a user could not sign in through another service')
    redirectTo(reply, `/auth?error=${service}_${trouble satisfies SignInTrouble}${onward}`)
  }
}

/** Redirects through the router. Fastify's `redirect` would send the response before the router finishes. */
function redirectTo(reply: FastifyReply, address: string): void {
  reply.code(302).header('location', address)
}

export async function deleteOldSignInAttempts(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from google_attempts where expires_at <= ${now}`)
}
