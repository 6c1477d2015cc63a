import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import { raw } from '../db/sql.ts'
import { failureText } from './failure-text.ts'

// A list of posts from rows without objects in between. It has the members of `toPost`, in their order and byte by byte
// as JSON.stringify would write them, and costs a third of what objects of rows and a text of objects do.

/** What the database tells of a post. Whatever may hold any text comes as JSON; what is null, as nothing. */
const VALUES = [
  'posts.id',
  'to_json(posts.content)',
  'posts.platform',
  'posts.status',
  'posts.scheduled_at',
  'to_json(posts.time_zone)',
  'posts.published_at',
  'posts.created_at',
  'posts.updated_at',
  'posts.content_language',
  'to_json(posts.content_type)',
  'to_json(posts.tone)',
  'to_json(posts.hashtags)',
  'to_json(posts.images)',
  'posts.videos',
  'posts.account_id',
  'to_json(posts.former_account)',
  `case when posts.idea_id is not null then
    (select s.id from posts s where s.idea_id = posts.idea_id and s.id <> posts.id limit 1) end`,
  'posts.engagement',
  'to_json(posts.permalink)',
  'posts.revision',
  'posts.wish',
  'posts.failure',
] as const
type Strings<All extends readonly unknown[]> = { [Index in keyof All]: string }

/** Stands between the values of a line. None contains it: in JSON a control character is an escape. */
const BETWEEN = '\u0001'

/** A row of `posts` as one text, for `postJson`: one value costs a driver far less than one for each column. */
export const POST_LINE = raw(`concat(${VALUES.join(String.raw`, E'\x01', `)})`)

export function postJson(line: string, language: Language): string {
  const [
    id,
    content,
    platform,
    status,
    scheduledAt,
    timeZone,
    publishedAt,
    createdAt,
    updatedAt,
    contentLanguage,
    contentType,
    tone,
    hashtags,
    images,
    videos,
    accountId,
    formerAccount,
    siblingId,
    engagement,
    permalink,
    revision,
    wish,
    failure,
  ] = line.split(BETWEEN) as unknown as Strings<typeof VALUES>
  return `{"id":"${id}","content":${content},"platform":"${platform}","status":"${status}","scheduledAt":${instant(scheduledAt)},"timeZone":${json(timeZone)},"publishedAt":${instant(publishedAt)},"createdAt":${instant(createdAt)},"updatedAt":${instant(updatedAt)},"contentLanguage":${word(contentLanguage)},"contentType":${json(contentType)},"tone":${json(tone)},"hashtags":${hashtags},"images":${images === '[]' ? 'null' : images},"media":{"images":${images},"videos":${videos === '[]' ? videos : JSON.stringify(JSON.parse(videos))}},"accountId":${word(accountId)},"formerAccount":${accountId === '' ? json(formerAccount) : 'null'},"siblingId":${word(siblingId)},"engagement":${engagement},"permalink":${json(permalink)},"revision":${revision},"wish":${word(wish)},"failure":${failed(failure, platform, language)}}`
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
