import type { SocialAccount } from '#core/accounts/contract.ts'
import { AppError } from '#core/errors.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import { ownAccount, toSocialAccount } from './store.ts'
import { changeAccount, type AccountChange } from './transitions.ts'

/** @throws AppError not_found */
export async function switchAccount(
  { database, clock }: { database: Database; clock: Clock },
  { userId }: Caller,
  id: string,
  change: AccountChange,
): Promise<SocialAccount> {
  return await database.transaction(async (tx) => {
    const found = await ownAccount(tx, userId, id, true)
    if (!found) throw new AppError('not_found')
    return toSocialAccount(await changeAccount(tx, found, change, clock.now()))
  })
}
