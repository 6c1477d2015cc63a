import { normalizeNfc } from '../../clean-text.ts'
import type { Span } from '../../platforms/web-addresses.ts'

/** A word, a number in any script's digits, or a sign that belongs to numbers. Offsets are in UTF-16 units. */
export interface Token {
  kind: 'word' | 'digits' | 'sign'
  text: string
  /** Normalised form: a lower-case word in one spelling, or a number in Latin digits. */
  key: string
  start: number
  end: number
}

// Latin words may contain digits (Q3, B2B); Arabic digits may have a prefix (الـ15). Numbers may contain separators
// (1,234.5 · ١٬٢٣٤٫٥).
const TOKEN =
  /(?<word>[\u0620-\u064A\u066E-\u06D3\u06FA-\u06FF][\u0620-\u065F\u066E-\u06D3\u06FA-\u06FF\p{M}]*|\p{L}[\p{L}\p{M}\p{N}]*)|(?<digits>\p{Nd}{1,3}(?: \p{Nd}{3})+(?![\p{Nd}.,٫٬]|:\p{Nd})|\p{Nd}+(?:[.,٫٬'’\u00A0\u202F]\p{Nd}+)*)|(?<sign>[%٪$€£¥﷼°:/–—-])/gu

/** Takes linear time. */
export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: match, index, groups }) => {
    const kind = groups?.word !== undefined ? 'word' : groups?.digits !== undefined ? 'digits' : 'sign'
    return { kind, text: match, key: keyOf(kind, match), start: index, end: index + match.length }
  })
}

function keyOf(kind: Token['kind'], text: string): string {
  if (kind === 'word') return spellingOf(text)
  return kind === 'digits' ? latinDigits(text) : text
}

/** Normalises a word: lower case, without vowel marks and tatweel, with one form of alef, yeh and teh marbuta. */
export function spellingOf(word: string): string {
  return normalizeNfc(word)
    .toLowerCase()
    .replace(/[\u0640\u064B-\u0652\u0670]/gu, '')
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(/ى/gu, 'ي')
    .replace(/ة/gu, 'ه')
    .replace(/ؤ/gu, 'و')
    .replace(/ئ/gu, 'ي')
}

function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

/** Unicode places each script's ten digits in a row, starting at zero (4.6). */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  // Only mathematical digits have several adjacent rows.
  return (code - zero) % 10
}

/** Returns an Arabic word without its prefixes (و ف ب ل ك, ال), most likely reading first. */
export function withoutPrefixes(key: string): string[] {
  if (!/^[\u0600-\u06FF]/u.test(key)) return [key]
  const found = [key]
  const bare = /^[وفبلك]/u.test(key) ? [key, key.slice(1)] : [key]
  if (/^[وف][بلك]/u.test(key)) bare.push(key.slice(2))
  for (const one of bare) {
    found.push(one)
    if (one.startsWith('ال')) found.push(one.slice(2))
    // لل is ل and ال
    if (one.startsWith('لل')) found.push(one.slice(2))
    if (one.startsWith('ل') && one !== key) found.push(one.slice(1))
  }
  return [...new Set(found)].filter((form) => form.length > 1)
}

export const spansOf = (text: string, pattern: RegExp): Span[] =>
  Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({ start: index, end: index + length }))
