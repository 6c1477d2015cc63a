// Without zod, so that the browser can load these lists.

export const OUTPUT_LANGUAGES = ['english', 'arabic', 'both'] as const
export const CONTENT_TYPES = ['educational', 'promotional', 'personal', 'engagement'] as const
export const TONES = ['professional', 'casual', 'inspirational', 'authoritative'] as const

/** In UTF-16 units. */
export const TOPIC_LIMIT = 5_000
