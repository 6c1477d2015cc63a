import type { LinkPage, MailedLink } from '#core/people/profile-contract.ts'
import type { LinkParts } from '../auth/auth-parts.ts'
import { confirmedBy } from '../auth/confirm-email.ts'
import { resetBy } from '../auth/mailed-links.ts'
import { newEmailBy } from './change-email.ts'
import { deletionBy } from './delete-account.ts'

/** What a mailed link is about, by the page that it opens; undefined where it works no more. */
export async function readMailedLink(parts: LinkParts, page: LinkPage, token: string): Promise<MailedLink | undefined> {
  switch (page) {
    case 'confirm-email':
      return about(await confirmedBy(parts, token))
    case 'reset-password':
      return about(await resetBy(parts, token))
    case 'change-email':
      return about(await newEmailBy(parts, token))
    case 'keep-account':
      return about(await deletionBy(parts, token))
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
