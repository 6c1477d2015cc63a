import { firstReadingMs } from '#core/analytics/reading-times.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { raw } from '../db/sql.ts'

const FIRST_READING = PLATFORMS.map((platform) => `when '${platform}' then ${firstReadingMs(platform)}`).join(' ')

/**
 * For a statement that publishes posts: their networks are asked for their figures from then on. Of a post that only its
 * owner has seen there nobody knows by which name to ask.
 */
export const FIGURES_AWAITED = raw(`, awaited as (
  insert into post_metrics (post_id, user_id, platform, published_at, due_at)
  select id, user_id, now_platform, out_since, case when out_as is not null
    then out_since + (case now_platform ${FIRST_READING} end) * interval '1 millisecond' end
  from changed on conflict (post_id) do nothing)`)
