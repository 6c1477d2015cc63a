import { AppError } from '#core/errors.ts'
import type { User } from '#core/people/auth-contract.ts'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { withEvents } from '../../events/events.ts'
import { findInvitation } from './invitations.ts'

interface Admission {
  role: User['role']
  /** Whether the new account starts with a confirmed email address. */
  isConfirmed: boolean
  invitationId: string | undefined
}

/**
 * Decides whether a visitor may register. While registration is closed, the first account, the addresses of
 * `ADMIN_EMAILS` and invited users may. An address in `ADMIN_EMAILS` becomes an administrator once it is confirmed.
 * @param visitor.isVerified whether another service has verified the address
 * @param visitor.isAdmitted whether rules of the OpenID Connect provider admit the visitor; they replace `REGISTRATION`
 * @throws AppError registration_closed, invalid_token, invitation_for_another
 */
export async function admit(
  on: Queryable,
  { registration, adminEmails }: Pick<Config, 'registration' | 'adminEmails'>,
  visitor: { email: string; isVerified: boolean; isAdmitted?: boolean | undefined; invitationHashes: string[] },
  now: Date,
): Promise<Admission> {
  const { email, isVerified, isAdmitted = registration === 'open', invitationHashes } = visitor
  const isFirst = !(await hasUsers(on))
  const isNamed = adminEmails.includes(email)
  const invitation = invitationHashes.length > 0 ? await findInvitation(on, invitationHashes, now) : undefined
  if (invitationHashes.length > 0 && !invitation) throw new AppError('invalid_token')
  if (invitation?.email && invitation.email !== email) throw new AppError('invitation_for_another')
  if (!isAdmitted && !isFirst && !isNamed && !invitation) throw new AppError('registration_closed')
  const isConfirmed = isFirst || isVerified || invitation?.email === email
  return { role: isFirst || (isNamed && isConfirmed) ? 'admin' : 'user', isConfirmed, invitationId: invitation?.id }
}

export async function hasUsers(on: Queryable): Promise<boolean> {
  return (await on.query(sql`select ${columns('users', 'id')} from users limit 1`)).length > 0
}

/** Gives the admin role to all users whose confirmed address is in `ADMIN_EMAILS`. */
export async function grantNamedRoles(on: Queryable, emails: string[], now: Date): Promise<void> {
  if (emails.length === 0) return
  const change = sql`
    update users set role = 'admin'
    where email = any(${emails}) and email_confirmed_at is not null and role <> 'admin'
    returning ${columns('users', 'id', 'id as user_id')}`
  await on.query(withEvents(change, 'user.changed', now))
}
