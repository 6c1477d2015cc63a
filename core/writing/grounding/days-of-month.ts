import { FOREIGN_MONTHS } from './date-words.ts'
import { monthAt } from './months.ts'
import { numbered } from './number-words.ts'
import { areTogether, wholeNumber, withoutPrefixes, type Token } from './tokens.ts'

export function dayOf(tokens: readonly Token[], at: number): { day: number; next: number } | undefined {
  const inWords = ordinalDay(tokens, at) ?? shortOrdinalDay(tokens, at)
  if (inWords) return inWords
  const day = wholeNumber(tokens[at], 1, 31)
  if (day === undefined) return undefined
  const isOrdinal = /^(?:st|nd|rd|th|er)$/.test(tokens[at + 1]?.key ?? '') && areTogether(tokens, at, at + 1)
  return { day, next: isOrdinal ? at + 2 : at + 1 }
}

const ENGLISH_DAYS = new Map([
  ...numbered('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth', 1),
  ...numbered('fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth', 14),
  ['thirtieth', 30],
])
const ARABIC_DAYS = new Map([
  ...numbered('الاول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر', 1),
  // In Morocco, الفاتح means the first day of a month: فاتح أبريل is 1 April.
  ['الفاتح', 1],
])
const ARABIC_TENS = new Map([
  ...['العشرين', 'العشرون'].map((word): [string, number] => [word, 20]),
  ...['الثلاثين', 'الثلاثون'].map((word): [string, number] => [word, 30]),
])

/** Reads a day as an ordinal number: the twenty-first of March; الرابع من مارس, "the fourth of March". */
export function ordinalDay(tokens: readonly Token[], at: number): { day: number; next: number } | undefined {
  const key = (n: number) => (tokens[n]?.kind === 'word' ? (tokens[n]?.key ?? '') : '')
  const tens = key(at) === 'twenty' ? 20 : key(at) === 'thirty' ? 30 : 0
  const place = tens > 0 ? (tokens[at + 1]?.text === '-' ? at + 2 : at + 1) : at
  const english = ENGLISH_DAYS.get(key(place))
  if (english !== undefined && (tens === 0 || english < 10) && tens + english <= 31)
    return { day: tens + english, next: place + 1 }

  const form = withoutPrefixes(key(at)).find(
    (word) => ARABIC_DAYS.has(word) || ARABIC_TENS.has(word) || word === 'الحادي',
  )
  if (form === undefined) return undefined
  const round = ARABIC_TENS.get(form)
  if (round !== undefined) return { day: round, next: at + 1 }
  const unit = ARABIC_DAYS.get(form) ?? 1
  if (key(at + 1) === 'عشر') return { day: unit + 10, next: at + 2 }
  const more = key(at + 1).startsWith('و') ? ARABIC_TENS.get(key(at + 1).slice(1)) : undefined
  if (more !== undefined && more + unit <= 31) return { day: more + unit, next: at + 2 }
  return form === 'الحادي' ? undefined : { day: unit, next: at + 1 }
}

/** Reads an Arabic ordinal without its article directly before a month: رابع مارس, "the fourth of March". */
function shortOrdinalDay(tokens: readonly Token[], at: number): { day: number; next: number } | undefined {
  const key = (n: number) => (tokens[n]?.kind === 'word' ? (tokens[n]?.key ?? '') : '')
  if (key(at) === 'premier' && FOREIGN_MONTHS.has(key(at + 1))) return { day: 1, next: at + 1 }
  const form = withoutPrefixes(key(at)).find(
    (word) => ARABIC_DAYS.has(`ال${word}`) || word === 'حادي' || word === 'غره',
  )
  if (form === undefined) return undefined
  const unit = ARABIC_DAYS.get(`ال${form}`) ?? 1
  const tens = /^و(?:ال)?(عشرين|عشرون|ثلاثين|ثلاثون)$/u.exec(key(at + 1))?.[1]
  const more = key(at + 1) === 'عشر' ? 10 : (ARABIC_TENS.get(`ال${tens}`) ?? 0)
  const next = more > 0 ? at + 2 : at + 1
  const isDay =
    monthAt(tokens, next) !== undefined &&
    (form !== 'حادي' || more > 0) &&
    (form !== 'غره' || more === 0) &&
    unit + more <= 31
  return isDay ? { day: unit + more, next } : undefined
}
