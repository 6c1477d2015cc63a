import { AppError } from '#core/errors.ts'
import { Email, Name } from '#core/people/auth-contract.ts'
import { normalizedEmail } from '#core/people/email.ts'
import type { Language } from '#core/language.ts'
import type { Mail } from '../../adapters/mail/mailer.ts'
import { NotSignedIn, type OpenIdIdentity } from '../../adapters/sign-in/open-id.ts'
import type { OidcConfig } from '../../config.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { translator } from '../../messages.ts'
import type { AuthParts } from './auth-parts.ts'
import { admit } from './admission.ts'
import { createUser, lockRegistrations } from './create-user.ts'
import { useInvitation } from './invitations.ts'
import { USER_COLUMNS, type UserRow } from './sessions.ts'

/** Email domains and groups whose members may register through a sign-in service, even while registration is closed. */
export type MemberRules = Pick<OidcConfig, 'domains' | 'groups'>

/** A visitor whom a sign-in service redirected back. Mails call that service `serviceName`. */
interface OpenIdVisitor {
  identity: OpenIdIdentity
  serviceName: string
  rules: MemberRules | undefined
  language: Language
  timeZone: string | null
  invitationHashes: string[]
}

/**
 * Finds the linked account, links the account with the same address, or creates one. The service and Frogy must both
 * have verified the address: otherwise an attacker who registered it earlier would share the account. Mails the user of
 * an existing account.
 * @throws NotSignedIn
 */
export async function accountOf(
  { database, clock, config, mails }: Pick<AuthParts, 'database' | 'clock' | 'config' | 'mails'>,
  visitor: OpenIdVisitor,
): Promise<UserRow> {
  const { identity, serviceName, rules } = visitor
  const isAdmitted = isMember(rules, identity)
  // Check this at each sign-in, even for existing accounts, because the user may have left the group.
  if (rules && rules.groups.length > 0 && !isAdmitted) throw new NotSignedIn('group')
  await mails.open()
  return await database.transaction(async (tx) => {
    // Serializes concurrent callbacks, so that they create one account.
    await lockRegistrations(tx)
    const known = await linkedUser(tx, identity)
    if (known) return known

    const email = Email.safeParse(identity.email)
    // Reject such addresses: non-ASCII characters before the @ may imitate another address, and `x <mona@a.example>`
    // contains another one.
    const isOther = /^[^@]*\P{ASCII}|[\s<>"(),;:[\]]/u.test(identity.email ?? '')
    if (!identity.isVerified || !email.success || isOther) throw new NotSignedIn('unverified')
    const [owner] = await tx.query(sql`select ${USER_COLUMNS} from users where email = ${email.data} for update`)
    if (owner && !owner.email_confirmed_at) throw new NotSignedIn('unconfirmed')
    const user = owner ?? (await registered(tx, email.data))
    await tx.query(sql`
      insert into google_identities (issuer, subject, user_id, linked_at)
      values (${identity.issuer}, ${identity.subject}, ${user.id}, ${clock.now()})`)
    if (owner) await mails.add(tx, linkedMail(owner, serviceName, config.publicUrl))
    return user
  })

  async function registered(tx: Queryable, email: string): Promise<UserRow> {
    const { language, timeZone, invitationHashes } = visitor
    const now = clock.now()
    const asking = { email, isVerified: true, isAdmitted, invitationHashes }
    const admission = await admit(tx, config, asking, now).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      throw new NotSignedIn(error.code === 'registration_closed' ? 'closed' : 'invitation')
    })
    const { isConfirmed, role } = admission
    const given = { ...namesOf(identity, email), email, language, timeZone, passwordHash: null, isConfirmed, role }
    const made = await createUser(tx, given, now)
    await useInvitation(tx, admission.invitationId, made.id, now)
    return made
  }
}

/** Whether an email domain or group admits this user. Undefined without such rules, so that `REGISTRATION` decides. */
function isMember(rules: MemberRules | undefined, { email, isVerified, groups }: OpenIdIdentity): boolean | undefined {
  if (!rules || rules.domains.length + rules.groups.length === 0) return undefined
  const domain =
    normalizedEmail(email ?? '')
      .split('@')
      .at(-1) ?? ''
  return (isVerified && rules.domains.includes(domain)) || groups.some((name) => rules.groups.includes(name))
}

function linkedMail(owner: UserRow, service: string, publicUrl: string): Mail {
  const t = translator(owner.preferred_language)
  const link = `${publicUrl}/auth?mode=forgot`
  const text = t('mail.signInAdded.text', { name: owner.first_name, service, link })
  return { to: owner.email, subject: t('mail.signInAdded.subject', { service }), text, link }
}

async function linkedUser(tx: Queryable, { issuer, subject }: OpenIdIdentity): Promise<UserRow | undefined> {
  const [link] = await tx.query(sql`
    select ${columns('google_identities', 'user_id')} from google_identities where issuer = ${issuer} and subject = ${subject}`)
  if (!link) return undefined
  const [user] = await tx.query(sql`select ${USER_COLUMNS} from users where id = ${link.user_id}`)
  return user
}

/** Names from the sign-in service appear in emails. Keep only names that Frogy's registration form would accept. */
function namesOf({ givenName, familyName, name }: OpenIdIdentity, email: string) {
  const validName = (text: string) => Name.safeParse(text.slice(0, 200)).data
  const firstName = validName(givenName) ?? validName(name) ?? validName(email.split('@')[0] ?? '') ?? 'Frogy'
  return { firstName, lastName: validName(familyName) ?? '' }
}
