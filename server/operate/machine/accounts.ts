import { Email, Name, type User } from '#core/people/auth-contract.ts'
import { isActiveUser } from '../../people/auth/active-user.ts'
import { createUser, lockRegistrations } from '../../people/auth/create-user.ts'
import { makeResetLink, resetMail } from '../../people/auth/password-reset.ts'
import { lockRoles } from '../../people/auth/roles-lock.ts'
import { USER_COLUMNS, type UserRow } from '../../people/auth/sessions.ts'
import { removeSecondFactor } from '../../people/security/remove-second-factor.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { settingsChanged } from '../../events/events.ts'
import { writeAudit } from '../audit.ts'
import { Refusal, type MachineParts } from './machine-parts.ts'

/** Prints or mails a password reset link. The old password works until the link is used. */
export async function resetPassword(
  { database, config, secrets, mailer, now, print }: MachineParts,
  given: string,
  { byMail }: { byMail: boolean },
): Promise<void> {
  const email = emailOf(given)
  if (byMail && !config.smtpUrl)
    throw new Refusal('SMTP_URL is not set, so Frogy cannot send mail. Without --mail the link is printed here.')
  const { owner, link } = await database.transaction(async (tx) => {
    const found = await lockAccount(tx, email)
    const made = await makeResetLink(tx, { secrets, publicUrl: config.publicUrl }, found.id, now)
    await audit(tx, 'password_link_made', found, now)
    return { owner: found, link: made }
  })
  if (byMail) await mailer.deliver(resetMail(owner, link))
  print(byMail ? `The link was mailed to ${email}. It works once, for one hour.` : newPasswordLine(email, link))
}

export async function removeLostSecondFactor(
  { database, config, mails, now, print }: MachineParts,
  given: string,
): Promise<void> {
  const email = emailOf(given)
  await mails.open()
  const removed = await database.transaction(async (tx) => {
    const owner = await lockAccount(tx, email)
    const gone = await removeSecondFactor(tx, { mails, config }, owner, 'machine', now)
    if (!gone) throw new Refusal(`${email} has neither two-factor sign-in nor a passkey. Nothing was changed.`)
    await audit(tx, 'second_factor_removed', owner, now, {
      before: { ...gone },
      after: { twoFactor: false, passkeys: 0 },
    })
    return gone
  })
  const parts = [removed.twoFactor && 'two-factor sign-in', removed.passkeys > 0 && `passkeys (${removed.passkeys})`]
  print(`Removed from ${email}: ${parts.filter(Boolean).join(', ')}. The account now opens with its password.`)
}

export async function setRole(
  { database, config, now, print }: MachineParts,
  given: string,
  role: User['role'],
): Promise<void> {
  const email = emailOf(given)
  const before = await database.transaction(async (tx) => {
    await lockRoles(tx)
    const owner = await lockAccount(tx, email)
    if (owner.role === role) return role
    if (role === 'user') await refuseDemotion(tx, owner, config.adminEmails)
    await giveRole(tx, owner, role, now)
    return owner.role
  })
  print(before === role ? `${email} already has the role ${role}.` : `${email} now has the role ${role}.`)
}

/** Creates an administrator, or gives an existing account that role. */
export async function createAdmin(
  { database, config, secrets, now, print }: MachineParts,
  given: { email: string; firstName?: string | undefined; lastName?: string | undefined },
): Promise<void> {
  const email = emailOf(given.email)
  const firstName = nameOf(given.firstName ?? email.split('@')[0] ?? '', given.firstName === undefined)
  const lastName = given.lastName === undefined ? '' : nameOf(given.lastName, false)
  const link = await database.transaction(async (tx) => {
    await lockRegistrations(tx)
    await lockRoles(tx)
    const known = await findAccount(tx, email)
    if (known?.role === 'admin') throw new Refusal(`${email} already is an administrator. Nothing was changed.`)
    if (known) {
      await giveRole(tx, known, 'admin', now)
      return undefined
    }
    const fresh = { email, firstName, lastName, passwordHash: null, language: 'en', timeZone: null } as const
    const made = await createUser(tx, { ...fresh, isConfirmed: true, role: 'admin' }, now)
    await audit(tx, 'account_made', made, now, { before: null, after: { role: 'admin' } })
    return await makeResetLink(tx, { secrets, publicUrl: config.publicUrl }, made.id, now)
  })
  if (link === undefined)
    return print(`${email} had an account and is now an administrator. The password is unchanged.`)
  print(`Created the administrator ${email}.`)
  print(newPasswordLine(email, link))
}

const newPasswordLine = (email: string, link: string): string =>
  `Open this link within one hour to choose the password of ${email}. It works once:\n${link}`

function emailOf(given: string): string {
  const email = Email.safeParse(given)
  if (!email.success) throw new Refusal(`"${given}" is not an email address.`)
  return email.data
}

function nameOf(given: string, isDerived: boolean): string {
  const name = Name.safeParse(given)
  if (name.success) return name.data
  if (isDerived) return 'Admin'
  throw new Refusal(`"${given}" is not a valid name. It is empty, longer than 80 characters, or an address.`)
}

async function findAccount(tx: Queryable, email: string): Promise<UserRow | undefined> {
  const [owner] = await tx.query(sql`select ${USER_COLUMNS} from users where email = ${email} for update`)
  return owner
}

/** @throws Refusal if no account has this address */
export const accountOf = (tx: Queryable, given: string): Promise<UserRow> => lockAccount(tx, emailOf(given))

async function lockAccount(tx: Queryable, email: string): Promise<UserRow> {
  const owner = await findAccount(tx, email)
  if (!owner) throw new Refusal(`No account has the address ${email}. Nothing was changed.`)
  return owner
}

async function refuseDemotion(tx: Queryable, owner: UserRow, adminEmails: string[]): Promise<void> {
  if (adminEmails.includes(owner.email) && owner.email_confirmed_at)
    throw new Refusal(
      `ADMIN_EMAILS lists ${owner.email}, so it remains an administrator. Remove it from ADMIN_EMAILS first.`,
    )
  const others = await tx.query(sql`
    select ${columns('users', 'id')} from users where role = 'admin' and id <> ${owner.id} and ${isActiveUser} limit 1`)
  if (others.length === 0)
    throw new Refusal(`${owner.email} is the only administrator. Make another account one first. Nothing was changed.`)
}

async function giveRole(tx: Queryable, owner: UserRow, role: User['role'], now: Date): Promise<void> {
  await tx.query(sql`update users set role = ${role} where id = ${owner.id}`)
  await tx.query(settingsChanged(owner.id, now))
  await audit(tx, 'role_changed', owner, now, { before: { role: owner.role }, after: { role } })
}

async function audit(
  tx: Queryable,
  act: Parameters<typeof writeAudit>[1]['act'],
  { id, email }: UserRow,
  now: Date,
  facts: Pick<Parameters<typeof writeAudit>[1], 'before' | 'after'> = { before: null, after: null },
): Promise<void> {
  await writeAudit(tx, { by: 'machine', act, subject: { id, name: email }, ...facts }, now)
}
