import { shareOf, shinglesOf, withoutLinks } from './shingles.ts'

/**
 * A draft repeats a post if it shares at least this part of its sequences of three words. A shared signature alone is a
 * smaller part, even of a short post.
 */
const REPEATED = 0.4
/** A draft with fewer sequences of three words than this is not compared, because so few may match by chance. */
const MIN_SHINGLES = 8

/** Prepares a text for comparison, without hashtags and addresses. */
export const comparable = (text: string): ReadonlySet<number> => shinglesOf(withoutLinks(text))

export const isComparable = (draft: ReadonlySet<number>): boolean => draft.size >= MIN_SHINGLES

/** Whether a draft repeats a large part of a post. */
export const isRepeat = (draft: ReadonlySet<number>, post: ReadonlySet<number>): boolean =>
  isComparable(draft) && shareOf(draft, post) >= REPEATED
