import { raw } from '../db/sql.ts'

/** Whether a row of `post_metrics` has engagement. Must match the index `metrics_engaged`. */
export const HAS_ENGAGEMENT = raw(`coalesce(likes, comments, shares) is not null`)
