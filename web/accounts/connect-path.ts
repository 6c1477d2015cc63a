import type { Platform } from '#core/platforms/platform.ts'
import { addressAt } from '../lib/base-path.ts'

export function connectPath(platform: Platform): string {
  return addressAt(`/api/social-accounts/${platform}/connect`)
}
