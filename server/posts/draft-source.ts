import { AppError } from '#core/errors.ts'
import type { DraftSource, DraftSourceChange } from '#core/posts/contract.ts'
import type { Caller } from '../http/caller.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { findSourceText } from '../reading/source-texts.ts'
import { ownPost } from './store.ts'

/** How long a source is kept after its draft was scheduled, because the post may become a draft again. */
export const DRAFT_SOURCES_KEPT_MS = 30 * 86_400_000

/**
 * Reads the source of a draft: the material from which it was written.
 * @returns null when none was stored
 * @throws AppError not_found
 */
export async function readDraftSource(on: Queryable, { userId }: Caller, id: string): Promise<DraftSource | null> {
  const post = await ownPost(on, id, userId)
  return await findDraftSource(on, post.id)
}

async function findDraftSource(on: Queryable, postId: string): Promise<DraftSource | null> {
  const [row] = await on.query(sql`
    select ${columns('draft_sources', 'given')} from draft_sources where post_id = ${postId}`)
  return row ? (JSON.parse(row.given) as DraftSource) : null
}

/**
 * Stores the source of a draft. Does nothing when the post is no longer a draft.
 * @throws AppError not_found, source_expired
 */
export async function storeDraftSource(
  database: Database,
  { userId }: Caller,
  id: string,
  { source, ...given }: DraftSourceChange,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const post = await ownPost(tx, id, userId, true)
    if (post.status !== 'draft') return
    const textOf = async ({ id: sourceId, content }: NonNullable<DraftSourceChange['source']>) =>
      content ?? (await keptText(tx, userId, post.id, sourceId, now))
    const whole: DraftSource = { ...given, source: source && { ...source, content: await textOf(source) } }
    await tx.query(sql`
      insert into draft_sources (post_id, given, stored_at) values (${post.id}, ${JSON.stringify(whole)}, ${now})
      on conflict (post_id) do update set given = excluded.given, stored_at = excluded.stored_at`)
  })
}

/** Finds the text of a source by its id. @throws AppError source_expired */
async function keptText(on: Queryable, userId: string, postId: string, sourceId: string, now: Date): Promise<string> {
  const stored = (await findDraftSource(on, postId))?.source
  if (stored?.id === sourceId) return stored.content
  const found = await findSourceText(on, userId, sourceId, now)
  if (!found) throw new AppError('source_expired')
  return found.content
}

export async function deleteOldDraftSources(on: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DRAFT_SOURCES_KEPT_MS)
  await on.query(sql`
    delete from draft_sources using posts
    where posts.id = draft_sources.post_id and posts.status <> 'draft' and posts.updated_at < ${before}`)
}
