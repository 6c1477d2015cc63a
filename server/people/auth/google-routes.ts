import { isOwnPagePath } from '#core/page-path.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { googleSignIn, NotSignedIn, type GoogleChecks } from '../../adapters/sign-in/google.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { browserOrigin } from '../../http/address.ts'
import { languageOfVisit } from '../../http/request-language.ts'
import type { Handle } from '../../http/router.ts'
import { newToken } from '../../secrets.ts'
import type { AuthParts } from './auth-parts.ts'
import { accountOf } from './google-account.ts'
import { canonicalTimeZone } from './create-user.ts'
import { continueSignIn } from './sign-in.ts'

/** Binds a sign-in attempt to the browser that started it. Useless without the stored attempt. */
const COOKIE = 'frogy_google'
/** How long a user may take on Google's consent page. */
const CONSENT_MS = 15 * 60_000
const CHECKS = 'google-attempt'

/** Google sign-in (docs/decisions/047). */
export function googleRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, config, secrets, cookies } = parts
  const google = config.google && googleSignIn(config.google, clock)

  handle('GET /api/google/config', async () => ({ available: google !== undefined }))

  handle('GET /api/auth/google', async ({ query, request, reply }) => {
    try {
      if (!google) throw new NotSignedIn('google_unavailable')
      const checks: GoogleChecks = { state: newToken(), nonce: newToken(), verifier: newToken() }
      const redirectUri = `${browserOrigin(request, config.publicUrl)}/api/auth/google/callback`
      const consent = await google.consentUrl(redirectUri, checks)
      // Reuse the browser's cookie, so that a second tab does not invalidate the attempt of the first.
      const browser = cookies.read(request, COOKIE) ?? newToken()
      const { state, ...rest } = checks
      await database.query(sql`
        insert into google_attempts (state_hash, browser_hash, sealed, redirect_uri, next, language, time_zone, invitation_hash, expires_at)
        values (${secrets.tokenHash(state)}, ${secrets.tokenHash(browser)}, ${secrets.seal(JSON.stringify(rest), CHECKS)},
          ${redirectUri}, ${isOwnPagePath(query.next) ? query.next : '/'}, ${languageOfVisit(request)}, ${canonicalTimeZone(query.timeZone)},
          ${query.invitation ? secrets.tokenHash(query.invitation) : null},
          ${new Date(clock.now().getTime() + CONSENT_MS)})`)
      cookies.write(reply, COOKIE, browser, CONSENT_MS)
      redirectTo(reply, consent.href)
    } catch (error) {
      redirectToSignIn(error, request, reply)
    }
    return undefined
  })

  handle('GET /api/auth/google/callback', async ({ query, request, reply }) => {
    let next = '/'
    try {
      if (!google) throw new NotSignedIn('google_unavailable')
      const attempt = await consumeAttempt(query.state ?? '', cookies.read(request, COOKIE) ?? '')
      next = attempt.next
      const given = request.url.split('?', 2)[1] ?? ''
      const identity = await google.identify(new URL(`${attempt.redirectUri}?${given}`), attempt.checks)
      const { id } = await accountOf(parts, identity, attempt)
      if (await isSuspended(id)) throw new NotSignedIn('google_suspended')
      await continueSignIn(parts, id, request, reply)
      redirectTo(reply, next)
    } catch (error) {
      redirectToSignIn(error, request, reply, next)
    }
    return undefined
  })

  async function isSuspended(userId: string): Promise<boolean> {
    const [row] = await database.query(sql`select ${columns('users', 'suspended_at')} from users where id = ${userId}`)
    return row?.suspended_at !== null
  }

  /**
   * Deletes a sign-in attempt and returns it: each callback works once, in the browser that started it.
   * @throws NotSignedIn
   */
  async function consumeAttempt(state: string, browser: string) {
    const [attempt] = await database.query(sql`
      delete from google_attempts where state_hash = any(${secrets.tokenHashes(state)}) and browser_hash = any(${secrets.tokenHashes(browser)})
      returning ${columns('google_attempts', 'sealed', 'redirect_uri', 'next', 'language', 'time_zone', 'invitation_hash', 'expires_at')}`)
    if (!attempt || attempt.expires_at <= clock.now()) throw new NotSignedIn('google_expired')
    const rest = JSON.parse(secrets.open(attempt.sealed, CHECKS)) as Omit<GoogleChecks, 'state'>
    return {
      checks: { state, ...rest },
      redirectUri: attempt.redirect_uri,
      next: attempt.next,
      language: attempt.language,
      timeZone: attempt.time_zone,
      invitationHashes: attempt.invitation_hash === null ? [] : [attempt.invitation_hash],
    }
  }
}

/** Redirects to sign-in with Frogy's error code. Google's error message is only logged. */
function redirectToSignIn(error: unknown, { log }: FastifyRequest, reply: FastifyReply, next = '/'): void {
  const onward = next === '/' ? '' : `&next=${encodeURIComponent(next)}`
  // The sign-in page asks users with two-factor sign-in for their code.
  if (error instanceof AppError && error.code === 'code_needed') return redirectTo(reply, `/auth?mode=code${onward}`)
  const trouble = error instanceof NotSignedIn ? error.trouble : 'google_failed'
  if (trouble === 'google_failed' || trouble === 'google_not_started')
    log.warn({ err: error }, 'somebody could not sign in with Google')
  redirectTo(reply, `/auth?error=${trouble}${onward}`)
}

/** Fastify's `redirect` would send the response before the router finishes. */
function redirectTo(reply: FastifyReply, address: string): void {
  reply.code(302).header('location', address)
}

/** Deletes expired Google sign-in attempts. */
export async function deleteOldGoogleAttempts(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from google_attempts where expires_at <= ${now}`)
}
