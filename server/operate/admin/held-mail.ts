import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { translator } from '../../messages.ts'
import type { MailQueue } from '../../notifications/mail/mail-queue.ts'
import { isActiveUser } from '../../people/auth/active-user.ts'

/** Mails all administrators that this Frogy was restored or copied, and asks whether it may publish. */
export async function mailHeld(tx: Queryable, mails: Pick<MailQueue, 'add'>, publicUrl: string): Promise<void> {
  const admins = await tx.query(sql`
    select ${columns('users', 'email', 'preferred_language')} from users where role = 'admin' and ${isActiveUser}`)
  const link = `${publicUrl}/admin`
  for (const { email, preferred_language: language } of admins) {
    const t = translator(language)
    await mails.add(tx, { to: email, subject: t('mail.held.subject'), text: t('mail.held.text', { link }), link })
  }
}
