// This file does not import zod, so that the browser loads little code.

export const IMAGE_LIMIT_BYTES = 5 * 1024 * 1024
export const IMAGES_PER_POST = 4
export const VIDEOS_PER_POST = 3
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
/** In UTF-16 units: X's limit for alt texts, the shortest of all networks. */
export const ALT_TEXT_LIMIT = 1_000
