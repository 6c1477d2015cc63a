import type { SocialAccount } from '#core/accounts/contract.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import type { Caller } from '../http/caller.ts'
import type { Queryable } from '../db/database.ts'
import sql from '../db/sql.ts'
import { ACCOUNT_COLUMNS, toSocialAccount } from './store.ts'

export async function listAccounts(on: Queryable, { userId }: Caller): Promise<SocialAccount[]> {
  const rows = await on.query(sql`
    select ${ACCOUNT_COLUMNS} from social_accounts where user_id = ${userId} order by is_default desc, connected_at, id`)
  return rows.map(toSocialAccount).toSorted((a, b) => PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform))
}
