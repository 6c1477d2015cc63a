import type { Mailer } from '../../adapters/mail/mailer.ts'
import { USER_COLUMNS } from '../auth/sessions.ts'
import type { Database } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import { translator } from '../../messages.ts'

/** Mails that an archive is ready. The link requires sign-in, so the mail alone grants no access. */
export async function mailExport(
  { database, mailer, publicUrl }: { database: Database; mailer: Mailer; publicUrl: () => string },
  exportId: string,
): Promise<void> {
  const [owner] = await database.query(sql`
    select ${USER_COLUMNS} from exports join users on users.id = exports.user_id
    where exports.id = ${exportId} and state = 'ready'`)
  if (!owner?.email_confirmed_at) return
  const t = translator(owner.preferred_language)
  const link = `${publicUrl()}/profile#data`
  await mailer.deliver({
    to: owner.email,
    subject: t('mail.export.subject'),
    text: t('mail.export.text', { link }),
    link,
    messageId: `export-${exportId}`,
  })
}
