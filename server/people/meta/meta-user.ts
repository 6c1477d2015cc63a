import type { MetaPlatform } from '#core/people/meta-contract.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../../accounts/store.ts'
import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'

/** The Meta user that a callback is about. */
export interface MetaUser {
  platform: MetaPlatform
  /** The app-scoped user id. */
  userId: string
  /** Whether it comes from the simulator, whose signing key is public and must never affect real accounts. */
  simulated: boolean
  /** Accounts connected later are not affected: the user has granted access again. */
  before: Date
}

/** Allowed clock difference to Meta. */
const CLOCK_TOLERANCE_MS = 60_000

/**
 * Locks and returns all accounts that this Meta user granted access to. Locks their posts first, in the same order as
 * the worker, to avoid deadlocks.
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
