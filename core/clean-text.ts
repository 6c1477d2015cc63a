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
 * NFC in linear time: marks are sorted one by one within their run, so that a run of thousands would take minutes. No
 * script has more than 30 in a row (Unicode's annex 15, "stream-safe text format"); the rest of a longer run is dropped.
 */
export function composed(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFC')
}
