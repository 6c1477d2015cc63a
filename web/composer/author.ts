import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { postingAccount } from '../accounts/account-state.ts'
import type { Author } from './post-frame.tsx'

/** Whose name the network will show: the connected account's, else the person's own. */
export function authorOf(accounts: readonly SocialAccount[], platform: Platform, ownName: string): Author {
  const account = postingAccount(accounts, platform, new Date())
  if (!account) return { name: ownName, handle: null, imageUrl: null }
  return { name: account.displayName || account.username || ownName, handle: account.username, imageUrl: null }
}
