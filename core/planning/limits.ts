// This file does not import zod, so that the browser loads little code.

export const MAX_SLOTS_PER_DAY = 12
