import type { DraftSource } from '#core/posts/contract.ts'
import type { Caller } from '../http/caller.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { ownPost } from './store.ts'

/** A scheduled post may become a draft again. */
const KEPT_MS = 30 * 86_400_000

/** @returns null when none was stored @throws AppError not_found */
export async function readDraftSource(on: Queryable, { userId }: Caller, id: string): Promise<DraftSource | null> {
  const post = await ownPost(on, id, userId)
  const [row] = await on.query(sql`
    select ${columns('draft_sources', 'given')} from draft_sources where post_id = ${post.id}`)
  return row ? (JSON.parse(row.given) as DraftSource) : null
}

/** Does nothing when the post is no longer a draft. @throws AppError not_found */
export async function storeDraftSource(
  database: Database,
  { userId }: Caller,
  id: string,
  given: DraftSource,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const post = await ownPost(tx, id, userId, true)
    if (post.status !== 'draft') return
    await tx.query(sql`
      insert into draft_sources (post_id, given, stored_at) values (${post.id}, ${JSON.stringify(given)}, ${now})
      on conflict (post_id) do update set given = excluded.given, stored_at = excluded.stored_at`)
  })
}

export async function deleteOldDraftSources(on: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  await on.query(sql`
    delete from draft_sources using posts
    where posts.id = draft_sources.post_id and posts.status <> 'draft' and posts.updated_at < ${before}`)
}
