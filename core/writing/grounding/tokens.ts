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
  /** The index of the sentence in the text. */
  sentence: number
  /** The sign directly before or after the number: −5, +5, ٥٪-. An arrow, as in ▼5%, is a direction like "down". */
  sign?: '-' | '+' | '↓' | '↑'
}

// Latin words may contain digits (Q3, B2B). Arabic digits may have a prefix (الـ15, "the 15"). Numbers may contain
// separators (1,234.5 · ١٬٢٣٤٫٥).
const TOKEN =
  /(?<word>[\u0620-\u064A\u066E-\u06D3\u06FA-\u06FF][\u0620-\u065F\u066E-\u06D3\u06FA-\u06FF\p{M}]*[²³]?|(?!(?:R\d{2}|N\d{1,3},\d{3})(?!\p{L}))\p{L}[\p{L}\p{M}\p{N}]*|[RN](?=\d))|(?<digits>(?:\p{Nd}+(?:[.,٫]\p{Nd}+)? ?[×x*·] ?)?10(?:\^[−-]?\p{Nd}{1,2}|⁻?[⁰¹²³⁴-⁹]{1,2})(?![\p{L}\p{N}])|\p{Nd}+(?:\.\p{Nd}+)?e\+?\p{Nd}{1,2}(?![\p{L}\p{N}])|(?<![\p{L}\p{M}\p{Nd}.,])[.٫]\p{Nd}+(?![.\p{Nd}])|(?:\p{Nd}{1,2} ?|\p{Nd}{3})?[¼½¾⅐-⅞]|\p{Nd}{1,3}(?: \p{Nd}{3})+(?![\p{Nd}.,٫٬]|:\p{Nd})|\p{Nd}+(?:[.,٫٬'’\u00A0\u202F]\p{Nd}+)*)|(?<sign>[%٪$€£¥₹₺₦₽₩₪﷼\u20C1°:/⁄–—-])/gu

/** Splits a text into tokens. Runs in linear time. */
export function tokensOf(text: string): Token[] {
  let [sentence, behind] = [0, 0]
  return Array.from(withPlainDashes(text).matchAll(TOKEN), ({ 0: match, index, groups }) => {
    if (SENTENCE_END.test(text.slice(behind, index))) sentence++
    behind = index + match.length
    const kind = groups?.word !== undefined ? 'word' : groups?.digits !== undefined ? 'digits' : 'sign'
    // A lone "s" after a number and a space means seconds, unlike the possessive in 737's.
    const isSecond = match === 's' && /\p{Nd}\s$/u.test(text.slice(index - 2, index))
    const key = isSecond ? 'sec' : isWont(text, match, behind) ? 'will' : keyOf(kind, match)
    const token: Token = { kind, text: match, key, start: index, end: behind, sentence }
    const sign = kind === 'digits' ? signAt(text, token) : undefined
    return sign ? { ...token, sign } : token
  })
}

/** Whether a word is the start of "won't". Its first three letters look like the verb "won". */
const isWont = (text: string, word: string, end: number): boolean =>
  /^won$/i.test(word) && /^['’ʼ]t(?!\p{L})/iu.test(text.slice(end, end + 3))

/** Invisible marks of the writing direction. Texts pasted from Arabic pages have them between a sign and its number. */
const DIRECTION_MARKS = String.raw`\u061C\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF`
const DIRECTION_MARK = new RegExp(`[${DIRECTION_MARKS}]`, 'g')
const OTHER_UNIT = new RegExp(`[^${DIRECTION_MARKS}]`, 'g')

export const withoutDirectionMarks = (text: string): string => text.replace(DIRECTION_MARK, '')

/** For each UTF-16 unit that remains after direction marks are removed, its offset in the original text. */
export const offsetsWithoutMarks = (text: string): number[] =>
  Array.from(text.matchAll(OTHER_UNIT), ({ index }) => index)

/** Replaces other hyphens by "-", and a minus between two numbers by an en dash. Offsets stay the same. */
const withPlainDashes = (text: string): string =>
  /[‐‑‒―−]/u.test(text)
    ? text
        .replace(/[‐‑]/gu, '-')
        .replace(/‒|(?<=\p{Nd}[%٪°]?)−(?=\p{Nd})|(?<=\p{Nd}[%٪°]? )−(?= \p{Nd})/gu, '–')
        .replaceAll('―', '—')
    : text

const SENTENCE_END = /[.!?؟…](?:\D|$)|\n/u

function keyOf(kind: Token['kind'], text: string): string {
  if (kind === 'word') return spellingOf(text)
  return kind === 'digits' ? plainNumber(latinDigits(text)) : text === '⁄' ? '/' : text
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const VULGAR = /[¼½¾⅐-⅞]$/u

/** Writes fractions and powers as plain numbers: 3½ as 3.5, 10⁶ and 3 × 10^6 in full. */
function plainNumber(text: string): string {
  if (/^[.٫]/.test(text)) return `0.${text.slice(1)}`
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
        .toFixed(12)
        .replace(/0+$/, '')
        .replace(/^(\d+\.\d{3})$/, '$10')
}

const MINUS = '−➖﹣－˗⁻'
const HYPHENS = String.raw`\-‐‑‒–—―`
const DOWN = '▼▾▽↓⬇⇩⇓↘🔻🔽⏬📉'
const UP = '▲▴△↑⬆⇧⇑↗🔺🔼⏫📈'
/** A currency between a sign and its number: −$5, -US$5, −SAR 5. */
const CURRENCY = String.raw`(?:[$€£¥₹₺₦₽₩₪﷼\u20C1%٪]|[A-Z]{1,2}\$|[A-Z]{3}) ?`

const SIGN = new RegExp(
  String.raw`(?<=[\s([{|=:;,،؛«“"'‘~≈*_]|[%٪]/)([${MINUS}${HYPHENS}+＋])[\uFE0E\uFE0F]?(\s?)(${CURRENCY})?$`,
  'u',
)
const INNER_SIGN = new RegExp(String.raw`[$€£¥₹₺₦₽₩₪﷼\u20C1] ?[${MINUS}‐‑‒–-]$`, 'u')
const ARROW = new RegExp(
  String.raw`([${DOWN}]|[${UP}])[\uFE0E\uFE0F]?(\s?)(?:(?:by|to|بنسبة|إلى) )?(?:${CURRENCY})?$`,
  'u',
)
const ARROW_BEHIND = new RegExp(
  String.raw`^ ?(?:[%٪°]|percent|points|pp|bps)?( ?)(?:([${DOWN}])|[${UP}])[\uFE0E\uFE0F]?(?! (?:from|من) )( ?)([+${MINUS}-]?${CURRENCY}?\p{Nd})?`,
  'u',
)
const SIGN_BEHIND = /^(?: ?[%٪][−‑‐-]|[−‑‐-] ?[%٪])(?=[\s.,،؛;|)]|$)(?! \p{Nd})|^[−-] ?(?=درج|مئوية)/u

/** A unit that is rare in lists, such as % or °. A dash before its number is therefore likely a minus. */
const MEASURED = /^ ?(?:[%٪°]|(?:percent|per cent|pct|pp|points?|degrees?|درج|نقط|نقاط|بالم|في الم))/iu
/** Words and signs that a number must follow: changed by − 5%; | − 5 |. */
const LEADS_TO_NUMBER =
  /(?:[(|\t=:] ?|(?:^|\s)(?:by|of|to|at|was|is|were|stood at|بنسبة|بمقدار|بواقع|إلى|بلغ|بلغت|كان|كانت) )$/u
/** A number before a dash, which makes the dash a range: 5 – 7%, 10 km − 12 km. */
const NUMBER_BEFORE_DASH = /(?<![\p{L}\p{Nd}.,])(\p{Nd}+(?:[.,٫٬]\p{Nd}+)*) ?([%٪°]|\p{L}{1,12})? $/u
/** Matches what follows a number if the number ends its line or table cell. */
const ALONE = /^ ?(?:[%٪°][CF]?)? {0,3}(?:[\n|]|$)/u
/** A dash that closes an insertion: "the quay –5 km long– is new". */
const CLOSING_DASH = /^[^.!?؟\n]{0,60}[^\s\d][–—](?:[\s,.،]|$)/u
const CONTEXT = 48

/** The sign of a number. A hyphen at the start of a line is a bullet, and between words or numbers it joins them. */
function signAt(text: string, { start, end }: Token): Token['sign'] {
  const before = start <= CONTEXT ? `\n${text.slice(0, start)}` : text.slice(start - CONTEXT, start)
  const after = text.slice(end, end + CONTEXT + CONTEXT)
  const [written, mark, gap, currency] = SIGN.exec(before) ?? []
  if (mark === '+' || mark === '＋') return '+'
  const head = before.slice(0, before.length - (written?.length ?? 0))
  const isMinus = mark !== undefined && isNegative(head, mark, gap !== '', currency !== undefined, after)
  if (isMinus || INNER_SIGN.test(before) || SIGN_BEHIND.test(after)) return '-'
  if (/[%٪] ?$/u.test(before) && /^[−-](?=[\s.,،)|]|$)/u.test(after)) return '-'
  return isAccounting(before, text.slice(start, end), after) ? '-' : arrowAt(before, after)
}

function isNegative(head: string, mark: string, hasGap: boolean, hasCurrency: boolean, after: string): boolean {
  const isHyphen = !MINUS.includes(mark)
  const isMeasured = hasCurrency || MEASURED.test(after)
  // Microsoft Word's no-break hyphen keeps a sign with its number, so the hyphen is not a bullet.
  if (/\n[ \t]*$/.test(head) && (hasGap || (isHyphen && mark !== '‑')))
    return ALONE.test(after) && !(hasGap && isHyphen)
  const number = NUMBER_BEFORE_DASH.exec(head)
  const isBare = number?.[2] === undefined && !/^(?:19|20)\d\d$/.test(number?.[1] ?? '')
  if (number && (hasGap || (isHyphen && (!isMeasured || isBare)))) return false
  if (hasGap) {
    const isLed = LEADS_TO_NUMBER.test(head)
    return isHyphen ? isLed && (isMeasured || ALONE.test(after)) : isLed || isMeasured
  }
  return !(/[–—―]/u.test(mark) && CLOSING_DASH.test(after))
}

/** An arrow before or after a number: ▼ 5%, 5% ↓. */
function arrowAt(before: string, after: string): Token['sign'] {
  const [written, arrow, gap] = ARROW.exec(before) ?? []
  const head = before.slice(0, before.length - (written?.length ?? 0))
  // The arrow may be a bullet, or belong to the number before it: 5%▼ 3%▲.
  const isOther = gap !== '' && (/\n[ \t]*$/.test(head) ? !MEASURED.test(after) : /[\p{Nd}%٪]$/u.test(head))
  if (arrow !== undefined && !isOther) return DOWN.includes(arrow) ? '↓' : '↑'
  const behind = ARROW_BEHIND.exec(after)
  if (!behind || (behind[4] !== undefined && !(behind[1] === '' && behind[3] !== ''))) return undefined
  return behind[2] === undefined ? '↑' : '↓'
}

/**
 * Whether brackets mean a negative number, as in accounting: a loss of (12.5) million, a cell with (5%). False for
 * "seven (7) million" and a share in brackets.
 */
function isAccounting(before: string, digits: string, after: string): boolean {
  const open = OPEN_BRACKET.exec(before)
  const close = /^ ?(?:[%٪]|[kmb]n?|pp|pts|thousand|[mbt]r?illion|ألف|آلاف|مليون|ملايين|مليار)?\)/iu.exec(after)
  const head = open ? before.slice(0, open.index) : ''
  if (!open || !close || NUMBER_BEFORE.test(head)) return false
  const rest = after.slice(close[0].length)
  if (close[0] === ')' && (/[$€£¥₹]$/u.test(head) || SCALE_BEHIND.test(rest))) return true
  if (/^[%٪]/u.test(rest) && !/[\u0620-\u06FF] ?$/u.test(head)) return true
  const isAmount = open[1] !== undefined || /[%٪]/u.test(close[0]) || /[.,٫٬]/u.test(digits)
  const isCell = /[|\t] ?$/u.test(head) || (isAmount && /\n ?$/u.test(head))
  if (isCell && /^ ?(?:[|\t\n]|$)/u.test(rest)) return isAmount || !/^(?:19|20)\d\d$/.test(digits)
  if (/[:=] ?$/.test(head)) return isAmount && /^(?:[\s.,;،؛|]|$)(?! ?(?:of|is|are|من))/u.test(rest)
  return isAmount && !MOVE_BEFORE.test(head) && (BEFORE_AN_AMOUNT.test(head) || head.endsWith(' by '))
}

const OPEN_BRACKET = new RegExp(String.raw`\( ?(${CURRENCY})?$`, 'u')
const NUMBER_BEFORE =
  /(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen|ty|hundred|thousand|واحد|اثنان|اثنين|(?:ثلاث|أربع|خمس|ست|سبع|ثماني|تسع|عشر)(?:ة|ين|ون)?) $/iu
const SCALE_BEHIND = /^ (?:thousand|million|billion|bn\b|mn\b|m\b|ألف|آلاف|مليون|ملايين|مليار|مليارات)/iu
/**
 * Words for a change or result without a direction. Brackets around the amount after them then mean a minus: a net
 * result of (1,200).
 */
const BEFORE_AN_AMOUNT =
  /(?:(?:chang(?:e|ed|es)|moved|movement|variance|growth|results?|returns?|income|profit|margin|ebitd?a?|earnings|flow|balance|swing|loss(?:es)?|deficit)(?: \S+){0,2}? (?:by|of|was|is|were|at|to)|(?:تغ[\p{L}\p{M}]*ر|صافي|نتيجة)[\p{L}\p{M}]*(?: \S+){0,3}) ?$/iu
const MOVE_BEFORE =
  /(?:rose|ris(?:e|en|ing)|gr[eo]w(?!th)|increas|up|climb|gain|jump|surg|fell|fall|drop|declin|decreas|down|cut|reduc|lower|raise|higher|slip|lost|shr[aiu]nk|improv|multipl|divid)\S*(?: \S+){0,2} (?:by|to|at|of) $|ارتف|زاد|زياد|نما|نمت|صعد|قفز|انخف|تراجع|هبط|نقص|ربح|أرباح|خسا/iu

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
  // Mathematical digits are several sequences from zero to nine in a row, so take the remainder of a division by ten.
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

export const isLatin = (token: Token | undefined): boolean => /^[a-z]/.test(token?.key ?? '')

export const isArabic = (token: Token | undefined): boolean => /^[\u0600-\u06FF]/u.test(token?.key ?? '')

/** The value of a whole number in digits, if it is between `from` and `to`. */
export const wholeNumber = (token: Token | undefined, from: number, to: number): number | undefined => {
  if (token?.kind !== 'digits' || !/^\d+$/.test(token.key)) return undefined
  const value = Number(token.key)
  return value >= from && value <= to ? value : undefined
}
/** Whether the tokens from one position to another directly follow each other, without a space. */
export const areTogether = (tokens: readonly Token[], from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (tokens[at]?.end !== tokens[at + 1]?.start) return false
  return true
}
