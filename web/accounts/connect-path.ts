import type { Platform } from '#core/platforms/platform.ts'

export function connectPath(platform: Platform): string {
  return `/api/social-accounts/${platform}/connect`
}
