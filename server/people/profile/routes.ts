import { AppError } from '#core/errors.ts'
import type { Profile } from '#core/people/profile-contract.ts'
import type { User } from '#core/people/auth-contract.ts'
import type { AuthParts } from '../auth/auth-parts.ts'
import { callerOf, tryPassword } from '../auth/attempts.ts'
import { countAccess } from '../auth/end-access.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import type { Handle } from '../../http/router.ts'
import { translator } from '../../messages.ts'
import { requireRecentAuthentication } from '../auth/recent-authentication.ts'
import { requestEmailChange, confirmEmailChange, cancelEmailChange, findPendingEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { toUser, USER_COLUMNS } from '../auth/sessions.ts'
import { withFileName } from '../../media/with-file-name.ts'
import { PORTRAIT_HEADERS } from '../../media/portrait-headers.ts'
import type { PictureStoreParts } from '../../media/store-pictures.ts'
import { readPicture, removePicture, setPicture } from './picture.ts'
import { beginDeletion, cancelDeletionByLink } from './delete-account.ts'
import { readMailedLink } from './mailed-link.ts'
import { wrongPasswordError } from './wrong-password.ts'

export interface ProfileParts extends AuthParts, PictureStoreParts {
  /** Crops and converts the user's picture in a separate process. */
  portrait: (bytes: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>
}

export function profileRoutes(handle: Handle, parts: ProfileParts): void {
  const { database, clock, throttle, browsers, passwords, sessions } = parts

  const profileOf = (userId: string) => readProfile(database, userId, clock.now())

  handle('GET /api/profile', ({ signedIn }) => profileOf(signedIn.user.id))

  handle('POST /api/profile/verify-password', async ({ signedIn, body, language, request }) => {
    const { id, email } = signedIn.user
    const [row] = await database.query(sql`select ${columns('users', 'password_hash')} from users where id = ${id}`)
    const isRight = await tryPassword(throttle, callerOf(request, browsers, email, id), () =>
      passwords.verify(body.password, row?.password_hash ?? null),
    )
    if (!isRight) throw wrongPasswordError('password', language)
    await database.query(sql`update sessions set authenticated_at = ${clock.now()} where id = ${signedIn.sessionId}`)
    return undefined
  })

  handle('POST /api/profile/password', async ({ signedIn, body, language, request }) => {
    const caller = callerOf(request, browsers, signedIn.user.email, signedIn.user.id)
    await changePassword(parts, signedIn, body, caller, language)
    return await profileOf(signedIn.user.id)
  })

  handle('GET /media/profile/{id}', async ({ params, signedIn, reply }) => {
    const file = await readPicture(parts, params.id, signedIn.user)
    if (!file) throw new AppError('not_found')
    reply.headers(PORTRAIT_HEADERS)
    return file
  })

  handle('POST /api/profile/picture', async ({ files: [file], signedIn, signal }) => {
    if (!file) throw new AppError('malformed_request')
    const bytes = await withFileName(file, () => parts.portrait(file.bytes, signal))
    signal.throwIfAborted()
    await setPicture(parts, signedIn.user.id, bytes)
    return await readUser(database, signedIn.user.id)
  })

  handle('DELETE /api/profile/picture', async ({ signedIn }) => {
    await removePicture(parts, signedIn.user.id)
    return await readUser(database, signedIn.user.id)
  })

  handle('POST /api/profile/email', async ({ signedIn, body }) => {
    requireRecentAuthentication(signedIn, clock.now())
    if (body.email !== signedIn.user.email) await requestEmailChange(parts, signedIn, body.email)
    else await cancelEmailChange(database, signedIn.user.id)
    return await profileOf(signedIn.user.id)
  })

  handle('DELETE /api/profile/email', async ({ signedIn }) => {
    await cancelEmailChange(database, signedIn.user.id)
    return await profileOf(signedIn.user.id)
  })

  handle('DELETE /api/profile', async ({ signedIn, request, reply }) => {
    requireRecentAuthentication(signedIn, clock.now())
    const deletedAt = await beginDeletion(parts, signedIn.user.id)
    await sessions.end(request, reply)
    return { deletedAt: deletedAt.toISOString() }
  })

  handle('POST /api/mailed-link', async ({ body }) => {
    const link = await readMailedLink(parts, body.page, body.token)
    if (!link) throw new AppError('invalid_token')
    return link
  })

  handle('POST /api/profile/keep', async ({ body, language }) => {
    await cancelDeletionByLink(parts, body.token)
    return { message: translator(language)('mail.deletion.kept') }
  })

  handle('POST /api/profile/email/confirm', async ({ body, language }) => {
    await confirmEmailChange(parts, body.token)
    return { message: translator(language)('mail.newEmail.done') }
  })
}

async function readUser(on: Queryable, userId: string): Promise<User> {
  const [row] = await on.query(sql`select ${USER_COLUMNS} from users where id = ${userId}`)
  if (!row) throw new AppError('not_found')
  return toUser(row)
}

async function readProfile(on: Queryable, userId: string, now: Date): Promise<Profile> {
  const [row] = await on.query(sql`
    select ${columns('users', 'created_at', 'password_hash', 'password_changed_at')} from users where id = ${userId}`)
  if (!row) throw new AppError('not_found')
  return {
    memberSince: row.created_at.toISOString(),
    hasPassword: row.password_hash !== null,
    passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
    pendingEmail: await findPendingEmail(on, userId, now),
    access: await countAccess(on, userId, now),
  }
}
