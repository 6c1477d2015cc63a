import { AppError } from '#core/errors.ts'
import type { Invitation } from '#core/operate/admin-contract.ts'
import type { User } from '#core/people/auth-contract.ts'
import { writeAudit } from '../audit.ts'
import { INVITATION_LIFE_MS } from '../../people/auth/invitations.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, computed, count, list, type RowOf } from '../../db/sql.ts'
import { translator } from '../../messages.ts'
import { newToken } from '../../secrets.ts'
import type { PeopleParts } from './people.ts'

const MOST_PENDING = 200

const INVITATION = list(
  columns('invitations', 'id', 'email', 'created_at', 'expires_at'),
  computed('inviter', 'text', sql`(select u.email from users u where u.id = invitations.invited_by)`),
)

const toInvitation = (row: RowOf<typeof INVITATION>): Invitation => ({
  id: row.id,
  email: row.email,
  invitedBy: row.inviter,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

export async function listInvitations({ database, clock, config }: PeopleParts) {
  const rows = await database.query(sql`
    select ${INVITATION} from invitations where used_at is null and expires_at > ${clock.now()}
    order by created_at desc, id`)
  return { invitations: rows.map(toInvitation), sendsMail: config.smtpUrl !== undefined }
}

/**
 * Creates an invitation. Mails the link if the invitation is for one email address. @throws AppError email_taken,
 * too_many_invitations
 */
export async function invite(parts: PeopleParts, by: User, email: string | null) {
  const { database, clock, config, secrets, mails } = parts
  const [token, now] = [newToken(), clock.now()]
  const link = `${config.publicUrl}/auth?mode=sign-up&invitation=${token}`
  const t = translator(by.preferredLanguage)
  await mails.open()
  const invitation = await database.transaction(async (tx) => {
    if (email !== null) await refuseKnown(tx, email)
    const [pending] = await tx.query(sql`
      select ${count('all')} from invitations where used_at is null and expires_at > ${now}`)
    if ((pending?.all ?? 0) >= MOST_PENDING) throw new AppError('too_many_invitations')
    const [made] = await tx.query(sql`
      insert into invitations (token_hash, email, invited_by, created_at, expires_at)
      values (${secrets.tokenHash(token)}, ${email}, ${by.id}, ${now}, ${new Date(now.getTime() + INVITATION_LIFE_MS)})
      returning ${INVITATION}`)
    if (!made) throw new Error('The invitation was not returned')
    await writeAudit(
      tx,
      { by, act: 'invited', subject: { id: made.id, name: email ?? '' }, before: null, after: null },
      now,
    )
    if (email !== null) {
      const [subject, text] = [t('mail.invitation.subject'), t('mail.invitation.text', { link })]
      await mails.add(tx, { to: email, subject, text, link }, { page: 'invitation', token })
    }
    return made
  })
  return { invitation: toInvitation(invitation), link, isMailed: email !== null && config.smtpUrl !== undefined }
}

/** Revokes a pending invitation. @throws AppError not_found when it is used, revoked or expired */
export async function revokeInvitation({ database, clock }: PeopleParts, by: User, id: string): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    const [revoked] = await tx.query(sql`
      delete from invitations where id = ${id} and used_at is null and expires_at > ${now} returning ${INVITATION}`)
    if (!revoked) throw new AppError('not_found')
    const subject = { id, name: revoked.email ?? '' }
    await writeAudit(tx, { by, act: 'invitation_revoked', subject, before: null, after: null }, now)
  })
}

async function refuseKnown(tx: Queryable, email: string): Promise<void> {
  const known = await tx.query(sql`select ${columns('users', 'id')} from users where email = ${email}`)
  if (known.length > 0) throw new AppError('email_taken')
}
