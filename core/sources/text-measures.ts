/** How many words a text has, as its own readers count: Arabic by its words, Chinese, Japanese and Thai by a dictionary. */
export function wordCountOf(text: string): number {
  let count = 0
  for (const segment of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (segment.isWordLike) count++
  }
  return count
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu

/** The direction of most of its letters. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const rightToLeft = text.match(RIGHT_TO_LEFT)?.length ?? 0
  return rightToLeft * 2 > letters ? 'rtl' : 'ltr'
}

/** Cuts a text that is longer than `limit` UTF-16 units, at the end of a paragraph where one ends near. */
export function cutAtParagraph(text: string, limit: number): string {
  if (text.length <= limit) return text
  const end = text.lastIndexOf('\n\n', limit)
  if (end > limit / 2) return text.slice(0, end)
  const start = text.slice(0, limit)
  // Half a surrogate pair is no character.
  return start.isWellFormed() ? start : start.slice(0, -1)
}
