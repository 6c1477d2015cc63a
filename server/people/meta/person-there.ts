import type { MetaPlatform } from '#core/people/meta-contract.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from '../../accounts/store.ts'
import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'

/** Somebody at a network, of whom it calls us. */
export interface PersonThere {
  platform: MetaPlatform
  /** By its own name for them in this app. */
  userId: string
  /** Whether the simulator plays it: what it signs with is no secret, and must not reach what the real one gave. */
  simulated: boolean
  /** What was connected after that is not meant: the person has let Frogy in again. */
  before: Date
}

/** How far the network's clock may be behind ours. */
const APART_MS = 60_000

/**
 * The accounts that this person let Frogy in to, whoever here has connected them; locked, and their posts before them, as by
 * whoever takes one up, so that nobody waits for each other.
 */
export async function accountsOfPerson(tx: Queryable, person: PersonThere): Promise<AccountRow[]> {
  const { platform, userId, simulated, before } = person
  const isTheirs = sql`platform = ${platform} and (granted_by = ${userId} or remote_id = ${userId}) and simulated = ${simulated}
    and connected_at <= ${new Date(before.getTime() + APART_MS)}`
  await tx.query(sql`
    select from posts where status <> 'published' and account_id in (select id from social_accounts where ${isTheirs})
    order by id for update`)
  return await tx.query(sql`select ${ACCOUNT_COLUMNS} from social_accounts where ${isTheirs} order by id for update`)
}
