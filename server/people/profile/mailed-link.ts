import type { LinkPage, MailedLink } from '#core/people/profile-contract.ts'
import type { LinkParts } from '../auth/auth-parts.ts'
import { findConfirmedUser } from '../auth/confirm-email.ts'
import { findInvitation } from '../auth/invitations.ts'
import { findPasswordReset } from '../auth/password-reset.ts'
import { findEmailChange } from './change-email.ts'
import { findPendingDeletion } from './delete-account.ts'

/**
 * Reads the account and addresses of a mailed link, for the page that the link opens. Undefined for an invalid or
 * expired link.
 */
export async function readMailedLink(parts: LinkParts, page: LinkPage, token: string): Promise<MailedLink | undefined> {
  switch (page) {
    case 'confirm-email':
      return about(await findConfirmedUser(parts, token))
    case 'reset-password':
      return about(await findPasswordReset(parts, token))
    case 'change-email':
      return about(await findEmailChange(parts, token))
    case 'keep-account':
      return about(await findPendingDeletion(parts, token))
    case 'invitation': {
      const { database, clock, secrets } = parts
      const invitation = await findInvitation(database, secrets.tokenHashes(token), clock.now())
      return about(invitation && { email: invitation.email ?? '' })
    }
  }
}

function about(found: { email: string; formerEmail?: string; dueAt?: Date } | undefined): MailedLink | undefined {
  if (!found) return undefined
  return {
    email: found.email,
    formerEmail: found.formerEmail ?? null,
    deletedAt: found.dueAt?.toISOString() ?? null,
  }
}
