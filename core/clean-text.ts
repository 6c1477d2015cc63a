/**
 * A text without what no network takes and nothing can store: control characters, halves of characters, byte order
 * marks. Line breaks are `\n`, and each letter has one spelling (NFC).
 */
export function cleaned(text: string): string {
  return composed(text.replace(/\p{Cs}/gu, ''))
    .replace(/\r\n?/gu, '\n')
    .replace(/(?!\n)[\p{Cc}\uFEFF\uFFFE\uFFFF]/gu, ' ')
    .trim()
}

/**
 * NFC in linear time. Marks are sorted one by one within their run, so that a run of thousands would take seconds: it is
 * read in parts of 30, more than any script has in a row (Unicode's annex 15, "stream-safe text format").
 */
export function composed(text: string): string {
  if (!/\p{M}{31}/u.test(text)) return text.normalize('NFC')
  return text
    .split(/(?<=\p{M}{30})(?=\p{M})/u)
    .map((part) => part.normalize('NFC'))
    .join('')
}
