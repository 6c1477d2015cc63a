// This file does not import zod, so that the browser loads little code.

export const MOST_FEEDS = 20
/** The maximum number of new items of one feed that become drafts within 24 hours. */
export const ITEMS_A_DAY = 3
