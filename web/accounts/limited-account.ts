import { useQuery } from '@tanstack/react-query'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { LimitedAccount } from '#core/platforms/limits.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { reading } from '../lib/queries.ts'

/** The account that would publish a post. Its server may have its own text limit. */
export function limitedAccount(
  accounts: readonly SocialAccount[],
  platform: Platform,
  chosenId?: string | null,
): LimitedAccount {
  return { ...postingAccount(accounts, platform, new Date(), chosenId), platform }
}

export const useLimitedAccount = (platform: Platform, chosenId?: string | null): LimitedAccount =>
  limitedAccount(useLoadedAccounts(), platform, chosenId)

/** The accounts, if the page has already loaded them. Visitors have none. */
export function useLoadedAccounts(): readonly SocialAccount[] {
  const { data } = useQuery({ ...reading('GET /api/social-accounts'), enabled: false })
  return data ?? []
}
