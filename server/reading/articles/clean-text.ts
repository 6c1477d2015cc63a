import { withoutStruckLetters } from '../struck-letters.ts'

/** Normalizes a line to NFC, without repeated blanks and invisible characters. Null if nothing remains. */
export function cleanLine(text: string | null | undefined): string | null {
  const line = withoutStruckLetters(withoutMarks(streamSafe((text ?? '').slice(0, LONGEST_LINE))).normalize('NFC'))
    .replace(/\s+/gu, ' ')
    .trim()
  return line === '' ? null : line
}

/**
 * Removes invisible characters, including bidi marks, because the app sets the direction. Keeps the joiners of Persian
 * and emoji.
 */
export function withoutMarks(text: string): string {
  return text
    .replace(/[\u00AD\u200B\u2060\uFEFF\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]|(?!\s)\p{Cc}/gu, '')
    .replace(/(?<![\p{L}\p{M}\p{Extended_Pictographic}\uFE0F])[\u200C\u200D]+|[\u200C\u200D]+(?=\s|$)/gu, '')
}

const LONGEST_LINE = 4_000

/** Limits combining marks to thirty per letter (UAX 15), because composing them takes quadratic time. */
export function streamSafe(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1')
}

/** Normalizes a text to compare headings or names: ignores case, punctuation and compatible forms of letters. */
export function folded(text: string): string {
  return streamSafe(text.slice(0, LONGEST_LINE))
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
