import type { Limits } from './platform-rules.ts'
import { PLATFORMS, rulesOf, type Platform } from './platform.ts'

/** An account, or a network, with everything that its limits depend on. */
export type LimitedAccount = {
  platform: Platform
  /**
   * The character limit of this account. X gives some subscribers a higher limit, and each Mastodon server sets its
   * own. If missing, the network's usual limit applies.
   */
  textLimit?: number | null
  hasPictures?: boolean
  /** The number of characters of the content warning, which count towards the limit too. */
  taken?: number | undefined
  /** Whether the account's server accepts only posts with a photo or video. */
  needsMedia?: boolean | undefined
}

export function limitsFor({ platform, textLimit, hasPictures }: LimitedAccount): Limits {
  const { limits } = rulesOf(platform)
  if (hasPictures && limits.captionLimit !== undefined) return { ...limits, textLimit: limits.captionLimit }
  if (!textLimit) return limits
  const own = Math.min(textLimit, LONGEST_TEXT)
  return { ...limits, textLimit: own, previewLimit: own }
}

/** The longest text that any network accepts, in UTF-16 units. */
export const LONGEST_TEXT = Math.max(...PLATFORMS.map((platform) => rulesOf(platform).limits.textLimit))
