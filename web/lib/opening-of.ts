import { withoutOpenPlaces } from '#core/platforms/open-places.ts'

/**
 * The beginning of a text: `limit` UTF-16 units at most and no half word, or no half character where a word is longer
 * than that; and a mark where it goes on.
 */
export function openingOf(given: string, limit: number): string {
  const text = withoutOpenPlaces(given)
  if (text.length <= limit) return text
  const end = wholeUpTo(text, limit, 'word') || wholeUpTo(text, limit, 'grapheme')
  return `${text.slice(0, end).trimEnd()}…`
}

/** Where the last word or character ends that ends within `limit`. */
function wholeUpTo(text: string, limit: number, granularity: 'word' | 'grapheme'): number {
  let end = 0
  // What goes on beyond the slice must not look as if it ended there.
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity }).segment(text.slice(0, limit + 64))) {
    if (index + segment.length > limit) break
    end = index + segment.length
  }
  return end
}
