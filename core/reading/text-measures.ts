/** Counts words by the rules of each script. Chinese, Japanese and Thai need a dictionary. */
export function wordCountOf(text: string): number {
  let count = 0
  for (const segment of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (segment.isWordLike) count++
  }
  return count
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu

/** The direction of most letters. For a single post or line, use `textDirection` and `lineDirection`. */
export function mainDirection(text: string): 'ltr' | 'rtl' {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const rightToLeft = text.match(RIGHT_TO_LEFT)?.length ?? 0
  return rightToLeft * 2 > letters ? 'rtl' : 'ltr'
}
