import type { SocialAccount } from '#core/accounts/contract.ts'
import { AppError } from '#core/errors.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import { writeLog } from '../events/workspace-log.ts'
import { ownAccount, toSocialAccount } from './store.ts'
import { changeAccount, type AccountChange } from './transitions.ts'

/** Makes a user's change to an account. @throws AppError not_found */
export async function switchAccount(
  { database, clock }: { database: Database; clock: Clock },
  { userId, member }: Caller,
  id: string,
  change: AccountChange,
): Promise<SocialAccount> {
  const now = clock.now()
  return await database.transaction(async (tx) => {
    const found = await ownAccount(tx, userId, id, true)
    if (!found) throw new AppError('not_found')
    const entry = {
      act: 'account_changed',
      actorId: member?.id ?? null,
      subject: rulesOf(found.platform).name,
    } as const
    await writeLog(tx, userId, entry, now)
    return toSocialAccount(await changeAccount(tx, found, change, now))
  })
}
