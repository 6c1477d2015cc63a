import {
  MOST_OFFICIAL,
  type NewOfficialAccount,
  type OfficialAccount,
  type OfficialAccountChange,
} from '#core/operate/site-contract.ts'
import { AppError } from '#core/errors.ts'
import type { AuditedFacts } from '#core/operate/admin-contract.ts'
import { writeAudit, type AdminAct } from '../audit.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { moveToIndex } from '../../move-to-index.ts'

export type SiteParts = { database: Database; clock: Clock }
type By = AdminAct['by']

const COLUMNS = columns(
  'official_social_accounts',
  'id',
  'platform',
  'profile_url as profileUrl',
  'display_name as displayName',
  'is_active as isActive',
  'sort_order as sortOrder',
)
const IN_ORDER = sql`order by sort_order, display_name, id`

export async function officialAccounts(on: Queryable): Promise<OfficialAccount[]> {
  return await on.query(sql`
    select ${COLUMNS} from official_social_accounts where is_active ${IN_ORDER} limit ${MOST_OFFICIAL}`)
}

export async function allOfficial(on: Queryable): Promise<OfficialAccount[]> {
  return await on.query(sql`select ${COLUMNS} from official_social_accounts ${IN_ORDER}`)
}

/** Adds an official account to the site's footer. @throws AppError too_many_official */
export async function addOfficial(
  { database, clock }: SiteParts,
  by: By,
  { platform, profileUrl, displayName, isActive }: NewOfficialAccount,
): Promise<OfficialAccount> {
  return await database.transaction(async (tx) => {
    const all = await lockAll(tx)
    if (all.length >= MOST_OFFICIAL) throw new AppError('too_many_official')
    const [made] = await tx.query(sql`
      insert into official_social_accounts (platform, profile_url, display_name, is_active, sort_order)
      values (${platform}, ${profileUrl}, ${displayName}, ${isActive}, (select coalesce(max(sort_order), 0) + 1 from official_social_accounts))
      returning ${COLUMNS}`)
    if (!made) throw new Error('The new account was not returned')
    const act = { by, act: 'official_added', subject: { id: made.id, name: displayName } } as const
    await writeAudit(tx, { ...act, before: null, after: factsOf(made) }, clock.now())
    return made
  })
}

/** Changes, hides or moves an official account. @throws AppError not_found */
export async function changeOfficial(
  { database, clock }: SiteParts,
  by: By,
  id: string,
  { place, ...change }: OfficialAccountChange,
): Promise<OfficialAccount> {
  return await database.transaction(async (tx) => {
    const all = await lockAll(tx)
    const before = all.find((one) => one.id === id)
    if (!before) throw new AppError('not_found')
    const {
      platform = before.platform,
      profileUrl = before.profileUrl,
      displayName = before.displayName,
      isActive = before.isActive,
    } = change
    const ids = all.map((one) => one.id)
    const ordered = place === undefined ? ids : moveToIndex(ids, id, place)
    if (place !== undefined)
      await tx.query(sql`
        update official_social_accounts o set sort_order = placed.n from unnest(${ordered}::uuid[]) with ordinality as placed (id, n)
        where o.id = placed.id`)
    const [after] = await tx.query(sql`
      update official_social_accounts set platform = ${platform}, profile_url = ${profileUrl}, display_name = ${displayName},
        is_active = ${isActive} where id = ${id} returning ${COLUMNS}`)
    if (!after) throw new Error('The account was not returned')
    const act = { by, act: 'official_changed', subject: { id, name: before.displayName } } as const
    const facts = {
      before: { ...factsOf(before), place: ids.indexOf(id) + 1 },
      after: { ...factsOf(after), place: ordered.indexOf(id) + 1 },
    }
    await writeAudit(tx, { ...act, ...facts }, clock.now())
    return after
  })
}

/** Deletes an official account. @throws AppError not_found */
export async function removeOfficial({ database, clock }: SiteParts, by: By, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    const [gone] = await tx.query(sql`delete from official_social_accounts where id = ${id} returning ${COLUMNS}`)
    if (!gone) throw new AppError('not_found')
    const act = { by, act: 'official_removed', subject: { id, name: gone.displayName } } as const
    await writeAudit(tx, { ...act, before: factsOf(gone), after: null }, clock.now())
  })
}

/** Reads all accounts and makes concurrent changes wait, because each change may renumber all accounts. */
async function lockAll(tx: Queryable): Promise<OfficialAccount[]> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('official accounts'))`)
  return await allOfficial(tx)
}

const factsOf = ({ platform, profileUrl, displayName, isActive }: OfficialAccount): AuditedFacts => ({
  platform,
  profileUrl,
  displayName,
  isActive,
})
