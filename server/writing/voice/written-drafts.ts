import type { GeneratedItem } from '#core/writing/contract.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { readText, TextTraits } from '#core/writing/voice-edits.ts'
import type { Language } from '#core/language.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, raw } from '../../db/sql.ts'

/** How long to remember drafts. An author rarely posts an older one. */
const KEPT_MS = 60 * 86_400_000
/** How many drafts to remember per user and language. */
const MOST = 100

/** Remembers features of Frogy's drafts, but not their text. Skips outlines, because their author completes them. */
export async function recordWrittenDrafts(
  on: Queryable,
  userId: string,
  items: readonly Pick<GeneratedItem, 'content' | 'hashtags' | 'language' | 'outline'>[],
  now: Date,
): Promise<void> {
  const drafts = items.filter(({ outline }) => !outline)
  if (drafts.length === 0) return
  const rows = drafts.map(({ language, ...text }) => ({
    language: language === 'arabic' ? 'ar' : 'en',
    traits: JSON.stringify(readText(publishedText(text)).traits),
  }))
  await on.query(sql`
    insert into written_drafts (user_id, language, traits, written_at)
    select ${userId}::uuid, language, traits, ${now}::timestamptz
    from unnest(${rows.map(({ language }) => language)}::text[], ${rows.map(({ traits }) => traits)}::text[]) as made (language, traits)`)
  await on.query(sql`
    delete from written_drafts where user_id = ${userId} and id in (
      select id from (
        select w.id, row_number() over (partition by w.language order by w.written_at desc, w.id) as place
        from written_drafts w where w.user_id = ${userId}) counted
      where place > ${raw(String(MOST))})`)
}

interface WrittenDraft {
  traits: TextTraits
  writtenAt: Date
}

export async function writtenDrafts(on: Queryable, userId: string, language: Language): Promise<WrittenDraft[]> {
  const rows = await on.query(sql`
    select ${columns('written_drafts', 'traits', 'written_at as writtenAt')} from written_drafts
    where user_id = ${userId} and language = ${language} order by written_at desc, id limit ${MOST}`)
  return rows.flatMap(({ traits, writtenAt }) => {
    // Skip the features of a text that an earlier release stored in another format.
    const { data } = TextTraits.safeParse(JSON.parse(traits))
    return data ? [{ traits: data, writtenAt }] : []
  })
}

export async function deleteOldWrittenDrafts(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from written_drafts where written_at <= ${new Date(now.getTime() - KEPT_MS)}`)
}
