import type { SocialAccount } from '#core/accounts/contract.ts'
import type { User } from '#core/people/auth-contract.ts'
import type { Author } from './post-frame.tsx'

/** Whose name the network will show: that of the account that is posted from, else the person's own. */
export function authorOf(account: SocialAccount | null, ownName: string): Author {
  if (!account) return { name: ownName, handle: null, imageUrl: null }
  return { name: account.displayName || account.username || ownName, handle: account.username, imageUrl: null }
}

/** A person's own name, or their address where they gave none. */
export function ownName(user: Pick<User, 'firstName' | 'lastName' | 'email'> | null): string {
  return user ? `${user.firstName} ${user.lastName}`.trim() || user.email : ''
}
