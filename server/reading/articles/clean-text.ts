/** One line as it is stored: blanks collapsed, invisible characters out, in NFC. Null for none. */
export function cleanLine(text: string | null | undefined): string | null {
  const line = withoutMarks(streamSafe((text ?? '').slice(0, LONGEST_LINE)))
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim()
  return line === '' ? null : line
}

/**
 * Without byte order marks, soft hyphens, zero-width blanks and bidi marks: the text gets its direction where it is
 * shown. The joiners of Persian and of emoji stay.
 */
export function withoutMarks(text: string): string {
  return text
    .replace(/[\u00AD\u200B\u2060\uFEFF\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]|(?!\s)\p{Cc}/gu, '')
    .replace(/(?<![\p{L}\p{M}\p{Extended_Pictographic}\uFE0F])[\u200C\u200D]+|[\u200C\u200D]+(?=\s|$)/gu, '')
}

const LONGEST_LINE = 4_000

/** Composing takes time by the square of what is piled on one letter; Unicode (UAX 15) lets thirty marks pass. */
export function streamSafe(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1')
}

/** How two spellings of the same heading or name are compared. */
export function folded(text: string): string {
  return streamSafe(text.slice(0, LONGEST_LINE))
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
