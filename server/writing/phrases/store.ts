import { AppError } from '#core/errors.ts'
import { MOST_PHRASES } from '#core/writing/options/phrases.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import type { Ending, Phrase } from '#core/writing/phrases-contract.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, count, type RowOf } from '../../db/sql.ts'
import { settingsChanged } from '../../events/events.ts'

const COLUMNS = columns('phrases', 'id', 'text', 'ending_platforms', 'ending_languages', 'created_at')

export async function listPhrases(on: Queryable, userId: string): Promise<Phrase[]> {
  const rows = await on.query(sql`
    select ${COLUMNS} from phrases where user_id = ${userId} order by created_at desc, id`)
  return rows.map(toPhrase)
}

/** @throws AppError too_many_phrases */
export async function keepPhrase(database: Database, userId: string, text: string, now: Date): Promise<Phrase> {
  const row = await database.transaction(async (tx) => {
    // Lock the user's row, so that concurrent calls cannot exceed the limit.
    await tx.query(sql`select from users where id = ${userId} for update`)
    const [known] = await tx.query(sql`select ${COLUMNS} from phrases where user_id = ${userId} and text = ${text}`)
    if (known) return known
    const [had] = await tx.query(sql`select ${count('phrases')} from phrases where user_id = ${userId}`)
    if ((had?.phrases ?? 0) >= MOST_PHRASES) throw new AppError('too_many_phrases', { values: { limit: MOST_PHRASES } })
    const [kept] = await tx.query(sql`
      insert into phrases (user_id, text, created_at) values (${userId}, ${text}, ${now}) returning ${COLUMNS}`)
    await tx.query(settingsChanged(userId, now))
    return kept
  })
  if (!row) throw new Error('A phrase was not kept')
  return toPhrase(row)
}

/** @throws AppError not_found */
export async function changeEnding(
  database: Database,
  userId: string,
  id: string,
  ending: Ending | null,
  now: Date,
): Promise<Phrase> {
  return await database.transaction(async (tx) => {
    const [changed] = await tx.query(sql`
      update phrases set ending_platforms = ${ending?.platforms ?? null}, ending_languages = ${ending?.languages ?? null}
      where id = ${id} and user_id = ${userId} returning ${COLUMNS}`)
    if (!changed) throw new AppError('not_found')
    await tx.query(settingsChanged(userId, now))
    return toPhrase(changed)
  })
}

/** The phrases with which the user's new drafts end, oldest first. */
export async function listEndings(on: Queryable, userId: string): Promise<(Ending & { text: string })[]> {
  const phrases = (await listPhrases(on, userId)).toReversed()
  return phrases.flatMap(({ text, ending }) => (ending ? [{ text, ...ending }] : []))
}

export async function deletePhrase(database: Database, userId: string, id: string, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const deleted = await tx.query(
      sql`delete from phrases where id = ${id} and user_id = ${userId} returning ${columns('phrases', 'id')}`,
    )
    if (deleted.length === 0) throw new AppError('not_found')
    await tx.query(settingsChanged(userId, now))
  })
}

function toPhrase(row: RowOf<typeof COLUMNS>): Phrase {
  const { id, text, ending_platforms: platforms, ending_languages: languages, created_at: createdAt } = row
  const ending = platforms &&
    languages && {
      platforms: PLATFORMS.filter((platform) => platforms.includes(platform)),
      languages: (['english', 'arabic'] as const).filter((language) => languages.includes(language)),
    }
  return { id, text, ending, createdAt: createdAt.toISOString() }
}
