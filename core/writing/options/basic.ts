// A separate file that does not import zod, so that the browser can load these lists cheaply.

export const OUTPUT_LANGUAGES = ['english', 'arabic', 'both'] as const
export const CONTENT_TYPES = ['educational', 'promotional', 'personal', 'engagement'] as const
export const TONES = ['professional', 'casual', 'inspirational', 'authoritative'] as const

/** Longest topic in UTF-16 units. */
export const TOPIC_LIMIT = 5_000

export const WISH_LIMIT = 500
export const FACTS_LIMIT = 2_000
