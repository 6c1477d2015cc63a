import { firstReadMs } from '#core/analytics/reading-times.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { raw } from '../db/sql.ts'

const FIRST_READING = PLATFORMS.map((platform) => `when '${platform}' then ${firstReadMs(platform)}`).join(' ')

/**
 * Schedules the first read of metrics when posts are published. A post that only its author confirmed has no remote id
 * to read.
 */
export const SCHEDULE_FIRST_READ = raw(`, awaited as (
  insert into post_metrics (post_id, user_id, platform, published_at, due_at)
  select id, user_id, now_platform, out_since, case when out_as is not null
    then out_since + (case now_platform ${FIRST_READING} end) * interval '1 millisecond' end
  from changed on conflict (post_id) do nothing)`)
