/** The dashboard's lists. The summary contains them; the app loads the rest on request. */

export const SCHEDULED_SHOWN = 20

export const SUMMARY_LIST_SIZE = 20

export const RECENT_SIZE = 3

export const TROUBLES = ['failed', 'unconfirmed', 'missed'] as const
export type TroubleStatus = (typeof TROUBLES)[number]

/** The server's page size. Posts that were scheduled together should all appear. */
const PAGE_SIZE = 1_000

export const ALL_TROUBLED_FILTER = { status: TROUBLES.join(','), limit: PAGE_SIZE }
