import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import { raw } from '../db/sql.ts'
import { failureText } from './failure-text.ts'

// A list of posts from rows without objects in between. It has the members of `toPost`, in their order and byte by byte
// as JSON.stringify would write them, and costs a third of what objects of rows and a text of objects do.

/** An empty list comes as nothing: as JSON it would cost the database what a full one does. */
const filled = (column: string): string => `case when cardinality(${column}) > 0 then to_json(${column}) end`

/** Another post of the same idea. */
const SIBLING = `case when posts.idea_id is not null then
    (select s.id from posts s where s.idea_id = posts.idea_id and s.id <> posts.id limit 1) end`

/**
 * What the database tells of a post. Whatever may hold any text comes as JSON; what is null, as nothing. Those of one type
 * stand together: the database looks up how a value is written where another type begins.
 */
const VALUES = [
  'posts.id',
  'posts.account_id',
  SIBLING,
  'posts.platform',
  'posts.status',
  'posts.content_language',
  'posts.wish',
  'to_json(posts.content)',
  'to_json(posts.content_type)',
  'to_json(posts.tone)',
  'to_json(posts.time_zone)',
  'to_json(posts.former_account)',
  'to_json(posts.permalink)',
  filled('posts.hashtags'),
  filled('posts.images'),
  'posts.videos',
  'posts.failure',
  'posts.engagement',
  'posts.revision',
  'posts.scheduled_at',
  'posts.published_at',
  'posts.created_at',
  'posts.updated_at',
] as const
type Strings<All extends readonly unknown[]> = { [Index in keyof All]: string }

/** Stands between the values of a line. None contains it: in JSON a control character is an escape. */
const BETWEEN = '\u0001'

/** Another text as soon as `postJson` may make another one of a row: which transaction wrote it last, and what is not its own. */
export const POST_VERSION = raw(`format('%s %s %s', posts.id, posts.xmin, ${SIBLING})`)

/** The post that a `POST_VERSION` is of. */
export const idOfVersion = (version: string): string => version.slice(0, 36)

/** A row of `posts` as one text, for `postJson`: one value costs a driver far less than one for each column. */
export const POST_LINE = raw(`format(E'${VALUES.map(() => '%s').join(String.raw`\x01`)}', ${VALUES.join(', ')})`)

export function postJson(line: string, language: Language): string {
  const [
    id,
    accountId,
    siblingId,
    platform,
    status,
    contentLanguage,
    wish,
    content,
    contentType,
    tone,
    timeZone,
    formerAccount,
    permalink,
    hashtags,
    givenImages,
    videos,
    failure,
    engagement,
    revision,
    scheduledAt,
    publishedAt,
    createdAt,
    updatedAt,
  ] = line.split(BETWEEN) as unknown as Strings<typeof VALUES>
  const images = givenImages || '[]'
  return `{"id":"${id}","content":${content},"platform":"${platform}","status":"${status}","scheduledAt":${instant(scheduledAt)},"timeZone":${json(timeZone)},"publishedAt":${instant(publishedAt)},"createdAt":${instant(createdAt)},"updatedAt":${instant(updatedAt)},"contentLanguage":${word(contentLanguage)},"contentType":${json(contentType)},"tone":${json(tone)},"hashtags":${hashtags || '[]'},"images":${json(givenImages)},"media":{"images":${images},"videos":${videos === '[]' ? videos : JSON.stringify(JSON.parse(videos))}},"accountId":${word(accountId)},"formerAccount":${accountId === '' ? json(formerAccount) : 'null'},"siblingId":${word(siblingId)},"engagement":${engagement},"permalink":${json(permalink)},"revision":${revision},"wish":${word(wish)},"failure":${failed(failure, platform, language)}}`
}

const json = (value: string): string => value || 'null'

/** One that only we write, without anything to be escaped. */
const word = (value: string): string => (value === '' ? 'null' : `"${value}"`)

/** `2031-05-01 09:30:00.12+00` as `Date` writes it: to the millisecond, which is cut and not rounded. */
function instant(value: string): string {
  if (value === '') return 'null'
  const fraction = value.slice(20, -3)
  return `"${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.length === 3 ? fraction : fraction.slice(0, 3).padEnd(3, '0')}Z"`
}

function failed(stored: string, platform: string, language: Language): string {
  if (stored === '') return 'null'
  return JSON.stringify(failureText(JSON.parse(stored) as StoredFailure, platform as Platform, language))
}
