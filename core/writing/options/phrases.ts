// A separate file that does not import zod, so that the browser can load these limits cheaply.

export const MOST_PHRASES = 50
/** Longest phrase, in UTF-16 units. PostgreSQL indexes it whole, so that no phrase is kept twice. */
export const PHRASE_LIMIT = 500
