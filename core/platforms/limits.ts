import type { Limits } from './platform-rules.ts'
import { PLATFORMS, rulesOf, type Platform } from './platform.ts'

export type LimitedAccount = { platform: Platform }

export function limitsFor({ platform }: LimitedAccount): Limits {
  return rulesOf(platform).limits
}

/** The longest text that any network accepts, in UTF-16 units. */
export const LONGEST_TEXT = Math.max(...PLATFORMS.map((platform) => limitsFor({ platform }).textLimit))
