import { normalizeNfc } from '../../clean-text.ts'
import type { Span } from '../../platforms/web-addresses.ts'

/** A word, a number in any script's digits, or a sign that belongs to a number. Offsets are in UTF-16 units. */
export interface Token {
  kind: 'word' | 'digits' | 'sign'
  text: string
  /** Normalised form: a lower-case word in one spelling, or a number in Latin digits. */
  key: string
  start: number
  end: number
  /** The number of the sentence in the text. */
  sentence: number
  /** The sign directly before or after the number: −5, +5, ٥٪-. */
  sign?: '-' | '+'
}

// Latin words may contain digits (Q3, B2B). Arabic digits may have a prefix (الـ15, "the 15"). Numbers may contain
// separators (1,234.5 · ١٬٢٣٤٫٥).
const TOKEN =
  /(?<word>[\u0620-\u064A\u066E-\u06D3\u06FA-\u06FF][\u0620-\u065F\u066E-\u06D3\u06FA-\u06FF\p{M}]*²?|(?!(?:R\d{2}|N\d{1,3},\d{3})(?!\p{L}))\p{L}[\p{L}\p{M}\p{N}]*|[RN](?=\d))|(?<digits>(?:\p{Nd}+(?:[.,٫]\p{Nd}+)? ?[×x*·] ?)?10(?:\^[−-]?\p{Nd}{1,2}|⁻?[⁰¹²³⁴-⁹]{1,2})(?![\p{L}\p{N}])|\p{Nd}+(?:\.\p{Nd}+)?e\+?\p{Nd}{1,2}(?![\p{L}\p{N}])|(?:\p{Nd}{1,2} ?|\p{Nd}{3})?[¼½¾⅐-⅞]|\p{Nd}{1,3}(?: \p{Nd}{3})+(?![\p{Nd}.,٫٬]|:\p{Nd})|\p{Nd}+(?:[.,٫٬'’\u00A0\u202F]\p{Nd}+)*)|(?<sign>[%٪$€£¥₹₺₦₽₩₪﷼\u20C1°:/⁄–—-])/gu

/** Splits a text into tokens. Runs in linear time. */
export function tokensOf(text: string): Token[] {
  let [sentence, behind] = [0, 0]
  return Array.from(text.matchAll(TOKEN), ({ 0: match, index, groups }) => {
    if (SENTENCE_END.test(text.slice(behind, index))) sentence++
    behind = index + match.length
    const kind = groups?.word !== undefined ? 'word' : groups?.digits !== undefined ? 'digits' : 'sign'
    const token: Token = { kind, text: match, key: keyOf(kind, match), start: index, end: behind, sentence }
    const sign = kind === 'digits' ? signAt(text, token) : undefined
    return sign ? { ...token, sign } : token
  })
}

const SENTENCE_END = /[.!?؟…](?:\D|$)|\n/u

function keyOf(kind: Token['kind'], text: string): string {
  if (kind === 'word') return spellingOf(text)
  return kind === 'digits' ? plainNumber(latinDigits(text)) : text === '⁄' ? '/' : text
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const VULGAR = /[¼½¾⅐-⅞]$/u

/** Writes fractions and powers as plain numbers: 3½ as 3.5, 10⁶ and 3 × 10^6 in full. */
function plainNumber(text: string): string {
  if (VULGAR.test(text)) {
    const [over, under] = text.slice(-1).normalize('NFKC').split('⁄').map(Number)
    return inFull(Number(text.slice(0, -1).trim() || 0) + (over ?? 0) / (under ?? 1))
  }
  const raised = text.replace(/[⁰¹²³⁴-⁹]/gu, (digit) => String(SUPERSCRIPTS.indexOf(digit))).replace(/[⁻−]/gu, '-')
  const power = /^(?:([\d.,٫]+) ?[×x*·] ?)?10\^?(-?\d{1,2})$/u.exec(raised)
  if (power && raised !== '10' && (text.includes('^') || raised !== text))
    return inFull(Number((power[1] ?? '1').replace(/[,٫]/gu, '.')) * 10 ** Number(power[2]))
  const short = /^(\d+(?:\.\d+)?)e\+?(\d{1,2})$/.exec(text)
  return short ? inFull(Number(short[1]) * 10 ** Number(short[2])) : text
}

function inFull(value: number): string {
  const digits = Number(value.toPrecision(12))
  return Number.isInteger(digits) && digits < 1e21
    ? String(digits)
    : digits
        .toFixed(6)
        .replace(/0+$/, '')
        .replace(/^(\d+\.\d{3})$/, '$10')
}

/**
 * Whether brackets mean a negative number, as in accounting: a loss of (12.5) million. False for "seven (7) million".
 */
function isAccounting(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 16), start)
  if (!before.endsWith('(') || text[end] !== ')' || NUMBER_BEFORE.test(before)) return false
  return /[$€£¥₹]\($/u.test(before) || SCALE_BEHIND.test(text.slice(end + 1, end + 16))
}

const NUMBER_BEFORE =
  /(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen|ty|hundred|thousand|واحد|اثنان|اثنين|(?:ثلاث|أربع|خمس|ست|سبع|ثماني|تسع|عشر)(?:ة|ين|ون)?) \($/iu
const SCALE_BEHIND = /^ (?:thousand|million|billion|bn\b|mn\b|m\b|ألف|آلاف|مليون|ملايين|مليار|مليارات)/iu

/** The sign of a number. A hyphen at the start of a line is a bullet, and between words or numbers it joins them. */
function signAt(text: string, { start, end }: Token): Token['sign'] {
  const before = text.slice(Math.max(0, start - 4), start)
  const [, mark] =
    /(?:^|[\s([=:،,«“"'])([−﹣－+–-])[$€£¥₹₺﷼]? ?$/u.exec(before) ?? /[$€£¥₹₺﷼]([−-])$/u.exec(before) ?? []
  const isBullet =
    mark !== undefined && /[–-]/.test(mark) && /(?:^|\n)[–-]$/u.test(text.slice(Math.max(0, start - 2), start))
  if (mark === '+') return '+'
  if (mark !== undefined && !isBullet && !before.endsWith(' ')) return '-'
  if (isAccounting(text, start, end)) return '-'
  return /^ ?[%٪][−-](?=[\s.,،)]|$)/u.test(text.slice(end, end + 4)) ? '-' : undefined
}

/** Normalises a word: lower case, without vowel marks and tatweel, with one form of alef, yeh and teh marbuta. */
export function spellingOf(word: string): string {
  return withoutAccents(normalizeNfc(word))
    .toLowerCase()
    .replace(/[\u0640\u064B-\u0652\u0670]/gu, '')
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(/ى/gu, 'ي')
    .replace(/ة/gu, 'ه')
    .replace(/ؤ/gu, 'و')
    .replace(/ئ/gu, 'ي')
}

/** Removes accents from Latin letters, so that José and Jose are one name. */
const withoutAccents = (word: string): string =>
  /[\u00C0-\u024F]/.test(word) ? word.normalize('NFD').replace(/[\u0300-\u036F]/g, '') : word

function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

/**
 * The value of a digit in any script. In Unicode (section 4.6), the ten digits of a script are consecutive from zero.
 */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  // Mathematical digits are several such sequences in a row, so take the remainder.
  return (code - zero) % 10
}

/**
 * Returns an Arabic word without its prefixes, the most likely reading first. Prefixes are و "and", ف "so", ب "by", ل
 * "for", ك "like" and ال "the".
 */
export function withoutPrefixes(key: string): readonly string[] {
  const known = formsOf.get(key)
  if (known) return known
  const forms = formsWithoutPrefixes(key)
  if (formsOf.size >= MAX_FORMS) formsOf.clear()
  formsOf.set(key, forms)
  return forms
}

/** Caches the forms of each word, because the checks ask for the same words many times. */
const formsOf = new Map<string, readonly string[]>()
const MAX_FORMS = 5_000

function formsWithoutPrefixes(key: string): string[] {
  if (!/^[\u0600-\u06FF]/u.test(key)) return [key]
  const found = [key]
  const bare = /^[وفبلك]/u.test(key) ? [key, key.slice(1)] : [key]
  if (/^[وف][بلك]/u.test(key)) bare.push(key.slice(2))
  for (const one of bare) {
    found.push(one)
    if (one.startsWith('ال')) found.push(one.slice(2))
    // The prefix لل, "for the", contracts ل, "for", and ال, "the".
    if (one.startsWith('لل')) found.push(one.slice(2))
    if (one.startsWith('ل') && one !== key) found.push(one.slice(1))
  }
  return [...new Set(found)].filter((form) => form.length > 1)
}

export const spansOf = (text: string, pattern: RegExp): Span[] =>
  Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({ start: index, end: index + length }))

/** A whole number in digits within these bounds. */
export const wholeNumber = (token: Token | undefined, from: number, to: number): number | undefined => {
  if (token?.kind !== 'digits' || !/^\d+$/.test(token.key)) return undefined
  const value = Number(token.key)
  return value >= from && value <= to ? value : undefined
}
/** Whether no character separates the tokens from one place to another. */
export const areTogether = (tokens: readonly Token[], from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (tokens[at]?.end !== tokens[at + 1]?.start) return false
  return true
}
