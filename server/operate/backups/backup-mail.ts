import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { translator } from '../../messages.ts'
import type { MailQueue } from '../../notifications/mail/mail-queue.ts'
import { isActiveUser } from '../../people/auth/active-user.ts'

/** Mails all administrators that a backup failed. */
export async function mailBrokenBackup(
  tx: Queryable,
  mails: Pick<MailQueue, 'add'>,
  name: string,
  publicUrl: string,
): Promise<void> {
  const admins = await tx.query(sql`
    select ${columns('users', 'email', 'preferred_language')} from users where role = 'admin' and ${isActiveUser}`)
  const link = `${publicUrl}/admin`
  for (const { email, preferred_language: language } of admins) {
    const t = translator(language)
    const text = t('mail.backupBroken.text', { link, name })
    await mails.add(tx, { to: email, subject: t('mail.backupBroken.subject'), text, link })
  }
}
