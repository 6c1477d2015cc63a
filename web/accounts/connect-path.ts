import type { Platform } from '#core/platforms/platform.ts'

/** Redirects to the platform's consent page. */
export function connectPath(platform: Platform): string {
  return `/api/social-accounts/${platform}/connect`
}
