// This file does not import zod, so that the browser loads little code.

export const MOST_PHRASES = 50
/**
 * Longest phrase, in UTF-16 units. A unique index covers the whole phrase to prevent duplicates, and PostgreSQL limits
 * its size.
 */
export const PHRASE_LIMIT = 500
