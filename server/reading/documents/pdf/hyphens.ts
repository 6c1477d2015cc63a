/** Prefixes that usually keep their hyphen. They decide if the text has the word nowhere else. */
const KEEPS_HYPHEN =
  /^(?:all|cross|far|first|full|half|high|ill|large|long|low|non|second|self|short|single|small|third|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|well|year)$/i

/** Keeps or removes each hyphen at the end of a line. Keeps it if the same word has a hyphen elsewhere in the text. */
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
