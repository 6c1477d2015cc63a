import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { violatedConstraint, type Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { Handle } from '../http/router.ts'
import type { AuthParts } from './auth-parts.ts'
import { callerOf, tryPassword } from './attempts.ts'
import { confirmationMail, confirmEmailRoutes } from './confirm-email.ts'
import { isFirstGuess, weakPassword } from './first-guesses.ts'
import { googleRoutes } from './google-routes.ts'
import { mailedLinkRoutes } from './mailed-links.ts'
import { knownZone, makeUser, waitForOthers } from './make-user.ts'
import { endSessions, toUser, USER_COLUMNS } from './sessions.ts'

export function authRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, config, sessions, browsers, throttle, mailer, passwords } = parts
  const signIn = async (userId: string, request: FastifyRequest, reply: FastifyReply) => {
    await sessions.start(userId, request, reply)
    browsers.remember(userId, reply)
  }

  mailedLinkRoutes(handle, parts)
  confirmEmailRoutes(handle, parts)
  googleRoutes(handle, { ...parts, signIn })

  handle('GET /api/user', async ({ signedIn }) => signedIn.user)

  handle('PATCH /api/user', async ({ signedIn, body }) => {
    const [row] = await database.query(sql`
      update users set preferred_language = coalesce(${body.preferredLanguage ?? null}, preferred_language), time_zone = coalesce(${knownZone(body.timeZone)}, time_zone),
        late_after_minutes = coalesce(${body.lateAfterMinutes ?? null}, late_after_minutes),
        week_starts_on = case when ${body.weekStartsOn === undefined}::boolean then week_starts_on else ${body.weekStartsOn ?? null}::integer end
      where id = ${signedIn.user.id} returning ${USER_COLUMNS}`)
    if (!row) throw new AppError('not_found')
    return toUser(row)
  })

  handle('POST /api/register', async ({ body, language, request, reply }) => {
    if (config.registration === 'closed') throw new AppError('registration_closed')
    if (await isFirstGuess(body.password, body)) throw weakPassword(language)
    const [passwordHash, now] = [await passwords.hash(body.password), clock.now()]
    const row = await database
      .transaction(async (tx) => {
        await waitForOthers(tx)
        const { email, firstName, lastName, preferredLanguage = language } = body
        const given = { email, passwordHash, firstName, lastName, language: preferredLanguage }
        const timeZone = knownZone(body.timeZone)
        return await makeUser(tx, { ...given, timeZone, isConfirmed: false }, config.adminEmails, now)
      })
      .catch((error: unknown) => {
        throw violatedConstraint(error) === 'users_email_key' ? new AppError('email_taken') : error
      })
    await signIn(row.id, request, reply)
    if (!row.email_confirmed_at) mailer.send(async () => confirmationMail(parts, row))
    return toUser(row)
  })

  handle('POST /api/login', async ({ body, request, reply }) => {
    const [row] = await database.query(sql`
      select ${USER_COLUMNS}, ${columns('users', 'password_hash')} from users where email = ${body.email}`)
    const isRight = await tryPassword(throttle, callerOf(request, browsers, body.email, row?.id), () =>
      passwords.verify(body.password, row?.password_hash ?? null),
    )
    if (!row || !isRight) throw new AppError('invalid_credentials')
    await signIn(row.id, request, reply)
    return toUser(row)
  })

  handle('POST /api/logout', async ({ request, reply }) => {
    await sessions.end(request, reply)
    return undefined
  })

  handle('GET /api/sessions', async ({ signedIn }) => {
    const rows = await database.query(sql`
      select ${columns('sessions', 'id', 'created_at', 'last_seen_at', 'user_agent')} from sessions
      where user_id = ${signedIn.user.id} and expires_at > ${clock.now()} order by last_seen_at desc`)
    return rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      userAgent: row.user_agent,
      isCurrent: row.id === signedIn.sessionId,
    }))
  })

  handle('DELETE /api/sessions/{id}', async ({ signedIn, params }) => {
    const isOwn = sql`id = ${params.id} and user_id = ${signedIn.user.id}`
    if ((await endSessions(database, isOwn, clock.now())) === 0) throw new AppError('not_found')
    return undefined
  })
}

/** Makes administrators of people in ADMIN_EMAILS who had an account before they were named there. */
export async function makeAdmins(on: Queryable, emails: string[]): Promise<void> {
  if (emails.length > 0)
    await on.query(sql`update users set role = 'admin' where email = any(${emails}) and role <> 'admin'`)
}
