// A separate file that does not import zod, so that the browser can load these lists cheaply.

export const OUTPUT_LANGUAGES = ['english', 'arabic', 'both'] as const
export const CONTENT_TYPES = ['educational', 'promotional', 'personal', 'engagement'] as const
export const TONES = ['professional', 'casual', 'inspirational', 'authoritative'] as const

/** Longest topic in UTF-16 units. */
export const TOPIC_LIMIT = 5_000

export const WISH_LIMIT = 500
/** Longest text of all wishes for one draft, of which the latest are kept. */
export const WISHES_LIMIT = 2_000
export const FACTS_LIMIT = 2_000

/** Characters of a source that the model receives. Of a longer one it receives the passages that fit the topic best. */
export const SOURCE_LIMIT = 60_000
