// A separate file that does not import zod, so that the browser can load these limits cheaply.

export const MAX_SAMPLES = 5
/** Longest sample of the author's writing, in UTF-16 units. */
export const SAMPLE_LIMIT = 3_000
export const MAX_RULES = 10
/** Longest rule for the author's style, in UTF-16 units. */
export const RULE_LIMIT = 120
