/** The lists of the dashboard, as the browser asks for them and the server puts them into its page. */

/** How many coming posts are shown before one asks for more. */
export const COMING = 20

/** The ones that went out last. */
export const RECENT = { status: 'published', limit: 3 } as const

/** What waits for its owner. */
export const TROUBLES = ['failed', 'unconfirmed', 'missed'] as const
export type TroubleStatus = (typeof TROUBLES)[number]

/** As many as the server gives at once: what is posted together must not leave some out unsaid. */
const MOST = 1_000

export const troubled = <Status extends TroubleStatus>(status: Status) => ({ status, limit: MOST })
