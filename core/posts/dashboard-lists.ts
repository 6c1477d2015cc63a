/** The lists of the dashboard, as the summary holds them and the browser asks for the rest. */

/** How many coming posts are shown before one asks for more. */
export const COMING = 20

/** How many the summary names of the posts that wait for their owner, and of those under way. */
export const NAMED = 20

/** How many of those that went out last. */
export const RECENT = 3

/** What waits for its owner. */
export const TROUBLES = ['failed', 'unconfirmed', 'missed'] as const
export type TroubleStatus = (typeof TROUBLES)[number]

/** As many as the server gives at once: what is posted together must not leave some out unsaid. */
const MOST = 1_000

export const ALL_TROUBLED = { status: TROUBLES.join(','), limit: MOST }
