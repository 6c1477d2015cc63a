import { raw } from '../db/sql.ts'

/** Of a row of `post_metrics`: whether its network has told how many reacted. As the index `metrics_engaged` says it. */
export const IS_ENGAGEMENT_TOLD = raw(`coalesce(likes, comments, shares) is not null`)
