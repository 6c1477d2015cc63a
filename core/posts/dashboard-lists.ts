/** The lists of the dashboard, as the browser asks for them and the server puts them into its page. */

/** How many coming posts are shown before one asks for more. */
export const COMING = 20

/** How many published ones are shown. */
export const RECENTLY_SHOWN = 3
export const RECENT = { status: 'published', limit: RECENTLY_SHOWN * 4 } as const

/** What waits for its owner. */
export const TROUBLES = ['failed', 'unconfirmed', 'missed'] as const
export type TroubleStatus = (typeof TROUBLES)[number]

/** As many as the server gives at once: what is posted together must not leave some out unsaid. */
const MOST = 1_000

export const troubled = <Status extends TroubleStatus>(status: Status) => ({ status, limit: MOST })
