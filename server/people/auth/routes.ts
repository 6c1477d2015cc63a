import { AppError } from '#core/errors.ts'
import { violatedConstraint } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import type { Handle } from '../../http/router.ts'
import type { AuthParts } from './auth-parts.ts'
import { callerOf, tryPassword } from './attempts.ts'
import { confirmEmailRoutes, mailConfirmation } from './confirm-email.ts'
import { deviceOf } from './device.ts'
import { refuseWeakPassword } from './guessable-passwords.ts'
import { openIdRoutes } from './open-id-routes.ts'
import { passwordResetRoutes } from './password-reset.ts'
import { admit, hasUsers } from './admission.ts'
import { canonicalTimeZone, createUser, lockRegistrations } from './create-user.ts'
import { useInvitation } from './invitations.ts'
import { continueSignIn, beginSession, secondStepRoutes } from './sign-in.ts'
import { changeSettings } from './settings.ts'
import { endSessions, refuseSuspended, toUser, USER_COLUMNS } from './sessions.ts'

export function authRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, config, secrets, sessions, browsers, throttle, mails, passwords } = parts

  passwordResetRoutes(handle, parts)
  confirmEmailRoutes(handle, parts)
  secondStepRoutes(handle, parts)
  openIdRoutes(handle, parts)

  handle('GET /api/user', async ({ signedIn }) => signedIn.user)

  handle('PATCH /api/user', async ({ signedIn, body }) => {
    return await changeSettings(
      database,
      signedIn.user.id,
      { ...body, timeZone: canonicalTimeZone(body.timeZone) ?? undefined },
      clock.now(),
    )
  })

  handle('GET /api/registration', async () => ({
    isOpen: config.registration === 'open' || !(await hasUsers(database)),
    sendsMail: config.smtpUrl !== undefined,
  }))

  handle('POST /api/register', async ({ body, language, request, reply }) => {
    const invitationHashes = body.invitation === undefined ? [] : secrets.tokenHashes(body.invitation)
    const visitor = { email: body.email, isVerified: false, invitationHashes }
    // Before the slow password hash, check whether the visitor may register, so that rejected requests cost little. The
    // transaction checks again.
    await admit(database, config, visitor, clock.now())
    await refuseWeakPassword(body.password, body, language)
    const [passwordHash, now] = [await passwords.hash(body.password), clock.now()]
    await mails.open()
    const row = await database
      .transaction(async (tx) => {
        await lockRegistrations(tx)
        const { isConfirmed, role, invitationId } = await admit(tx, config, visitor, now)
        const { email, firstName, lastName, preferredLanguage = language } = body
        const given = { email, passwordHash, firstName, lastName, language: preferredLanguage }
        const timeZone = canonicalTimeZone(body.timeZone)
        const made = await createUser(tx, { ...given, timeZone, isConfirmed, role }, now)
        await useInvitation(tx, invitationId, made.id, now)
        if (!isConfirmed) await mailConfirmation(tx, parts, made)
        return made
      })
      .catch((error: unknown) => {
        throw violatedConstraint(error) === 'users_email_key' ? new AppError('email_taken') : error
      })
    await beginSession(parts, row.id, request, reply)
    return toUser(row)
  })

  handle('POST /api/login', async ({ body, request, reply }) => {
    const [row] = await database.query(sql`
      select ${USER_COLUMNS}, ${columns('users', 'password_hash', 'suspension_reason')} from users where email = ${body.email}`)
    const isRight = await tryPassword(throttle, callerOf(request, browsers, body.email, row?.id), () =>
      passwords.verify(body.password, row?.password_hash ?? null),
    )
    if (!row || !isRight) throw new AppError('invalid_credentials')
    refuseSuspended(row.suspension_reason)
    await continueSignIn(parts, row.id, request, reply, row.password_hash)
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
      device: deviceOf(row.user_agent),
    }))
  })

  handle('DELETE /api/sessions', async ({ signedIn }) => {
    await endSessions(database, sql`user_id = ${signedIn.user.id} and id <> ${signedIn.sessionId}`, clock.now())
    return undefined
  })

  handle('DELETE /api/sessions/{id}', async ({ signedIn, params }) => {
    const isOwn = sql`id = ${params.id} and user_id = ${signedIn.user.id}`
    if ((await endSessions(database, isOwn, clock.now())) === 0) throw new AppError('not_found')
    return undefined
  })
}
