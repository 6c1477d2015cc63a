import { randomUUID } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, raw } from '../db/sql.ts'
import { storable } from '../db/storable.ts'

export const SOURCE_TEXTS_KEPT_MS = 86_400_000
/** The maximum number of texts per user. A new text replaces the oldest. */
export const MAX_SOURCE_TEXTS = 20
/** The maximum size of all texts of a user, in UTF-8 bytes. The longest possible text has 600 kB. */
export const MAX_SOURCE_BYTES = 4_000_000

export type SourceText = { title: string; content: string }

/** Stores a source text for a day. @param id the id of a text that is stored again; by default, a new id */
export async function keepSourceText(
  database: Database,
  userId: string,
  { title, content }: SourceText,
  now: Date,
  id: string = randomUUID(),
): Promise<string> {
  await database.transaction(async (tx) => {
    // Lock the user's row, so that parallel uploads cannot exceed the limits together.
    await tx.query(sql`select from users where id = ${userId} for no key update`)
    await tx.query(sql`
      insert into source_texts (user_id, id, title, content, size_bytes, stored_at)
      values (${userId}, ${id}, ${storable(title)}, ${storable(content)}, ${Buffer.byteLength(content)}, ${now})
      on conflict (user_id, id) do update set title = excluded.title, content = excluded.content,
        size_bytes = excluded.size_bytes, stored_at = excluded.stored_at`)
    await tx.query(sql`
      delete from source_texts where user_id = ${userId} and id <> ${id} and id in (
        select kept.id from (
          select s.id, row_number() over newest as place, sum(s.size_bytes) over newest as total from source_texts s
          where s.user_id = ${userId}
          window newest as (order by (s.id = ${id}) desc, s.stored_at desc, s.id)) kept
        where kept.place > ${raw(String(MAX_SOURCE_TEXTS))} or kept.total > ${raw(String(MAX_SOURCE_BYTES))})`)
  })
  return id
}

/** Returns undefined for an unknown or expired id, or for a text of another user. */
export async function findSourceText(
  on: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<SourceText | undefined> {
  const [found] = await on.query(sql`
    select ${columns('source_texts', 'title', 'content')} from source_texts
    where user_id = ${userId} and id = ${id} and stored_at > ${new Date(now.getTime() - SOURCE_TEXTS_KEPT_MS)}`)
  return found
}

type SourceFields = {
  sourceContent?: string | null | undefined
  sourceId?: string | null | undefined
  sourceMetadata?: { title?: string | null | undefined } | null | undefined
}

/**
 * Adds the stored text for a request's source id. A text in the request has priority. @throws AppError source_expired
 */
export async function withSourceText<Given extends SourceFields>(
  on: Queryable,
  userId: string,
  given: Given,
  now: Date,
): Promise<Given> {
  const { sourceId, sourceContent, sourceMetadata } = given
  if (!sourceId || sourceContent?.trim()) return given
  const found = await findSourceText(on, userId, sourceId, now)
  if (!found) throw new AppError('source_expired')
  const title = sourceMetadata?.title ?? found.title
  return { ...given, sourceContent: found.content, sourceMetadata: { ...sourceMetadata, title } }
}

export async function deleteOldSourceTexts(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from source_texts where stored_at <= ${new Date(now.getTime() - SOURCE_TEXTS_KEPT_MS)}`)
}
