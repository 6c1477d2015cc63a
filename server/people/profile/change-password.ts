import type { Language } from '#core/language.ts'
import type { AuthParts } from '../auth/auth-parts.ts'
import { tryPassword, type Caller } from '../auth/attempts.ts'
import { isFirstGuess, weakPassword } from '../auth/first-guesses.ts'
import { endSessions } from '../auth/sessions.ts'
import sql, { columns } from '../../db/sql.ts'
import type { SignedIn } from '../../http/caller.ts'
import { translator } from '../../messages.ts'
import { forgetSecondSteps } from '../two-factor/store.ts'
import { wrongPassword } from './wrong-password.ts'

/**
 * Changes a password for who knows the old one. Whoever else is signed in is out, every browser is asked for a code again,
 * and no link that was mailed before works any more. An address that is known to be theirs is told.
 * @throws AppError wrong_password, weak_password, too_many_requests
 */
export async function changePassword(
  { database, clock, config, throttle, mails, passwords }: AuthParts,
  { user, sessionId }: SignedIn,
  given: { currentPassword: string; password: string },
  caller: Caller,
  language: Language,
): Promise<void> {
  const [row] = await database.query(sql`
    select ${columns('users', 'password_hash')} from users where id = ${user.id}`)
  const isRight = await tryPassword(throttle, caller, () =>
    passwords.verify(given.currentPassword, row?.password_hash ?? null),
  )
  if (!isRight) throw wrongPassword('currentPassword', language)
  if (await isFirstGuess(given.password, user)) throw weakPassword(language)
  const passwordHash = await passwords.hash(given.password)
  await mails.open()
  await database.transaction(async (tx) => {
    const now = clock.now()
    const changed = await tx.query(sql`
      update users set password_hash = ${passwordHash}, password_changed_at = ${now}
      where id = ${user.id} and password_hash is not distinct from ${row?.password_hash ?? null}
      returning ${columns('users', 'id')}`)
    // Somebody else was quicker: the password that was given is the one of before.
    if (changed.length === 0) throw wrongPassword('currentPassword', language)
    await tx.query(sql`delete from password_resets where user_id = ${user.id}`)
    // Whoever knew the old password may have wanted another address.
    await tx.query(sql`delete from email_changes where user_id = ${user.id}`)
    await tx.query(sql`update sessions set authenticated_at = ${now} where id = ${sessionId}`)
    await endSessions(tx, sql`user_id = ${user.id} and id <> ${sessionId}`, now)
    await forgetSecondSteps(tx, user.id)
    if (!user.emailConfirmed) return
    const t = translator(language)
    const link = `${config.publicUrl}/auth?mode=forgot`
    const [subject, text] = [t('mail.passwordChanged.subject'), t('mail.passwordChanged.text', { link })]
    await mails.add(tx, { to: user.email, subject, text, link })
  })
}
