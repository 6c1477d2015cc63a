import { openingLine } from '#core/cut-text.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { translator } from '../../messages.ts'
import type { FeedOwner } from './feeds.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** How long published posts stay in the calendar. */
const PAST_MS = 60 * DAY_MS
/** The maximum number of posts in the calendar. Upcoming ones have priority, then the latest published ones. */
const MOST_EVENTS = 1_000
const MOST_ITEMS = 50
/** The duration of a post in calendars, because they do not show events without a duration. */
const SHOWN_MINUTES = 15
const READ_AGAIN_S = 3_600
const TITLE_LENGTH = 100

const POST = columns(
  'posts',
  'id',
  'content',
  'hashtags',
  'platform',
  'status',
  'scheduled_at',
  'published_at',
  'permalink',
  'revision',
  'created_at',
  'updated_at',
)

/** Escapes a calendar's name. The library does this only for event texts (RFC 5545, 3.3.11). */
const escaped = (name: string): string => name.replaceAll(/[\\;,]/g, String.raw`\$&`)

/** Planned and published posts as iCalendar (RFC 5545). Times are in UTC, so each calendar shows local time. */
export async function writeCalendar(on: Queryable, owner: FeedOwner, now: Date, publicUrl: string): Promise<string> {
  const { default: ical, ICalEventTransparency } = await import('ical-generator')
  const t = translator(owner.language)
  const posts = await on.query(sql`
    select ${POST} from posts, lateral (select coalesce(published_at, scheduled_at) as at) as its
    where user_id = ${owner.id} and status <> 'draft' and at > ${new Date(now.getTime() - PAST_MS)}
    order by at < ${now}, case when at >= ${now} then at end, at desc, id limit ${MOST_EVENTS}`)
  const calendar = ical({
    name: escaped(t('feeds.calendarName', { name: owner.name })),
    prodId: { company: 'Frogy', product: 'Frogy', language: owner.language.toUpperCase() },
    ttl: READ_AGAIN_S,
    ...(owner.timeZone && { x: { 'X-WR-TIMEZONE': owner.timeZone } }),
  })
  for (const post of posts) {
    const start = post.published_at ?? post.scheduled_at ?? post.created_at
    const text = textOf(post)
    const isFine = post.status === 'scheduled' || post.status === 'published'
    calendar.createEvent({
      id: `${post.id}@${new URL(publicUrl).hostname}`,
      start,
      end: new Date(start.getTime() + SHOWN_MINUTES * MINUTE_MS),
      stamp: post.updated_at,
      created: post.created_at,
      lastModified: post.updated_at,
      sequence: post.revision,
      summary: t(isFine ? 'feeds.event' : 'feeds.troubled', {
        state: post.status,
        platform: rulesOf(post.platform).name,
        opening: openingLine(text, TITLE_LENGTH),
      }),
      description: text,
      url: post.permalink ?? `${publicUrl}${owner.pathBefore}/schedule`,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}

/** The latest published posts as RSS 2.0. */
export async function writePublished(on: Queryable, owner: FeedOwner, publicUrl: string): Promise<string> {
  const { Feed } = await import('feed')
  const t = translator(owner.language)
  const posts = await on.query(sql`
    select ${POST} from posts where user_id = ${owner.id} and status = 'published'
    order by published_at desc, id limit ${MOST_ITEMS}`)
  const feed = new Feed({
    title: writable(t('feeds.publishedName', { name: owner.name })),
    description: t('feeds.publishedText'),
    id: publicUrl + owner.pathBefore,
    link: publicUrl + owner.pathBefore,
    language: owner.language,
    generator: 'Frogy',
    ttl: READ_AGAIN_S / 60,
    ...(posts[0]?.published_at && { updated: posts[0].published_at }),
  })
  for (const post of posts) {
    const text = textOf(post)
    const [platform, opening] = [rulesOf(post.platform).name, openingLine(text, TITLE_LENGTH)]
    feed.addItem({
      title: t('feeds.event', { platform, opening }),
      id: post.id,
      link: post.permalink ?? publicUrl + owner.pathBefore,
      date: post.published_at ?? post.created_at,
      description: asHtml(text),
    })
  }
  return feed.rss2()
}

/** A post's text and hashtags, without characters that the feed formats forbid. */
const textOf = ({ content, hashtags }: { content: string; hashtags: string[] }): string =>
  writable([content, hashtags.join(' ')].filter(Boolean).join('\n\n'))

const writable = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')

/** Converts text to HTML, because feed readers interpret descriptions as HTML. */
const asHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')
