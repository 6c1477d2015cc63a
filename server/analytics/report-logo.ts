import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { writeLog } from '../events/workspace-log.ts'
import type { Requester } from '../http/caller.ts'

export const logoUrl = (picture: Uint8Array): string =>
  `data:image/webp;base64,${Buffer.from(picture).toString('base64')}`

/** The logo on a user's or workspace's reports as a `data:` URL; null if there is none. */
export async function readLogo(on: Queryable, userId: string): Promise<string | null> {
  const [row] = await on.query(sql`
    select ${columns('report_logos', 'picture')} from report_logos where user_id = ${userId}`)
  return row ? logoUrl(row.picture) : null
}

type LogoParts = { database: Database; clock: Clock }
type Setter = Pick<Requester, 'user' | 'member'>

export async function setLogo(
  { database, clock }: LogoParts,
  { user: { id: userId }, member }: Setter,
  picture: Uint8Array,
): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    await tx.query(sql`
      insert into report_logos (user_id, picture, changed_at) values (${userId}, ${picture}, ${now})
      on conflict (user_id) do update set picture = excluded.picture, changed_at = excluded.changed_at`)
    await writeLog(tx, userId, { act: 'logo_changed', actorId: member?.id ?? null, subject: '' }, now)
  })
}

export async function removeLogo(
  { database, clock }: LogoParts,
  { user: { id: userId }, member }: Setter,
): Promise<void> {
  await database.transaction(async (tx) => {
    const removed = await tx.query(sql`
      delete from report_logos where user_id = ${userId} returning ${columns('report_logos', 'user_id')}`)
    if (removed.length === 0) return
    await writeLog(tx, userId, { act: 'logo_removed', actorId: member?.id ?? null, subject: '' }, clock.now())
  })
}
