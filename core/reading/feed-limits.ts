// A separate file that does not import zod, so that the browser can load these limits cheaply.

export const MOST_FEEDS = 20
/** New items of one feed that become drafts within 24 hours. */
export const ITEMS_A_DAY = 3
