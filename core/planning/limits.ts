// A separate file that does not import zod, so that the browser can load this limit cheaply.

export const MAX_SLOTS_PER_DAY = 12
