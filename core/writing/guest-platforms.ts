import type { Platform } from '../platforms/platform.ts'

// A separate file that does not import zod, so that the browser can load it cheaply.

export const GUEST_PLATFORMS = ['linkedin', 'twitter'] as const satisfies readonly Platform[]

/** The longest text of a visitor without an account, in UTF-16 units. */
export const GUEST_TEXT_LIMIT = 12_000
