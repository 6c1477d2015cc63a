import { shareOf, shinglesOf, withoutLinks } from './shingles.ts'

/** From this share of its three-word runs on, a draft repeats a post. A shared signature of a short post is below it. */
const REPEATED = 0.4
/** A shorter draft shares its few runs with other posts by chance. */
const MIN_SHINGLES = 8

/** Reads a text for a comparison. Its hashtags and addresses do not count. */
export const comparable = (text: string): ReadonlySet<number> => shinglesOf(withoutLinks(text))

/** Whether a draft is long enough to compare. */
export const isComparable = (draft: ReadonlySet<number>): boolean => draft.size >= MIN_SHINGLES

/** Whether a draft repeats a post in large parts. */
export const isRepeat = (draft: ReadonlySet<number>, post: ReadonlySet<number>): boolean =>
  isComparable(draft) && shareOf(draft, post) >= REPEATED
