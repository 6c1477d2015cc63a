/** How many posts the dashboard lists. The summary contains only these; the app loads the other posts on request. */

export const SCHEDULED_SHOWN = 20

export const SUMMARY_LIST_SIZE = 20

export const RECENT_SIZE = 3

export const TROUBLES = ['failed', 'unconfirmed', 'missed'] as const
export type TroubleStatus = (typeof TROUBLES)[number]

/** The maximum number of posts in one request, enough for all posts scheduled together. */
const PAGE_SIZE = 1_000

export const ALL_TROUBLED_FILTER = { status: TROUBLES.join(','), limit: PAGE_SIZE }
