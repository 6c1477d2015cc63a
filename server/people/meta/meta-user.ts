import type { MetaPlatform } from '#core/people/meta-contract.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../../accounts/store.ts'
import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'

/** The Meta user that a callback is about. */
export interface MetaUser {
  platform: MetaPlatform
  /** The app-scoped user id. */
  userId: string
  /**
   * Whether the callback comes from the simulator. Its signing key is public, so it must never affect real accounts.
   */
  simulated: boolean
  /**
   * When Meta sent the callback. Accounts connected later are not affected, because the user has granted access again.
   */
  before: Date
}

/** The maximum difference between Meta's clock and Frogy's clock. */
const CLOCK_TOLERANCE_MS = 60_000

/**
 * Locks and returns all accounts to which this Meta user granted access. Locks their posts first, in the worker's
 * order, to avoid deadlocks.
 */
export async function accountsOfMetaUser(tx: Queryable, person: MetaUser): Promise<AccountRow[]> {
  const { platform, userId, simulated, before } = person
  const isTheirs = sql`platform = ${platform} and (granted_by = ${userId} or remote_id = ${userId}) and simulated = ${simulated}
    and connected_at <= ${new Date(before.getTime() + CLOCK_TOLERANCE_MS)}`
  await tx.query(sql`
    select from posts where status <> 'published' and account_id in (select id from social_accounts where ${isTheirs})
    order by id for update`)
  return await tx.query(sql`select ${ACCOUNT_COLUMNS} from social_accounts where ${isTheirs} order by id for update`)
}
