// This file does not import zod, so that the browser loads little code.

export const OUTPUT_LANGUAGES = ['english', 'arabic', 'both'] as const
export const CONTENT_TYPES = ['educational', 'promotional', 'personal', 'engagement'] as const
export const TONES = ['professional', 'casual', 'inspirational', 'authoritative'] as const

/** Longest topic in UTF-16 units. */
export const TOPIC_LIMIT = 5_000

export const WISH_LIMIT = 500
/** Maximum total length of all wishes for a draft. Only the latest are kept. */
export const WISHES_LIMIT = 2_000
export const FACTS_LIMIT = 2_000

/** The maximum number of characters of a source that the model receives: the passages that fit the topic best. */
export const SOURCE_LIMIT = 60_000
