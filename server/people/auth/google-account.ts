import { AppError } from '#core/errors.ts'
import { Email, Name } from '#core/people/auth-contract.ts'
import type { Language } from '#core/language.ts'
import type { Mail } from '../../adapters/mail/mailer.ts'
import { NotSignedIn, type GoogleIdentity } from '../../adapters/sign-in/google.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { translator } from '../../messages.ts'
import type { AuthParts } from './auth-parts.ts'
import { admit } from './admission.ts'
import { createUser, lockRegistrations } from './create-user.ts'
import { useInvitation } from './invitations.ts'
import { USER_COLUMNS, type UserRow } from './sessions.ts'

/**
 * Finds the linked account, links the account with the same address, or creates one. Google and Frogy must both have
 * verified the address: otherwise an attacker who registered it earlier would share the account. Mails the user of an
 * existing account.
 * @throws NotSignedIn
 */
export async function accountOf(
  { database, clock, config, mails }: Pick<AuthParts, 'database' | 'clock' | 'config' | 'mails'>,
  identity: GoogleIdentity,
  visitor: { language: Language; timeZone: string | null; invitationHashes: string[] },
): Promise<UserRow> {
  await mails.open()
  return await database.transaction(async (tx) => {
    // Makes concurrent callbacks run one after another, so that they create one account.
    await lockRegistrations(tx)
    const known = await linkedUser(tx, identity)
    if (known) return known

    const email = Email.safeParse(identity.email)
    // Non-ASCII characters before the @ may imitate another address.
    const isOther = /^[^@]*\P{ASCII}/u.test(identity.email ?? '')
    if (!identity.isVerified || !email.success || isOther) throw new NotSignedIn('google_unverified')
    const [owner] = await tx.query(sql`select ${USER_COLUMNS} from users where email = ${email.data} for update`)
    if (owner && !owner.email_confirmed_at) throw new NotSignedIn('google_unconfirmed')
    const user = owner ?? (await registered(tx, email.data))
    await tx.query(sql`
      insert into google_identities (issuer, subject, user_id, linked_at)
      values (${identity.issuer}, ${identity.subject}, ${user.id}, ${clock.now()})`)
    if (owner) await mails.add(tx, linkedMail(owner, config.publicUrl))
    return user
  })

  async function registered(tx: Queryable, email: string): Promise<UserRow> {
    const { language, timeZone, invitationHashes } = visitor
    const now = clock.now()
    const admission = await admit(tx, config, { email, isVerified: true, invitationHashes }, now).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        throw new NotSignedIn(error.code === 'registration_closed' ? 'google_closed' : 'google_invitation')
      },
    )
    const { isConfirmed, role } = admission
    const given = { ...namesOf(identity, email), email, language, timeZone, passwordHash: null, isConfirmed, role }
    const made = await createUser(tx, given, now)
    await useInvitation(tx, admission.invitationId, made.id, now)
    return made
  }
}

function linkedMail(owner: UserRow, publicUrl: string): Mail {
  const t = translator(owner.preferred_language)
  const link = `${publicUrl}/auth?mode=forgot`
  const text = t('mail.google.text', { name: owner.first_name, link })
  return { to: owner.email, subject: t('mail.google.subject'), text, link }
}

async function linkedUser(tx: Queryable, { issuer, subject }: GoogleIdentity): Promise<UserRow | undefined> {
  const [link] = await tx.query(sql`
    select ${columns('google_identities', 'user_id')} from google_identities where issuer = ${issuer} and subject = ${subject}`)
  if (!link) return undefined
  const [user] = await tx.query(sql`select ${USER_COLUMNS} from users where id = ${link.user_id}`)
  return user
}

/** Names from Google appear in emails. Keep only names that Frogy's registration form would accept. */
function namesOf({ givenName, familyName, name }: GoogleIdentity, email: string) {
  const validName = (text: string) => Name.safeParse(text.slice(0, 200)).data
  const firstName = validName(givenName) ?? validName(name) ?? validName(email.split('@')[0] ?? '') ?? 'Frogy'
  return { firstName, lastName: validName(familyName) ?? '' }
}
