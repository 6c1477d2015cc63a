import type { Platform } from '#core/platforms/platform.ts'

export function variablesOf(platform: Platform): { id: string; secret: string; scopes: string } {
  const prefix = platform.toUpperCase()
  return { id: `${prefix}_CLIENT_ID`, secret: `${prefix}_CLIENT_SECRET`, scopes: `${prefix}_SCOPES` }
}
