export const LOGO_LIMIT_BYTES = 2 * 1024 * 1024
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
/** The largest size of a stored logo in pixels, twice its size on a report. */
export const LOGO_SIZE = { width: 480, height: 160 }
