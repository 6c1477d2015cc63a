/** The dashboard's lists. The summary contains them; the app loads the rest on request. */

/** How many scheduled posts appear before "show more". */
export const SCHEDULED_SHOWN = 20

/** How many posts of a list the summary contains. */
export const SUMMARY_LIST_SIZE = 20

/** How many recently published posts the summary contains. */
export const RECENT_SIZE = 3

/** States in which a post waits for its author. */
export const TROUBLES = ['failed', 'unconfirmed', 'missed'] as const
export type TroubleStatus = (typeof TROUBLES)[number]

/** The server's page size. Posts that were scheduled together should all appear. */
const PAGE_SIZE = 1_000

export const ALL_TROUBLED_FILTER = { status: TROUBLES.join(','), limit: PAGE_SIZE }
