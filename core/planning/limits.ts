// Without zod, so that the browser can load this limit.

/** The most weekly times of one day. */
export const SLOTS_A_DAY = 12
