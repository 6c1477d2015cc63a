// Without zod, so that the browser can load this limit.

export const MAX_SLOTS_PER_DAY = 12
