import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'

export const logoUrl = (picture: Uint8Array): string =>
  `data:image/webp;base64,${Buffer.from(picture).toString('base64')}`

/** The logo on a user's or workspace's reports as a `data:` URL; null if there is none. */
export async function readLogo(on: Queryable, userId: string): Promise<string | null> {
  const [row] = await on.query(sql`
    select ${columns('report_logos', 'picture')} from report_logos where user_id = ${userId}`)
  return row ? logoUrl(row.picture) : null
}

export async function setLogo(
  { database, clock }: { database: Database; clock: Clock },
  userId: string,
  picture: Uint8Array,
): Promise<void> {
  await database.query(sql`
    insert into report_logos (user_id, picture, changed_at) values (${userId}, ${picture}, ${clock.now()})
    on conflict (user_id) do update set picture = excluded.picture, changed_at = excluded.changed_at`)
}

export async function removeLogo(on: Queryable, userId: string): Promise<void> {
  await on.query(sql`delete from report_logos where user_id = ${userId}`)
}
