import type { OfficialAccount } from '#core/site/contract.ts'
import type { Database } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { Handle } from '../http/router.ts'

const KEPT_S = 300

export function siteRoutes(handle: Handle, { database }: { database: Database }): void {
  handle('GET /api/public/official-social-accounts', async ({ reply }) => {
    const accounts = await officialAccounts(database)
    reply.header('cache-control', `public, max-age=${KEPT_S}`)
    return accounts
  })
}

/** The active ones in their order. */
export async function officialAccounts(database: Database): Promise<OfficialAccount[]> {
  const shown = columns(
    'official_social_accounts',
    'id',
    'platform',
    'profile_url as profileUrl',
    'display_name as displayName',
    'is_active as isActive',
    'sort_order as sortOrder',
  )
  return await database.query(
    sql`select ${shown} from official_social_accounts where is_active order by sort_order, display_name, id limit 50`,
  )
}
