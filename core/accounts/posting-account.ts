import type { Platform } from '../platforms/platform.ts'
import type { SocialAccount } from './contract.ts'

export type PostingAccount = Pick<
  SocialAccount,
  'id' | 'platform' | 'isActive' | 'isDefault' | 'needsReconnect' | 'expiresAt' | 'renewsItself' | 'connectedAt'
>

/** Whether the network accepts the account's token at the time `at`, as far as Frogy knows. */
export function isTokenAccepted(
  { needsReconnect, renewsItself, expiresAt }: Pick<PostingAccount, 'needsReconnect' | 'renewsItself' | 'expiresAt'>,
  at: Date,
): boolean {
  return !needsReconnect && (renewsItself || expiresAt === null || Date.parse(expiresAt) > at.getTime())
}

export function connectedAccounts<Account extends PostingAccount>(accounts: readonly Account[], now: Date): Account[] {
  return accounts.filter((account) => account.isActive && isTokenAccepted(account, now))
}

/** A platform's usable accounts in order of preference: the default account first, then the oldest. */
export function postingAccounts<Account extends PostingAccount>(
  accounts: readonly Account[],
  platform: Platform,
  now: Date,
): Account[] {
  return inPreferenceOrder(accounts, platform).filter((account) => isTokenAccepted(account, now))
}

/**
 * The account that publishes a post: the chosen one if usable, else the default, else the oldest usable one. If none is
 * usable, it is the preferred active account, so that the post waits for its reconnect. Null if none is active.
 */
export function postingAccount<Account extends PostingAccount>(
  accounts: readonly Account[],
  platform: Platform,
  now: Date,
  chosenId?: string | null,
): Account | null {
  const usable = postingAccounts(accounts, platform, now)
  return usable.find(({ id }) => id === chosenId) ?? usable[0] ?? inPreferenceOrder(accounts, platform)[0] ?? null
}

function inPreferenceOrder<Account extends PostingAccount>(
  accounts: readonly Account[],
  platform: Platform,
): Account[] {
  return accounts
    .filter((account) => account.platform === platform && account.isActive)
    .toSorted(
      (one, other) =>
        Number(other.isDefault) - Number(one.isDefault) ||
        Date.parse(one.connectedAt) - Date.parse(other.connectedAt) ||
        (one.id < other.id ? -1 : 1),
    )
}
