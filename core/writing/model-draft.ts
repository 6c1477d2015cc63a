import { cleanText } from '../clean-text.ts'
import type { Platform } from '../platforms/platform.ts'
import { findWebAddresses } from '../platforms/web-addresses.ts'
import { parseHashtags } from '../posts/hashtags.ts'
import { fittingHashtags } from './fitting-hashtags.ts'

/** The maximum length of a draft in UTF-16 units. A longer answer of a model is unusable. */
export const LONGEST_DRAFT = 10_000
const MAX_HASHTAGS = 10
const LONGEST_HASHTAG = 100
/**
 * The maximum number of hashtags to read from a model's answer. Higher than MAX_HASHTAGS, because some are unusable.
 */
const MAX_ENTRIES = 100
const LONGEST_ENTRY = 1_000

/** A draft from a model's answer. Undefined if its text is empty or far too long. */
export function draftFrom(
  answer: { content: string; hashtags: readonly string[] },
  platform: Platform,
): { content: string; hashtags: string[] } | undefined {
  if (answer.content.length > LONGEST_DRAFT) return undefined
  const content = cleanText(answer.content)
  if (content === '') return undefined
  const entries = answer.hashtags
    .slice(0, MAX_ENTRIES)
    // Skips entries that contain an address, because the address would become part of a hashtag.
    .filter(
      (entry) => entry.length <= LONGEST_ENTRY && !/:\/\/|[/@]/u.test(entry) && findWebAddresses(entry).length === 0,
    )
  const hashtags = parseHashtags(entries.map(cleanText)).filter((tag) => tag.length <= LONGEST_HASHTAG)
  return { content, hashtags: fittingHashtags(platform, { content, hashtags: hashtags.slice(0, MAX_HASHTAGS) }) }
}
