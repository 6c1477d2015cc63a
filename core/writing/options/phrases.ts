// A separate file that does not import zod, so that the browser can load these limits cheaply.

export const MOST_PHRASES = 50
/** Longest phrase, in UTF-16 units. A unique index of PostgreSQL covers the whole phrase, to prevent duplicates. */
export const PHRASE_LIMIT = 500
