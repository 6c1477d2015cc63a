import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import { raw } from '../db/sql.ts'
import { failureText } from './failure-text.ts'
import { FOLLOW_UPS, followUpsJson, type StoredFollowUp } from './follow-ups.ts'

// Writes posts as JSON straight from database text, for a third of the cost of row objects and `JSON.stringify`. The
// output is identical to the JSON of `toPost`.

/** Select null for an empty list, because converting it to JSON would cost as much as converting a full one. */
const nonEmptyJson = (column: string): string => `case when cardinality(${column}) > 0 then to_json(${column}) end`

/** The id of the post's sibling: its version in the other language. */
const SIBLING = `case when posts.idea_id is not null then
    (select s.id from posts s where s.idea_id = posts.idea_id and s.id <> posts.id limit 1) end`

/** The title of the feed and the address of the item from which a draft was written, as JSON. */
export const FEED = `case when posts.status = 'draft' then
    (select jsonb_build_object('title', f.title, 'url', i.url) from feed_drafts d join feed_items i on i.id = d.item_id
      join followed_feeds f on f.id = i.feed_id where d.post_id = posts.id) end`

/**
 * Columns as text, and as JSON if they can contain any character. Columns of one type are adjacent, because PostgreSQL
 * looks up the output function whenever the type changes.
 */
const VALUES = [
  'posts.id',
  'posts.account_id',
  SIBLING,
  'posts.recurrence_id',
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
  nonEmptyJson('posts.hashtags'),
  nonEmptyJson('posts.images'),
  nonEmptyJson('posts.tag_ids'),
  'posts.videos',
  'posts.failure',
  'posts.options',
  FEED,
  FOLLOW_UPS,
  'posts.engagement',
  'posts.revision',
  'posts.scheduled_at',
  `case when posts.status = 'draft' then posts.planned_at end`,
  'posts.published_at',
  'posts.created_at',
  'posts.updated_at',
] as const
type Strings<All extends readonly unknown[]> = { [Index in keyof All]: string }

/** A separator that no value contains, because JSON escapes control characters. */
const BETWEEN = '\u0001'

/**
 * The version of a post's JSON. It changes with the transaction that wrote the row, and when the post is paired with
 * another one. Its parts are joined with `||`, which is faster than `format` for hundreds of posts.
 */
export const POST_VERSION = raw(`posts.id || ' ' || posts.xmin || coalesce(' ' || ${SIBLING}, '')`)

export const idOfVersion = (version: string): string => version.slice(0, 36)

/** A row of `posts` as one text: drivers handle one value much faster than many. */
export const POST_LINE = raw(`format(E'${VALUES.map(() => '%s').join(String.raw`\x01`)}', ${VALUES.join(', ')})`)

export function postJson(line: string, language: Language): string {
  const [
    id,
    accountId,
    siblingId,
    recurrenceId,
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
    tagIds,
    videos,
    failure,
    options,
    feed,
    followUps,
    engagement,
    revision,
    scheduledAt,
    plannedAt,
    publishedAt,
    createdAt,
    updatedAt,
  ] = line.split(BETWEEN) as unknown as Strings<typeof VALUES>
  const images = givenImages || '[]'
  return `{"id":"${id}","content":${content},"platform":"${platform}","status":"${status}","scheduledAt":${instant(scheduledAt)},"plannedAt":${instant(plannedAt)},"timeZone":${json(timeZone)},"publishedAt":${instant(publishedAt)},"createdAt":${instant(createdAt)},"updatedAt":${instant(updatedAt)},"contentLanguage":${quoted(contentLanguage)},"contentType":${json(contentType)},"tone":${json(tone)},"hashtags":${hashtags || '[]'},"images":${json(givenImages)},"media":{"images":${images},"videos":${videos === '[]' ? videos : JSON.stringify(JSON.parse(videos))}},"accountId":${quoted(accountId)},"formerAccount":${accountId === '' ? json(formerAccount) : 'null'},"siblingId":${quoted(siblingId)},${tagIds === '' ? '' : `"tagIds":${tagIds},`}${options === '' ? '' : `"options":${JSON.stringify(JSON.parse(options))},`}${recurrenceId === '' ? '' : `"recurrenceId":"${recurrenceId}",`}"feed":${feedJson(feed)},"engagement":${engagement},"permalink":${json(permalink)},"revision":${revision},"wish":${quoted(wish)},"failure":${failureJson(failure, platform, language)}${followUps === '' ? '' : membersJson(followUps)}}`

  function membersJson(stored: string): string {
    const post = {
      content: JSON.parse(content) as string,
      platform: platform as Platform,
      status: status as Post['status'],
      images: JSON.parse(images) as string[],
      permalink: JSON.parse(json(permalink)) as string | null,
    }
    const members = JSON.stringify(followUpsJson(post, JSON.parse(stored) as StoredFollowUp[], language))
    return members === '{}' ? '' : `,${members.slice(1, -1)}`
  }
}

const json = (value: string): string => value || 'null'

/** Quotes a value that needs no escaping. An empty value becomes null. */
const quoted = (value: string): string => (value === '' ? 'null' : `"${value}"`)

/** Formats a database time such as `2031-05-01 09:30:00.12+00` like `Date.toJSON`, truncated to milliseconds. */
function instant(value: string): string {
  if (value === '') return 'null'
  const fraction = value.slice(20, -3)
  return `"${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.length === 3 ? fraction : fraction.slice(0, 3).padEnd(3, '0')}Z"`
}

function feedJson(stored: string): string {
  if (stored === '') return 'null'
  const { title, url } = JSON.parse(stored) as NonNullable<Post['feed']>
  return JSON.stringify({ title, url })
}

function failureJson(stored: string, platform: string, language: Language): string {
  if (stored === '') return 'null'
  return JSON.stringify(failureText(JSON.parse(stored) as StoredFailure, platform as Platform, language))
}
