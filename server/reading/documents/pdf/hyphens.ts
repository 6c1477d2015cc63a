/** First parts that keep their hyphen when nothing else in the text says how the word is written. */
const KEEPS_HYPHEN =
  /^(?:all|cross|far|first|full|half|high|ill|large|long|low|non|second|self|short|single|small|third|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|well|year)$/i

/**
 * Decides for each word that was parted at the end of a line, and is joined by a soft hyphen here, whether it has a hyphen
 * of its own: as the rest of the text writes it; else as most words are, without.
 */
export function withDecidedHyphens(text: string): string {
  if (!text.includes('\u00AD')) return text
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu))
  return text
    .replace(
      /(?<![\p{L}\p{M}-])((?:[\p{L}\p{M}]+-)*)([\p{L}\p{M}]+)\u00AD([\p{L}\p{M}]+)/gu,
      (_, lead: string, one: string, other: string) => {
        const hyphened = `${one}-${other}`
        if (words.has(`${one}${other}`.toLowerCase())) return lead + one + other
        const keeps = lead !== '' || words.has(hyphened.toLowerCase()) || KEEPS_HYPHEN.test(one)
        return lead + (keeps ? hyphened : one + other)
      },
    )
    .replaceAll('\u00AD', '')
}
