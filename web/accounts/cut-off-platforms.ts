import type { PlatformState } from '#core/accounts/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'

/** Networks that fetch pictures from this server but cannot reach it. */
export const cutOffPlatforms = (states: readonly PlatformState[] = []): Platform[] =>
  states.filter(({ isCutOff }) => isCutOff).map(({ platform }) => platform)
