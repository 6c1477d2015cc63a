import type { Platform } from '../platforms/platform.ts'

// This file does not import zod, so that the browser loads little code.

export const GUEST_PLATFORMS = ['linkedin', 'twitter'] as const satisfies readonly Platform[]

/** The longest text of a visitor without an account, in UTF-16 units. */
export const GUEST_TEXT_LIMIT = 12_000
