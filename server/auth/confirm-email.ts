import { AppError } from '#core/errors.ts'
import type { Mail } from '../adapters/mail/mailer.ts'
import sql from '../db/sql.ts'
import type { Handle } from '../http/router.ts'
import { translator } from '../messages.ts'
import type { AuthParts } from './auth-parts.ts'
import { USER_COLUMNS, type UserRow } from './sessions.ts'

const DAY_MS = 24 * 3_600_000
export const LINK_LIFE_MS = 7 * DAY_MS
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A link is signed for an account, an address and an end. So it is stored nowhere, and works twice. */
const signedText = (userId: string, email: string, until: string) => `confirm ${userId} ${email} ${until}`

/** An address is its account's once a link that was mailed there is used. */
export function confirmEmailRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, secrets, throttle, mailer } = parts

  handle('POST /api/confirm-email', async ({ body, language }) => {
    const [userId = '', until = '', signature = ''] = body.token.split('.')
    const [owner] = UUID.test(userId)
      ? await database.query(sql`select ${USER_COLUMNS} from users where id = ${userId}`)
      : []
    const isGood = owner && secrets.isSigned(signedText(userId, owner.email, until), signature)
    if (!isGood || Number(until) <= clock.now().getTime()) throw new AppError('invalid_token')
    await database.query(
      sql`update users set email_confirmed_at = ${clock.now()} where id = ${userId} and email_confirmed_at is null`,
    )
    return { message: translator(language)('mail.confirm.done') }
  })

  handle('POST /api/confirm-email/resend', async ({ signedIn, language }) => {
    const { id } = signedIn.user
    const [owner] = await database.query(sql`select ${USER_COLUMNS} from users where id = ${id}`)
    if (owner && !owner.email_confirmed_at) {
      await throttle.spend(`confirm:${id}`, 5, DAY_MS)
      mailer.send(async () => confirmationMail(parts, owner))
    }
    return { message: translator(language)('mail.confirm.sent') }
  })
}

/** Asks whose an address is. It holds nothing that whoever gave the address has typed: not even the name. */
export function confirmationMail({ clock, secrets, config }: AuthParts, owner: UserRow): Mail {
  const until = String(clock.now().getTime() + LINK_LIFE_MS)
  const token = [owner.id, until, secrets.sign(signedText(owner.id, owner.email, until))].join('.')
  const link = `${config.publicUrl}/confirm-email?token=${token}`
  const t = translator(owner.preferred_language)
  return { to: owner.email, subject: t('mail.confirm.subject'), text: t('mail.confirm.text', { link }), link }
}
