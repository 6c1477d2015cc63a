import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Database } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { fixtureEmail } from './fixture-users.ts'

const DAY_MS = 86_400_000

/** The numbers of the two fixture users who have a month of engagement, one per language. */
export const ENGAGED_USER: Record<Language, number> = { en: 499, ar: 500 }

/** The posts of a realistic month. */
const MONTH: readonly [daysAgo: number, hour: number, platform: Platform, engagement: number][] = [
  [28, 7, 'linkedin', 40],
  [28, 9, 'twitter', 17],
  [27, 13, 'instagram', 32],
  [24, 7, 'linkedin', 74],
  [23, 10, 'twitter', 22],
  [22, 8, 'linkedin', 58],
  [20, 12, 'instagram', 46],
  [17, 7, 'linkedin', 112],
  [16, 13, 'twitter', 31],
  [15, 10, 'facebook', 9],
  [13, 8, 'linkedin', 66],
  [10, 7, 'linkedin', 88],
  [9, 12, 'twitter', 27],
  [8, 19, 'instagram', 51],
  [6, 6, 'linkedin', 103],
  [5, 13, 'facebook', 12],
  [2, 8, 'linkedin', 96],
  [1, 19, 'twitter', 52],
]

const OPENINGS: Record<Language, readonly string[]> = {
  en: [
    'The form nobody owned',
    'The night shift sees it first',
    'The meeting that should have been a form, and the form that should have been a sentence',
    'Nobody waits for software',
    'What a late truck taught us',
    'Nine days for one stamp',
  ],
  ar: [
    'النموذج الذي لا صاحب له',
    'الوردية الليلية ترى أولًا',
    'الاجتماع الذي كان يكفيه نموذج، والنموذج الذي كانت تكفيه جملة واحدة',
    'لا أحد ينتظر البرنامج',
    'ما علّمتنا إياه شاحنة متأخرة',
    'تسعة أيام لختم واحد',
  ],
}

/** Creates a month of published posts with metrics for the two fixture users. */
export async function createEngagedPosts(database: Database): Promise<void> {
  for (const language of ['en', 'ar'] as const) {
    const posts = MONTH.map(([daysAgo, hour, platform, engagement], index) => {
      const [comments, shares] = [Math.round(engagement * 0.18), Math.round(engagement * 0.08)]
      const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
      return {
        platform,
        content: `${OPENINGS[language][index % OPENINGS[language].length]}\nThe rest of it.`,
        at: new Date(midnight - daysAgo * DAY_MS + hour * 3_600_000),
        // Facebook reports no impressions.
        impressions: platform === 'facebook' ? null : engagement * 16 + index,
        likes: engagement - comments - shares,
        comments,
        shares,
        engagement,
      }
    })
    await database.query(sql`
      with given as (
        select u.id as user_id, one.* from users u,
          jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as one (platform text, content text, at timestamptz,
            impressions bigint, likes bigint, comments bigint, shares bigint, engagement integer)
        where u.email = ${fixtureEmail(ENGAGED_USER[language])}),
      out as (
        insert into posts (user_id, platform, content, content_language, status, published_at, created_at, updated_at, remote_id, engagement)
        select user_id, platform, content, ${language}, 'published', at, at, at, 'counted', engagement from given
        returning id, user_id, platform, published_at, engagement),
      counted as (
        insert into post_counts (user_id, platform, status, quarter, posts, engagement, version)
        select user_id, platform, 'published', quarter, 1, engagement, 1 from out,
          lateral (values (timestamptz '-infinity'), (date_bin(interval '15 minutes', published_at, timestamptz '2000-01-01 00:00Z'))) as of_it (quarter))
      insert into post_metrics (post_id, user_id, platform, published_at, impressions, likes, comments, shares)
      select out.id, out.user_id, out.platform, out.published_at, given.impressions, given.likes, given.comments, given.shares
      from out join given on given.at = out.published_at`)
  }
}
