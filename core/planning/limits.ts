// Without zod, so that the browser can load this limit.

/** The most weekly times of one day. */
export const MAX_SLOTS_PER_DAY = 12
