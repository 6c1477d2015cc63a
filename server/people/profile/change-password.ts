import type { Language } from '#core/language.ts'
import type { AuthParts } from '../auth/auth-parts.ts'
import { tryPassword, type Caller } from '../auth/attempts.ts'
import { workspacesOf } from '../../workspaces/access.ts'
import { refuseWeakPassword } from '../auth/guessable-passwords.ts'
import { endSessions } from '../auth/sessions.ts'
import sql, { columns } from '../../db/sql.ts'
import type { SignedIn } from '../../http/caller.ts'
import { endAccess } from '../auth/end-access.ts'
import { passwordChangedMail } from '../auth/password-mail.ts'
import { deleteSecondSteps } from '../two-factor/store.ts'
import { wrongPasswordError } from './wrong-password.ts'

/**
 * Changes the password, ends other sessions, and invalidates trusted browsers and mailed links. On request, revokes API
 * keys, assistants' permissions, feed addresses and webhooks. Notifies the user by mail if the address is confirmed.
 * @throws AppError wrong_password, weak_password, too_many_requests
 */
export async function changePassword(
  { database, clock, config, throttle, mails, passwords }: AuthParts,
  { user, sessionId }: SignedIn,
  given: { currentPassword: string; password: string; endAccess: boolean },
  caller: Caller,
  language: Language,
): Promise<void> {
  const [row] = await database.query(sql`
    select ${columns('users', 'password_hash')} from users where id = ${user.id}`)
  const isRight = await tryPassword(throttle, caller, () =>
    passwords.verify(given.currentPassword, row?.password_hash ?? null),
  )
  if (!isRight) throw wrongPasswordError('currentPassword', language)
  const workspaces = (await workspacesOf(database, user.id)).map(({ name }) => name)
  await refuseWeakPassword(given.password, { ...user, workspaces }, language)
  const passwordHash = await passwords.hash(given.password)
  await mails.open()
  await database.transaction(async (tx) => {
    const now = clock.now()
    const changed = await tx.query(sql`
      update users set password_hash = ${passwordHash}, password_changed_at = ${now}
      where id = ${user.id} and password_hash is not distinct from ${row?.password_hash ?? null}
      returning ${columns('users', 'id')}`)
    // A concurrent request has already changed the password, so the given one is outdated.
    if (changed.length === 0) throw wrongPasswordError('currentPassword', language)
    await tx.query(sql`delete from password_resets where user_id = ${user.id}`)
    // Cancel email changes, because an attacker with the old password may have requested one.
    await tx.query(sql`delete from email_changes where user_id = ${user.id}`)
    await tx.query(sql`update sessions set authenticated_at = ${now} where id = ${sessionId}`)
    await endSessions(tx, sql`user_id = ${user.id} and id <> ${sessionId}`, now)
    await deleteSecondSteps(tx, user.id)
    const ended = given.endAccess ? await endAccess(tx, user.id, 'change', now) : undefined
    if (!user.emailConfirmed) return
    const owner = { email: user.email, preferred_language: language }
    await mails.add(tx, passwordChangedMail(owner, ended, config.publicUrl))
  })
}
