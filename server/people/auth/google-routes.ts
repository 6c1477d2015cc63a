import { hasOwnPath } from '#core/page-path.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { googleSignIn, NotSignedIn, type GoogleChecks } from '../../adapters/sign-in/google.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { originSeenBy } from '../../http/address.ts'
import { languageOfVisit } from '../../http/request-language.ts'
import type { Handle } from '../../http/router.ts'
import { newToken } from '../../secrets.ts'
import type { AuthParts } from './auth-parts.ts'
import { accountOf } from './google-account.ts'
import { knownZone } from './make-user.ts'
import { afterFirstStep } from './sign-in.ts'

/** Says which browser set out. It opens nothing, and is of no use without what is kept here. */
const COOKIE = 'frogy_google'
/** How long a person may take at Google. */
const CONSENT_MS = 15 * 60_000
const CHECKS = 'google-attempt'

/** The way to Google and back (docs/decisions/047). */
export function googleRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, config, secrets, cookies } = parts
  const google = config.google && googleSignIn(config.google, clock)

  handle('GET /api/google/config', async () => ({ available: google !== undefined }))

  handle('GET /api/auth/google', async ({ query, request, reply }) => {
    try {
      if (!google) throw new NotSignedIn('google_unavailable')
      const checks: GoogleChecks = { state: newToken(), nonce: newToken(), verifier: newToken() }
      const redirectUri = `${originSeenBy(request, config.publicUrl)}/api/auth/google/callback`
      const consent = await google.consentUrl(redirectUri, checks)
      // A second tab of the same browser keeps the first one's way open.
      const browser = cookies.read(request, COOKIE) ?? newToken()
      const { state, ...rest } = checks
      await database.query(sql`
        insert into google_attempts (state_hash, browser_hash, sealed, redirect_uri, next, language, time_zone, expires_at)
        values (${secrets.tokenHash(state)}, ${secrets.tokenHash(browser)}, ${secrets.seal(JSON.stringify(rest), CHECKS)},
          ${redirectUri}, ${hasOwnPath(query.next) ? query.next : '/'}, ${languageOfVisit(request)}, ${knownZone(query.timeZone)},
          ${new Date(clock.now().getTime() + CONSENT_MS)})`)
      cookies.write(reply, COOKIE, browser, CONSENT_MS)
      leadTo(reply, consent.href)
    } catch (error) {
      turnAway(error, request, reply)
    }
    return undefined
  })

  handle('GET /api/auth/google/callback', async ({ query, request, reply }) => {
    let next = '/'
    try {
      if (!google) throw new NotSignedIn('google_unavailable')
      const attempt = await takeAttempt(query.state ?? '', cookies.read(request, COOKIE) ?? '')
      next = attempt.next
      const given = request.url.split('?', 2)[1] ?? ''
      const identity = await google.identify(new URL(`${attempt.redirectUri}?${given}`), attempt.checks)
      const { id } = await accountOf(parts, identity, attempt)
      if (await isSuspended(id)) throw new NotSignedIn('google_suspended')
      await afterFirstStep(parts, id, request, reply)
      leadTo(reply, next)
    } catch (error) {
      turnAway(error, request, reply, next)
    }
    return undefined
  })

  async function isSuspended(userId: string): Promise<boolean> {
    const [row] = await database.query(sql`select ${columns('users', 'suspended_at')} from users where id = ${userId}`)
    return row?.suspended_at !== null
  }

  /** Takes what was begun, so that a return is used once, and only in the browser that set out. @throws NotSignedIn */
  async function takeAttempt(state: string, browser: string) {
    const [attempt] = await database.query(sql`
      delete from google_attempts where state_hash = any(${secrets.tokenHashes(state)}) and browser_hash = any(${secrets.tokenHashes(browser)})
      returning ${columns('google_attempts', 'sealed', 'redirect_uri', 'next', 'language', 'time_zone', 'expires_at')}`)
    if (!attempt || attempt.expires_at <= clock.now()) throw new NotSignedIn('google_expired')
    const rest = JSON.parse(secrets.open(attempt.sealed, CHECKS)) as Omit<GoogleChecks, 'state'>
    return {
      checks: { state, ...rest },
      redirectUri: attempt.redirect_uri,
      next: attempt.next,
      language: attempt.language,
      timeZone: attempt.time_zone,
    }
  }
}

/** Back to the sign-in, which has words for what was in the way. The vendor's are for the log. */
function turnAway(error: unknown, { log }: FastifyRequest, reply: FastifyReply, next = '/'): void {
  const onward = next === '/' ? '' : `&next=${encodeURIComponent(next)}`
  // Who has a second factor shows it there.
  if (error instanceof AppError && error.code === 'code_needed') return leadTo(reply, `/auth?mode=code${onward}`)
  const trouble = error instanceof NotSignedIn ? error.trouble : 'google_failed'
  if (trouble === 'google_failed' || trouble === 'google_not_started')
    log.warn({ err: error }, 'somebody could not sign in with Google')
  leadTo(reply, `/auth?error=${trouble}${onward}`)
}

/** Not `redirect`, which sends at once: the router sends what a handler leaves. */
function leadTo(reply: FastifyReply, address: string): void {
  reply.code(302).header('location', address)
}

/** Deletes the ways to Google that nobody came back from. */
export async function deleteOldGoogleAttempts(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from google_attempts where expires_at <= ${now}`)
}
