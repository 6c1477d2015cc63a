import type { EndedAccess } from '#core/notifications/security-details.ts'
import type { Mail } from '../../adapters/mail/mailer.ts'
import { translator } from '../../messages.ts'
import type { UserRow } from './sessions.ts'
import { endedText } from './end-access.ts'

/** The mail about a new password. It lists the access that was revoked together with the old password. */
export function passwordChangedMail(
  { email, preferred_language: language }: Pick<UserRow, 'email' | 'preferred_language'>,
  ended: EndedAccess | undefined,
  publicUrl: string,
): Mail {
  const t = translator(language)
  const link = `${publicUrl}/auth?mode=forgot`
  const text = t('mail.passwordChanged.text', { link, ended: ended ? endedText(t, ended) : '' })
  return { to: email, subject: t('mail.passwordChanged.subject'), text, link }
}
