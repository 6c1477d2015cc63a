import { cleaned } from '../clean-text.ts'
import type { Platform } from '../platforms/platform.ts'
import { findWebAddresses } from '../platforms/web-addresses.ts'
import { parseHashtags } from '../posts/hashtags.ts'
import { fittingHashtags } from './fitting-hashtags.ts'

/** In UTF-16 units: a model that writes more has lost its way. */
export const LONGEST_DRAFT = 10_000
/** Nobody asks for more than five. */
const MOST_HASHTAGS = 10
const LONGEST_HASHTAG = 100
/** What of a list is looked at: a model may write several hashtags into one entry. */
const MOST_ENTRIES = 100
const LONGEST_ENTRY = 1_000

/**
 * What a model wrote, as a draft: without what nothing can store, each hashtag with its #, and no more of them than the
 * network takes. Undefined where it is none: nothing, or far more than was asked for.
 */
export function draftFrom(
  answer: { content: string; hashtags: readonly string[] },
  platform: Platform,
): { content: string; hashtags: string[] } | undefined {
  if (answer.content.length > LONGEST_DRAFT) return undefined
  const content = cleaned(answer.content)
  if (content === '') return undefined

  const entries = answer.hashtags
    .slice(0, MOST_ENTRIES)
    // An address is none, in whichever parts.
    .filter(
      (entry) => entry.length <= LONGEST_ENTRY && !/:\/\/|[/@]/u.test(entry) && findWebAddresses(entry).length === 0,
    )
  const hashtags = parseHashtags(entries.map(cleaned)).filter((tag) => tag.length <= LONGEST_HASHTAG)
  return { content, hashtags: fittingHashtags(platform, { content, hashtags: hashtags.slice(0, MOST_HASHTAGS) }) }
}
