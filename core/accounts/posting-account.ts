import type { Platform } from '../platforms/platform.ts'
import type { SocialAccount } from './contract.ts'

/** The parts of an account that decide whether it can be posted from. */
export type PostingAccount = Pick<
  SocialAccount,
  'id' | 'platform' | 'isActive' | 'isDefault' | 'needsReconnect' | 'expiresAt' | 'renewsItself' | 'connectedAt'
>

/** Whether the network accepts an account's token at that time, as far as Frogy knows. */
export function isAccepted(
  { needsReconnect, renewsItself, expiresAt }: Pick<PostingAccount, 'needsReconnect' | 'renewsItself' | 'expiresAt'>,
  at: Date,
): boolean {
  return !needsReconnect && (renewsItself || expiresAt === null || Date.parse(expiresAt) > at.getTime())
}

/** The accounts that count as connected: those that can be posted from. */
export function connectedAccounts<Account extends PostingAccount>(accounts: readonly Account[], now: Date): Account[] {
  return accounts.filter((account) => account.isActive && isAccepted(account, now))
}

/** The accounts of a platform that can be posted from, in the order in which they are taken: the default first, then the oldest. */
export function postingAccounts<Account extends PostingAccount>(
  accounts: readonly Account[],
  platform: Platform,
  now: Date,
): Account[] {
  return inOrder(accounts, platform).filter((account) => isAccepted(account, now))
}

/**
 * The account that a platform's post is from, whoever asks: the chosen one as long as it can be posted from, else the
 * default, else the oldest that can. Where none can, the one that would be if its network still accepted it: a coming
 * post then waits for that. Null where nothing is connected and switched on.
 */
export function postingAccount<Account extends PostingAccount>(
  accounts: readonly Account[],
  platform: Platform,
  now: Date,
  chosenId?: string | null,
): Account | null {
  const able = postingAccounts(accounts, platform, now)
  return able.find(({ id }) => id === chosenId) ?? able[0] ?? inOrder(accounts, platform)[0] ?? null
}

function inOrder<Account extends PostingAccount>(accounts: readonly Account[], platform: Platform): Account[] {
  return accounts
    .filter((account) => account.platform === platform && account.isActive)
    .toSorted(
      (one, other) =>
        Number(other.isDefault) - Number(one.isDefault) ||
        Date.parse(one.connectedAt) - Date.parse(other.connectedAt) ||
        (one.id < other.id ? -1 : 1),
    )
}
