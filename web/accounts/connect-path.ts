import type { Platform } from '#core/platforms/platform.ts'

/** Leads to the network's consent page. */
export function connectPath(platform: Platform): string {
  return `/api/social-accounts/${platform}/connect`
}
