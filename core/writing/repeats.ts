import { shareOf, shinglesOf, withoutLinks } from './shingles.ts'

/**
 * The minimum share of a draft's sequences of three words that a post must contain, so that the draft repeats the post.
 * A signature is a smaller part, even of a short post.
 */
const REPEATED = 0.4
/** The minimum number of sequences of three words in a draft to compare, because fewer may match by chance. */
const MIN_SHINGLES = 8

/** Prepares a text for comparison, without hashtags and addresses. */
export const comparable = (text: string): ReadonlySet<number> => shinglesOf(withoutLinks(text))

export const isComparable = (draft: ReadonlySet<number>): boolean => draft.size >= MIN_SHINGLES

/** Whether a draft repeats a large part of a post. */
export const isRepeat = (draft: ReadonlySet<number>, post: ReadonlySet<number>): boolean =>
  isComparable(draft) && shareOf(draft, post) >= REPEATED
