import type { SocialAccount } from '#core/accounts/contract.ts'
import type { User } from '#core/people/auth-contract.ts'
import type { Author } from './post-frame.tsx'

export function authorOf(account: SocialAccount | null, ownName: string): Author {
  if (!account) return { name: ownName, handle: null, imageUrl: null }
  return {
    name: account.displayName || account.username || ownName,
    handle: account.username,
    headline: account.headline,
    imageUrl: account.imageUrl,
  }
}

export function ownName(user: Pick<User, 'firstName' | 'lastName' | 'email'> | null): string {
  return user ? `${user.firstName} ${user.lastName}`.trim() || user.email : ''
}
