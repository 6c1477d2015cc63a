import type { Voice, VoiceChange } from '#core/writing/voice-contract.ts'
import { voiceIn, type VoiceOf } from '#core/writing/voice.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { settingsChanged } from '../../events/events.ts'

const NONE: Voice = { samples: [], dos: [], donts: [], usesPublished: false }
/** How many published posts to read per language. One text often goes to several networks, so read more than needed. */
const LATEST = 20

export async function readVoice(on: Queryable, userId: string): Promise<Voice> {
  const [voice] = await on.query(sql`
    select ${columns('voices', 'samples', 'dos', 'donts', 'uses_published as usesPublished')} from voices
    where user_id = ${userId}`)
  return voice ?? NONE
}

/** Changes the given fields of a user's voice and keeps the others. */
export async function changeVoice(database: Database, userId: string, change: VoiceChange, now: Date): Promise<Voice> {
  return await database.transaction((tx) => changeVoiceIn(tx, userId, change, now))
}

/** Does the same as `changeVoice`, within the caller's transaction. */
export async function changeVoiceIn(tx: Queryable, userId: string, change: VoiceChange, now: Date): Promise<Voice> {
  // Insert the row first, so that concurrent changes wait for its lock.
  await tx.query(sql`insert into voices (user_id) values (${userId}) on conflict do nothing`)
  await tx.query(sql`select from voices where user_id = ${userId} for update`)
  const voice = { ...(await readVoice(tx, userId)), ...change }
  await tx.query(sql`
    update voices set samples = ${voice.samples}, dos = ${voice.dos}, donts = ${voice.donts},
      uses_published = ${voice.usesPublished}
    where user_id = ${userId}`)
  await tx.query(settingsChanged(userId, now))
  return voice
}

export async function voiceOf(on: Queryable, userId: string): Promise<VoiceOf> {
  const voice = await readVoice(on, userId)
  const published = voice.usesPublished
    ? await on.query(sql`
        select ${columns('posts newest', 'content')} from unnest(array['en', 'ar']) as language, lateral (
          select content, published_at from posts
          where user_id = ${userId} and status = 'published' and content_language = language
          order by published_at desc, id desc limit ${LATEST}) newest
        order by newest.published_at desc`)
    : []
  const texts = published.map(({ content }) => content)
  return voiceIn(voice, texts)
}
