import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import { raw } from '../db/sql.ts'
import { failureText } from './failure-text.ts'

// A list of posts as the database writes it. It has the members of `toPost`, in their order and byte by byte as
// JSON.stringify would write them, and costs half of what it costs to make objects of rows and a text of objects.

/** Stands on both sides of what only we can write; no JSON contains it: there a control character is an escape. */
const OURS = '\u0001'
/** Between a failure and its platform. */
const BETWEEN = '\u0002'

/** A column's value as JSON. */
const json = (column: string): string =>
  `case when posts.${column} is null then 'null' else to_json(posts.${column})::text end`
/** A column of texts that only we write, without anything to be escaped. */
const plain = (column: string): string =>
  `case when posts.${column} is null then 'null' else '"' || posts.${column} || '"' end`
/** As `Date` writes it: in UTC, to the millisecond, which is cut and not rounded. */
const instant = (column: string): string =>
  `case when posts.${column} is null then 'null'
    else '"' || to_char(posts.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"' end`
/** `jsonb` has spaces; most posts have no videos. */
const VIDEO_LIST = `case when posts.videos = '[]' then '[]' else chr(1) || posts.videos::text || chr(1) end`
const FAILED = `case when posts.failure is null then 'null'
  else chr(1) || posts.platform || chr(2) || posts.failure::text || chr(1) end`
const SIBLING = `case when posts.idea_id is null then 'null' else coalesce(
  (select '"' || s.id || '"' from posts s where s.idea_id = posts.idea_id and s.id <> posts.id limit 1), 'null') end`

const MEMBERS: [name: string, value: string][] = [
  ['id', plain('id')],
  ['content', 'to_json(posts.content)'],
  ['platform', plain('platform')],
  ['status', plain('status')],
  ['scheduledAt', instant('scheduled_at')],
  ['timeZone', json('time_zone')],
  ['publishedAt', instant('published_at')],
  ['createdAt', instant('created_at')],
  ['updatedAt', instant('updated_at')],
  ['contentLanguage', plain('content_language')],
  ['contentType', json('content_type')],
  ['tone', json('tone')],
  ['hashtags', 'to_json(posts.hashtags)'],
  ['images', `case when posts.images = '{}' then 'null' else to_json(posts.images)::text end`],
  ['media', `'{"images":', to_json(posts.images), ',"videos":', ${VIDEO_LIST}, '}'`],
  ['accountId', plain('account_id')],
  ['formerAccount', `case when posts.account_id is null then ${json('former_account')} else 'null' end`],
  ['siblingId', SIBLING],
  ['engagement', 'posts.engagement'],
  ['permalink', json('permalink')],
  ['revision', 'posts.revision'],
  ['wish', plain('wish')],
  ['failure', FAILED],
]

/** A row of `posts` as the text of its JSON, but for what `withOurWords` fills in. */
export const POST_JSON = raw(
  `concat(${MEMBERS.map(([name, value], index) => `'${index === 0 ? '{' : ','}"${name}":', ${value}`).join(', ')}, '}')`,
)

/** Fills in what the database cannot write: failures in words, and videos without the spaces that it puts between them. */
export function withOurWords(text: string, language: Language): string {
  if (!text.includes(OURS)) return text
  const parts = text.split(OURS)
  return parts.map((part, index) => (index % 2 === 0 ? part : ours(part, language))).join('')
}

function ours(part: string, language: Language): string {
  const [platform = '', failure] = part.split(BETWEEN)
  if (failure === undefined) return JSON.stringify(JSON.parse(part))
  return JSON.stringify(failureText(JSON.parse(failure) as StoredFailure, platform as Platform, language))
}
