// This file does not import zod, so that the browser loads little code.

export const MAX_SAMPLES = 5
/** Longest sample of the author's writing, in UTF-16 units. */
export const SAMPLE_LIMIT = 3_000
export const MAX_RULES = 10
/** Longest rule for the author's style, in UTF-16 units. */
export const RULE_LIMIT = 120
