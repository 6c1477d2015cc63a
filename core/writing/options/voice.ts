// Without zod, so that the browser can load these limits.

export const MAX_SAMPLES = 5
/** In UTF-16 units. */
export const SAMPLE_LIMIT = 3_000
export const MAX_RULES = 10
/** In UTF-16 units. */
export const RULE_LIMIT = 120
