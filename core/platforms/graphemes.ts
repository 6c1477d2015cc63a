// Splits text into graphemes, such as an Arabic letter with its vowel signs. One locale suffices, because the
// rules are the same for English and Arabic.
let made: Intl.Segmenter | undefined
const segmenter = (): Intl.Segmenter => (made ??= new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** The last index at or before `index` (UTF-16) that does not split a grapheme. */
export function graphemeStart(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  return segmenter().segment(text).containing(index)?.index ?? index
}

export function* graphemes(text: string): Generator<{ text: string; start: number }> {
  for (const { segment, index } of segmenter().segment(text)) yield { text: segment, start: index }
}
