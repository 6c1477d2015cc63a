// What a person sees as one character: an Arabic letter with its vowel signs, a family emoji. The same in all languages
// that we write.
let made: Intl.Segmenter | undefined
/** Made when it is first needed: that takes longer than most modules do to load. */
const segmenter = (): Intl.Segmenter => (made ??= new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** The last place at or before `index` (UTF-16 units) where `text` can be cut without tearing a character apart. */
export function graphemeStart(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  return segmenter().segment(text).containing(index)?.index ?? index
}

/** Each character of `text` as people see it, with its place in UTF-16 units. */
export function* graphemes(text: string): Generator<{ text: string; start: number }> {
  for (const { segment, index } of segmenter().segment(text)) yield { text: segment, start: index }
}
