import { AppError } from '#core/errors.ts'
import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import type { Handle } from '../../http/router.ts'
import { translator } from '../../messages.ts'
import { grantNamedRoles } from './admission.ts'
import type { AuthParts, LinkParts } from './auth-parts.ts'
import { USER_COLUMNS, type UserRow } from './sessions.ts'

const DAY_MS = 24 * 3_600_000
export const LINK_LIFE_MS = 7 * DAY_MS
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The text that a confirmation link signs. The link is signed, not stored, so it works more than once. */
const signedText = (userId: string, email: string, until: string) => `confirm ${userId} ${email} ${until}`

/** Opening the mailed link confirms that the user owns the address. */
export function confirmEmailRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, config, throttle, mails } = parts

  handle('POST /api/confirm-email', async ({ body, language }) => {
    const owner = await findConfirmedUser(parts, body.token)
    if (!owner) throw new AppError('invalid_token')
    await database.query(
      sql`update users set email_confirmed_at = ${clock.now()} where id = ${owner.id} and email_confirmed_at is null`,
    )
    await grantNamedRoles(database, config.adminEmails, clock.now())
    return { message: translator(language)('mail.confirm.done') }
  })

  handle('POST /api/confirm-email/resend', async ({ signedIn, language }) => {
    const { id } = signedIn.user
    const [owner] = await database.query(sql`select ${USER_COLUMNS} from users where id = ${id}`)
    if (owner && !owner.email_confirmed_at) {
      await throttle.spend(`confirm:${id}`, 5, DAY_MS)
      await mails.open()
      await mailConfirmation(database, parts, owner)
    }
    return { message: translator(language)('mail.confirm.sent') }
  })
}

/** Finds the user of a confirmation link; undefined when the link is invalid. */
export async function findConfirmedUser(
  { database, clock, secrets }: LinkParts,
  token: string,
): Promise<UserRow | undefined> {
  const [userId = '', until = '', signature = ''] = token.split('.')
  const [owner] = UUID.test(userId)
    ? await database.query(sql`select ${USER_COLUMNS} from users where id = ${userId}`)
    : []
  const isGood = owner && secrets.isSigned(signedText(userId, owner.email, until), signature)
  return isGood && Number(until) > clock.now().getTime() ? owner : undefined
}

/** Mails a confirmation link. The mail contains no text typed at registration, not even the name. */
export async function mailConfirmation(
  tx: Queryable,
  { clock, secrets, config, mails }: AuthParts,
  owner: UserRow,
): Promise<void> {
  const until = String(clock.now().getTime() + LINK_LIFE_MS)
  const token = [owner.id, until, secrets.sign(signedText(owner.id, owner.email, until))].join('.')
  const link = `${config.publicUrl}/confirm-email?token=${token}`
  const t = translator(owner.preferred_language)
  const mail = { to: owner.email, subject: t('mail.confirm.subject'), text: t('mail.confirm.text', { link }), link }
  await mails.add(tx, mail, { page: 'confirm-email', token })
}
