import type { Platform } from '../platforms/platform.ts'

/** LinkedIn's limit for the line under a name. */
export const HEADLINE_LIMIT = 220

/** Networks that show the author's headline with each post. */
export const HEADLINE_PLATFORMS: readonly Platform[] = ['linkedin']
