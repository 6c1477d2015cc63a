import { byWord } from '../../word-lists.ts'
import { clockTime, ENGLISH_HOURS, englishHour, hourInWords } from './clock-times.ts'
import { ARABIC_SCALES, numbered } from './number-words.ts'
import { areTogether, wholeNumber, withoutPrefixes, type Token } from './tokens.ts'

export interface DateMention {
  start: number
  end: number
  parts: DateParts
  /** Whether the month or half of the day was taken from the other end of a range. It is then no separate claim. */
  isElliptical?: boolean
  /** Whether the text names the middle of the month: mid-May. */
  isMiddle?: boolean
}

export interface DateParts {
  day?: number
  /** "1" to "12", or "h1" to "h12" for Islamic months. */
  month?: string
  year?: number
  quarter?: number
  /** First or second half of a year: 1 or 2. */
  half?: number
  /** Day of the week; 0 is Sunday. */
  weekday?: number
  /** The number of the weekday in its month: 3 for the third Saturday of July. */
  nth?: number
  /** Time of day in minutes after midnight. */
  time?: number
  /** Time in minutes after 12:00 on a twelve-hour clock, if the text does not say a.m. or p.m. */
  dial?: number
  season?: string
  century?: number
  /** The last of several centuries: 5 for "between the second and fifth centuries". */
  lastCentury?: number
  /** The first year of a decade: 1960, or 60 if the text does not name the century. */
  decade?: number
  /** A relative date: last year, next week, yesterday. */
  relative?: string
}

// Month names in the spelling of `spellingOf`, including Egyptian, Levantine, Iraqi and Maghrebi names.
const MONTHS = new Map<string, string>(
  [
    'january jan يناير جانفي',
    'february feb فبراير شباط فيفري',
    'march mar مارس اذار',
    'april apr ابريل نيسان افريل',
    'may مايو ايار ماي مايس',
    'june jun يونيو يونيه حزيران جوان',
    'july jul يوليو يوليه تموز جويليه يوليوز',
    'august aug اغسطس اب اوت غشت',
    'september sep sept سبتمبر ايلول شتنبر',
    'october oct اكتوبر',
    'november nov نوفمبر نونبر',
    'december dec ديسمبر دجنبر',
  ].flatMap((names, n) => names.split(' ').map((name): [string, string] => [name, String(n + 1)])),
)
/** French and German months in the spelling of `spellingOf`. Only French ones start with a small letter. */
const FOREIGN_MONTHS = new Map<string, string>(
  [
    'janvier janv januar janner',
    'fevrier fevr februar feber',
    'mars marz',
    'avril avr',
    'mai',
    'juin juni',
    'juillet juil juill juli',
    'aout',
    'septembre',
    'octobre oktober okt',
    'novembre',
    'decembre dezember dez',
  ].flatMap((names, n) => names.split(' ').map((name): [string, string] => [name, String(n + 1)])),
)
const FRENCH =
  /^(?:janv(?:ier)?|fevr(?:ier)?|mars|avr(?:il)?|mai|juin|juill?(?:et)?|aout|septembre|octobre|novembre|decembre)$/
const BEFORE_FOREIGN_MONTHS =
  /^(?:en|im|seit|ab|bis|vom|entre|zwischen|et|und|depuis|mois|debut|fin|mi|des|anfang|ende|mitte)$/
/** Arabic month names that need "first" or "second" after them. For example, تشرين الأول is October. */
const NUMBERED_MONTHS = new Map<string, [string, string]>(
  Object.entries({
    تشرين: ['10', '11'],
    كانون: ['12', '1'],
    ربيع: ['h3', 'h4'],
    جمادي: ['h5', 'h6'],
  }),
)
const ISLAMIC = byWord({
  h1: 'محرم muharram',
  h2: 'صفر safar',
  h7: 'رجب rajab',
  h8: 'شعبان shaban',
  h9: 'رمضان ramadan',
  h10: 'شوال shawwal',
})
const LAST_ISLAMIC = new Map([
  ['القعده', 'h11'],
  ['الحجه', 'h12'],
])
const WEEKDAYS = new Map<string, number>(
  [
    'sunday الاحد dimanche sonntag',
    'monday الاثنين الاثنان lundi montag',
    'tuesday الثلاثاء mardi dienstag',
    'wednesday الاربعاء mercredi mittwoch',
    'thursday الخميس jeudi donnerstag',
    'friday الجمعه vendredi freitag',
    'saturday السبت samedi samstag',
  ].flatMap((names, n) => names.split(' ').map((name): [string, number] => [name, n])),
)
const ORDINALS = new Map<string, number>(
  [
    'first 1st الاول الاولي اول',
    'second 2nd الثاني الثانيه ثاني ثان',
    'third 3rd الثالث الثالثه ثالث',
    'fourth 4th الرابع الرابعه رابع',
  ].flatMap((names, n) => names.split(' ').map((name): [string, number] => [name, n + 1])),
)
const PERIODS = byWord({
  day: 'day يوم',
  week: 'week weekend اسبوع',
  month: 'month شهر',
  quarter: 'quarter ربع',
  year: 'year سنه عام',
  decade: 'decade عقد',
  summer: 'summer صيف',
  winter: 'winter شتاء',
  spring: 'spring',
  autumn: 'autumn fall خريف',
})
const SHIFTS = byWord({
  last: 'last previous past ماضي ماضيه سابق سابقه منصرم منصرمه فايت فايته',
  next: 'next coming مقبل مقبله قادم قادمه تالي تاليه',
})
const DAYS_AWAY = byWord({ 'last day': 'yesterday امس', 'next day': 'tomorrow غدا' })

/** Whether a word names a month or a weekday. */
export const isDateWord = (key: string): boolean =>
  withoutPrefixes(key).some((form) => MONTHS.has(form) || WEEKDAYS.has(form))

export function datesIn(tokens: readonly Token[]): DateMention[] {
  const found: DateMention[] = []
  for (let at = 0; at < tokens.length;) {
    const read = dateAt(tokens, at)
    if (read) {
      const [first, last] = [tokens[at], tokens[read.next - 1]]
      found.push(...(first ? daysBefore(tokens, at, read.parts) : []))
      const before = found.at(-1)
      const isOne =
        before?.parts.weekday !== undefined &&
        Object.keys(before.parts).length === 1 &&
        read.parts.day !== undefined &&
        read.parts.weekday === undefined &&
        before.end + 2 >= (first?.start ?? 0)
      if (before && last && isOne) Object.assign(before, { end: last.end, parts: { ...before.parts, ...read.parts } })
      else if (first && last)
        found.push({
          start: first.start,
          end: last.end,
          parts: read.parts,
          ...(read.isMiddle && { isMiddle: true }),
        })
    }
    at = read ? read.next : at + 1
  }
  return found
}

/** Reads the days of a list that take their month from the last one: on 4, 11 and 18 May. */
function daysBefore(tokens: readonly Token[], at: number, parts: DateParts): DateMention[] {
  const found: DateMention[] = []
  for (let place = at; found.length < MAX_LISTED;) {
    const last = found.at(-1)?.parts ?? parts
    const before = tokens[place - 1]
    // A comma is no token.
    const number = found.length > 0 && (tokens[place]?.start ?? 0) - (before?.end ?? 0) === 2 ? before : undefined
    const listed = wholeNumber(number, 1, (last.day ?? 0) - 1)
    const day =
      listed === undefined || !number
        ? dayBefore(tokens, place, last)
        : { start: number.start, end: number.end, parts: { ...last, day: listed }, isElliptical: true }
    if (!day) break
    found.push(day)
    place -= listed === undefined ? 2 : 1
  }
  return found.toReversed()
}

const MAX_LISTED = 12

/** Reads the start of a range that takes its month or half of the day from the end: 10 to 13 September */
function dayBefore(tokens: readonly Token[], at: number, parts: DateParts): DateMention | undefined {
  const [number, join] = [tokens[at - 2], tokens[at - 1]]
  if (!number || !/^(?:to|and|until|or|au|bis|et|und|[–-]|الي|حتي|و)$/u.test(join?.key ?? '')) return undefined
  const isClose = (tokens[at]?.start ?? 0) - number.end <= 7
  if (parts.day !== undefined && parts.month !== undefined) {
    const day =
      ordinalDay(tokens, at - 2)?.next === at - 1 ? ordinalDay(tokens, at - 2)?.day : wholeNumber(number, 1, 31)
    if (!isClose || day === undefined || day >= parts.day) return undefined
    return { start: number.start, end: number.end, parts: { ...parts, day }, isElliptical: true }
  }
  const hour = wholeNumber(number, 1, 12) ?? ENGLISH_HOURS.get(number.key)
  if (!isClose || parts.time === undefined || hour === undefined || tokens[at - 3]?.text === ':') return undefined
  return { start: number.start, end: number.end, parts: { dial: (hour % 12) * 60 }, isElliptical: true }
}

/** A date and the place of the token after it. */
export interface ReadDate {
  parts: DateParts
  isMiddle?: boolean
  next: number
}

function dateAt(tokens: readonly Token[], at: number): ReadDate | undefined {
  return (
    numericDate(tokens, at) ??
    numericMonth(tokens, at) ??
    clockTime(tokens, at) ??
    hourInWords(tokens, at) ??
    englishHour(tokens, at) ??
    nthWeekday(tokens, at) ??
    dayAndMonth(tokens, at) ??
    century(tokens, at) ??
    decade(tokens, at) ??
    quarter(tokens, at) ??
    season(tokens, at) ??
    relative(tokens, at) ??
    secondYear(tokens, at) ??
    yearAlone(tokens, at) ??
    weekday(tokens, at)
  )
}

/** Reads a date in digits: 2025-12-03, 3/12/2025. Returns both readings if either small number can be the day. */
function numericDate(tokens: readonly Token[], at: number): ReadDate | undefined {
  const dotted =
    tokens[at]?.kind === 'digits'
      ? /^(?=\d\d\.\d\d\.\d\d|\d{1,2}\.\d{1,2}\.\d{4}$)(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/.exec(tokens[at]?.key ?? '')
      : null
  if (dotted)
    return {
      parts: {
        day: Number(dotted[1]),
        month: String(Number(dotted[2])),
        year: Number(dotted[3]) + (dotted[3]?.length === 2 ? 2_000 : 0),
      },
      next: at + 1,
    }
  const [mark, other] = [tokens[at + 1]?.text, tokens[at + 3]?.text]
  if (mark === undefined || mark !== other || !'/-–'.includes(mark) || !areTogether(tokens, at, at + 4))
    return undefined
  const year = wholeNumber(tokens[at], 1900, 2100)
  if (year !== undefined) {
    const [month, day] = [wholeNumber(tokens[at + 2], 1, 12), wholeNumber(tokens[at + 4], 1, 31)]
    return month && day ? { parts: { year, month: String(month), day }, next: at + 5 } : undefined
  }
  const last = wholeNumber(tokens[at + 4], 1900, 2100)
  const [first, second] = [wholeNumber(tokens[at], 1, 31), wholeNumber(tokens[at + 2], 1, 31)]
  if (!last || !first || !second || (first > 12 && second > 12)) return undefined
  const [day, month] = second > 12 ? [second, first] : [first, second]
  return { parts: { day, month: String(month), year: last }, next: at + 5 }
}

/** Reads a month in digits: 07/2025, 2025-07. */
function numericMonth(tokens: readonly Token[], at: number): ReadDate | undefined {
  const mark = tokens[at + 1]?.text
  if (mark === undefined || !'/-'.includes(mark) || !areTogether(tokens, at, at + 2)) return undefined
  const isYearFirst = tokens[at]?.key.length === 4
  const [month, year] = isYearFirst ? [tokens[at + 2], tokens[at]] : [tokens[at], tokens[at + 2]]
  const parts = { month: wholeNumber(month, 1, 12), year: wholeNumber(year, 1900, 2100) }
  // 2008/09 is more likely two years than a month.
  if (isYearFirst && Number(month?.key) === ((parts.year ?? 0) % 100) + 1) return undefined
  // 2025-12 is a month, but 2010-12 is more likely a range of years.
  const isPart = tokens[at - 1]?.text === mark || tokens[at + 3]?.text === mark
  if (!parts.month || !parts.year || isPart || month?.key.length !== 2) return undefined
  return { parts: { month: String(parts.month), year: parts.year }, next: at + 3 }
}

const isArabic = (token: Token | undefined): boolean => /^[\u0600-\u06FF]/u.test(token?.key ?? '')

/** Reads a date with a month name: 3 December 2025; December 2025; ٣ ديسمبر ٢٠٢٥, "3 December 2025". */
function dayAndMonth(tokens: readonly Token[], at: number): ReadDate | undefined {
  // In "the third Saturday of July", the ordinal counts weekdays.
  const isOfWeekday =
    WEEKDAYS.has(tokens[at - 1]?.key ?? '') && ordinalDay(tokens, at) !== undefined && isArabic(tokens[at])
  const before = isOfWeekday ? undefined : dayOf(tokens, at)
  const isDayFirst = before !== undefined
  let place = isDayFirst ? before.next : at
  if (isDayFirst && /^(?:of|من)$/u.test(tokens[place]?.key ?? '')) place++
  if (isDayFirst && tokens[place]?.key === 'شهر') place++
  // A mark may join the parts: 4-Jun-2026, 4/Jun/2026.
  const isJoined =
    isDayFirst &&
    /^[-/]$/.test(tokens[place]?.text ?? '') &&
    areTogether(tokens, place - 1, place + 3) &&
    yearAt(tokens, place + 3) !== undefined
  if (isJoined) place++
  const month = monthAt(tokens, place)
  if (!month) return undefined
  if (isJoined) month.next++
  let { next } = month
  let day = before?.day
  if (!isDayFirst && !FOREIGN_MONTHS.has(tokens[place]?.key ?? '')) {
    const isShort = /^(?:jan|feb|mar|apr|aug|sept?|oct|nov|dec)$/.test(tokens[next - 1]?.key ?? '')
    const isNext = (tokens[next]?.start ?? Infinity) - (tokens[next - 1]?.end ?? 0) <= (isShort ? 2 : 1)
    const isNamed = tokens[next]?.key === 'the'
    const behind =
      isNext && (isNamed || !ordinalDay(tokens, next)) ? dayOf(tokens, isNamed ? next + 1 : next) : undefined
    if (behind && !(tokens[behind.next]?.kind === 'sign' && tokens[behind.next]?.text === '%'))
      [day, next] = [behind.day, behind.next]
  }
  const year = yearAt(tokens, next)
  const isMiddle =
    day === undefined &&
    /^(?:mid|[وفبل]?منتصف)$/u.test(tokens[tokens[at - 1]?.text === '-' ? at - 2 : at - 1]?.key ?? '')
  // "May" and صفر (Safar, also "zero") are also ordinary words. They count as months only with a day, a year or a word
  // such as "in".
  const isForeign = FOREIGN_MONTHS.has(tokens[place]?.key ?? '')
  if (isForeign && !isForeignDate(tokens, place, { day: before?.day, hasYear: year !== undefined })) return undefined
  const isWord = /^(?:may|march|mar|jan|sep|[وفبلك]{0,2}(?:اب|ماي|مايس|صفر|جوان))$/u.test(tokens[place]?.key ?? '')
  const isNamed = BEFORE_MONTHS.test(tokens[at - 1]?.key ?? '')
  if (isWord && day === undefined && !year && !isNamed) return undefined
  return {
    parts: { month: month.month, ...(day !== undefined && { day }), ...(year && { year: year.year }) },
    ...(isMiddle && { isMiddle }),
    next: year?.next ?? next,
  }
}

/** Whether a French or German month is part of a date. "Mars", "Juli" and "Mai" are also names. */
function isForeignDate(
  tokens: readonly Token[],
  at: number,
  { day, hasYear }: { day?: number | undefined; hasYear: boolean },
): boolean {
  if (tokens[at]?.text === 'Mars') return day !== undefined && hasYear
  return day !== undefined || hasYear || BEFORE_FOREIGN_MONTHS.test(tokens[at - 1]?.key ?? '')
}

const weekdayIn = (token: Token | undefined): number | undefined =>
  token?.kind === 'word' && !/^[a-z]/.test(token.text)
    ? withoutPrefixes(token.key)
        .map((word) => WEEKDAYS.get(word))
        .find((day) => day !== undefined)
    : undefined

/** Reads "the third Saturday of July" and السبت الثاني من يناير 2026, "the second Saturday of January 2026". */
function nthWeekday(tokens: readonly Token[], at: number): ReadDate | undefined {
  const [first, second] = [tokens[at], tokens[at + 1]]
  const isFirst = isArabic(first)
  const [weekday, nth] = isFirst
    ? [weekdayIn(first), ORDINALS.get(second?.key ?? '')]
    : [weekdayIn(second), ORDINALS.get(first?.key ?? '')]
  if (weekday === undefined || nth === undefined || !/^(?:of|in|من|في)$/u.test(tokens[at + 2]?.key ?? ''))
    return undefined
  const month = monthAt(tokens, tokens[at + 3]?.key === 'شهر' ? at + 4 : at + 3)
  if (!month) return undefined
  const year = yearAt(tokens, month.next)
  const parts = { weekday, nth, month: month.month, ...(year && { year: year.year }) }
  return { parts, next: year?.next ?? month.next }
}

const BEFORE_MONTHS =
  /^(?:in|since|until|from|by|the|of|to|and|last|this|next|early|late|between|before|after|من|في|شهر|نهايه|اواخر|اوايل|مطلع|منتصف|خلال|حتي|الي|منذ|قبل|بعد)$/u

function dayOf(tokens: readonly Token[], at: number): { day: number; next: number } | undefined {
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
  // In Morocco, فاتح أبريل is 1 April.
  ['الفاتح', 1],
])
const ARABIC_TENS = new Map([
  ...['العشرين', 'العشرون'].map((word): [string, number] => [word, 20]),
  ...['الثلاثين', 'الثلاثون'].map((word): [string, number] => [word, 30]),
])

/** Reads a day as an ordinal number: the twenty-first of March; الرابع من مارس, "the fourth of March". */
function ordinalDay(tokens: readonly Token[], at: number): { day: number; next: number } | undefined {
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

function monthAt(tokens: readonly Token[], at: number): { month: string; next: number } | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  // English month names start with a capital.
  const foreign = FOREIGN_MONTHS.get(token.key)
  const isSmall = /^\p{Ll}/u.test(token.text) && !isBetweenDayAndYear(tokens, at)
  if (foreign && (!isSmall || FRENCH.test(token.key))) return { month: foreign, next: at + 1 }
  if (isSmall && /^[a-z]/.test(token.key)) return undefined
  const last = LAST_ISLAMIC.get(tokens[at + 1]?.key ?? '')
  if (last && /^[وفبل]?ذ[وي]$/u.test(token.key)) return { month: last, next: at + 2 }
  for (const name of withoutPrefixes(token.key)) {
    const numbered = NUMBERED_MONTHS.get(name)
    const which = numbered && ORDINALS.get(tokens[at + 1]?.key ?? '')
    if (numbered && (which === 1 || which === 2)) return { month: numbered[which - 1] ?? '', next: at + 2 }
    const month = MONTHS.get(name) ?? ISLAMIC.get(name)
    // The city إب is no month, unlike آب.
    if (month && !(name === 'اب' && token.text.includes('إ'))) return { month, next: at + 1 }
  }
  return undefined
}

/** Whether a day precedes a word and a year follows. Then it may be a month in small letters: 4 déc. 2026. */
const isBetweenDayAndYear = (tokens: readonly Token[], at: number): boolean =>
  wholeNumber(tokens[at - 1], 1, 31) !== undefined && yearAt(tokens, at + 1) !== undefined

function yearAt(tokens: readonly Token[], at: number): { year: number; next: number } | undefined {
  const isNamed = /^(?:عام|سنه|of)$/u.test(tokens[at]?.key ?? '')
  const place = isNamed ? at + 1 : at
  const year = wholeNumber(tokens[place], 1300, 2100)
  if (year === undefined || tokens[place]?.key.length !== 4) return undefined
  return { year, next: place + 1 }
}

/** Reads the second of two years: 1998/99, 2019–20. */
function secondYear(tokens: readonly Token[], at: number): ReadDate | undefined {
  const [first, mark] = [wholeNumber(tokens[at - 2], 1800, 2100), tokens[at - 1]?.text ?? '']
  const short = wholeNumber(tokens[at], 0, 99)
  if (first === undefined || short === undefined || (tokens[at]?.key.length ?? 0) > 2) return undefined
  // 1998/9 means 1998/99.
  const number = tokens[at]?.key.length === 1 && short === (first % 10) + 1 ? (first % 100) + 1 : short
  const isOpen = tokens[at + 1]?.start === tokens[at]?.end && /^[-–/]$/.test(tokens[at + 1]?.text ?? '')
  if (!/^[-–/]$/.test(mark) || isOpen || !areTogether(tokens, at - 2, at)) return undefined
  const year = first - (first % 100) + number + (number < first % 100 ? 100 : 0)
  const span = year - first
  return span === 1 || (mark !== '/' && span > 0 && span <= MOST_YEARS) ? { parts: { year }, next: at + 1 } : undefined
}

const MOST_YEARS = 60

/** Reads a year without a month, as in "Vision 2030". If the number can count the next noun, it is not a year. */
function yearAlone(tokens: readonly Token[], at: number): ReadDate | undefined {
  const token = tokens[at]
  const year = wholeNumber(token, 1900, 2100)
  if (year === undefined || token?.key.length !== 4) return undefined
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (before && /[$€£¥₹₺﷼]/.test(before.text)) return undefined
  const isCounting =
    after &&
    (after.text === '%' ||
      after.text === '٪' ||
      ARABIC_SCALES.has(after.key) ||
      /^(?:percent|dollars?|people|users|posts|riyals?|ريال|شخص|موظف)/u.test(after.key))
  return isCounting ? undefined : { parts: { year }, next: at + 1 }
}

/** Reads a quarter or half of a year: the third quarter of 2025, Q3, H1; النصف الأول, "the first half". */
function quarter(tokens: readonly Token[], at: number): ReadDate | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const short = tokens[at]?.kind === 'word' ? /^(q|h)([1-4])$/.exec(key(at)) : null
  // An ordinal such as "4th" consists of two tokens.
  const isInDigits = /^[1-4]$/.test(key(at)) && /^(?:st|nd|rd|th)$/.test(key(at + 1)) && areTogether(tokens, at, at + 1)
  const place = isInDigits ? at + 1 : at
  const english = isInDigits ? Number(key(at)) : ORDINALS.get(key(at))
  const englishPeriod = /^(?:quarter|half)$/.exec(key(place + 1))?.[0]
  const arabic = withoutPrefixes(key(at)).find((word) => word === 'ربع' || word === 'نصف')
  const arabicOrdinal = arabic && ORDINALS.get(key(at + 1))
  let [parts, next]: [DateParts, number] = [{}, at]
  if (short) [parts, next] = [short[1] === 'q' ? { quarter: Number(short[2]) } : { half: Number(short[2]) }, at + 1]
  else if (english && englishPeriod)
    [parts, next] = [englishPeriod === 'quarter' ? { quarter: english } : { half: english }, place + 2]
  else if (arabic && arabicOrdinal)
    [parts, next] = [arabic === 'ربع' ? { quarter: arabicOrdinal } : { half: arabicOrdinal }, at + 2]
  else return undefined
  const year = yearAt(tokens, key(next) === 'من' ? next + 1 : next)
  return year ? { parts: { ...parts, year: year.year }, next: year.next } : { parts, next }
}

/** Reads a century or several: the ninth century, the 1600s; القرنين الثاني والخامس, "the second and fifth centuries". */
function century(tokens: readonly Token[], at: number): ReadDate | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const year =
    key(at + 1) === 's' && tokens[at + 1]?.start === tokens[at]?.end ? wholeNumber(tokens[at], 1000, 2090) : undefined
  if (year !== undefined && year % 10 === 0)
    return { parts: year % 100 === 0 ? { century: year / 100 + 1 } : { decade: year }, next: at + 2 }
  const isArabicCentury = /^[وفبلك]{0,2}(?:ال)?قرن(?:ين|ان)?$/u.test(key(at))
  const number = isArabicCentury ? dayOf(tokens, at + 1) : isArabic(tokens[at]) ? undefined : dayOf(tokens, at)
  if (!number || number.day > 21) return undefined
  const isJoined = isArabicCentury ? key(number.next).startsWith('و') : key(number.next) === 'and'
  const last = isJoined
    ? dayOf(tokens, isArabicCentury ? number.next : number.next + (key(number.next + 1) === 'the' ? 2 : 1))
    : undefined
  const several = last && last.day > number.day && last.day <= 21 ? last : undefined
  let next = several?.next ?? number.next
  if (isArabicCentury && !several) next = number.next
  // Centuries of the Islamic calendar stay apart from others.
  const shift = isArabicCentury && /^(?:ال)?ه(?:جري)?$/u.test(key(next)) ? ISLAMIC_CENTURIES : 0
  if (!isArabicCentury) {
    const place = tokens[next]?.text === '-' ? next + 1 : next
    if (!/^centur(?:y|ies)$/.test(key(place))) return undefined
    next = place + 1
  }
  const parts = { century: number.day + shift, ...(several && { lastCentury: several.day + shift }) }
  return { parts, next }
}

const ISLAMIC_CENTURIES = 100

const DECADES = byWord({
  20: 'عشرينيات عشرينات',
  30: 'ثلاثينيات ثلاثينات',
  40: 'اربعينيات اربعينات',
  50: 'خمسينيات خمسينات',
  60: 'ستينيات ستينات',
  70: 'سبعينيات سبعينات',
  80: 'ثمانينيات ثمانينات',
  90: 'تسعينيات تسعينات',
})

/** Reads an Arabic decade: الستينيات, "the sixties". Not an age: في الستينيات من عمره. */
function decade(tokens: readonly Token[], at: number): ReadDate | undefined {
  const word = withoutPrefixes(tokens[at]?.key ?? '').find((form) => DECADES.has(form))
  const isAge = tokens[at + 1]?.key === 'من' || tokens[at + 1]?.key.startsWith('عمر')
  return word && !isAge ? { parts: { decade: Number(DECADES.get(word)) }, next: at + 1 } : undefined
}

const SEASONS = /^(?:spring|summer|autumn|winter)$/

/** Reads a season: spring 2027, the autumn of 2025; خريف 2026, "autumn 2026". */
function season(tokens: readonly Token[], at: number): ReadDate | undefined {
  const names = withoutPrefixes(tokens[at]?.key ?? '').map((word) => (word === 'ربيع' ? 'spring' : PERIODS.get(word)))
  const name = names.find((form) => form !== undefined && SEASONS.test(form))
  const year = name && yearAt(tokens, at + 1)
  return year ? { parts: { season: name, year: year.year }, next: year.next } : undefined
}

/**
 * Reads a relative date: last year, next week, yesterday; العام الماضي, "last year"; الأسبوع المقبل, "next week"; أمس,
 * "yesterday".
 */
function relative(tokens: readonly Token[], at: number): ReadDate | undefined {
  const key = (n: number) => (tokens[n]?.kind === 'word' ? (tokens[n]?.key ?? '') : '')
  for (const word of withoutPrefixes(key(at))) {
    const away = DAYS_AWAY.get(word)
    if (away) return { parts: { relative: away }, next: at + 1 }
  }
  const shift = SHIFTS.get(key(at))
  const period = PERIODS.get(key(at + 1))
  if (shift && period) return { parts: { relative: `${shift} ${period}` }, next: at + 2 }
  const arabicPeriod = withoutPrefixes(key(at))
    .map((word) => PERIODS.get(word))
    .find(Boolean)
  const arabicShift = key(at + 1).startsWith('ال') ? SHIFTS.get(key(at + 1).slice(2)) : undefined
  return arabicPeriod && arabicShift
    ? { parts: { relative: `${arabicShift} ${arabicPeriod}` }, next: at + 2 }
    : undefined
}

function weekday(tokens: readonly Token[], at: number): ReadDate | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word' || (/^[a-z]/.test(token.text) && !/^[a-z]+di(?:manche)?$/.test(token.text)))
    return undefined
  // Arabic weekdays lose their article after «كل» (every).
  const isListed = isInRowOfDays(tokens, at)
  const isEvery =
    tokens[at - 1]?.key === 'كل' ||
    (tokens[at - 2]?.key === 'كل' && (token.key.startsWith('و') || tokens[at - 1]?.key === 'يوم'))
  const day = withoutPrefixes(token.key)
    .map(
      (word) =>
        WEEKDAYS.get(word) ?? WEEKDAYS.get(word.replace(/s$/, '')) ?? (isEvery ? WEEKDAYS.get(`ال${word}`) : undefined),
    )
    .find((form) => form !== undefined)
  // «أحد» (Sunday) and «السبت» (Saturday) are also ordinary words. They count as weekdays only after «يوم» (day) or a
  // time of day.
  const isNamed =
    /^[a-z]/.test(token.key) ||
    isEvery ||
    isListed ||
    /^[وفبل]{0,2}(?:يوم|ايام|يومي)$|^(?:مساء|صباح|فجر|ظهر)$/u.test(tokens[at - 1]?.key ?? '')
  const isDated = () => dayAndMonth(tokens, at + 1)?.parts.day !== undefined
  return day !== undefined && (isNamed || isDated()) ? { parts: { weekday: day }, next: at + 1 } : undefined
}

/** Whether a weekday is in a row that starts with «أيام» (days): أيام الأحد والثلاثاء والخميس. */
function isInRowOfDays(tokens: readonly Token[], at: number): boolean {
  let place = at - 1
  const isDay = (n: number) => withoutPrefixes(tokens[n]?.key ?? '').some((word) => WEEKDAYS.has(word))
  while (place > at - 7 && tokens[place + 1]?.key.startsWith('و') && isDay(place)) place--
  return place < at - 1 && /^[وفبل]{0,2}(?:ايام|يومي)$/u.test(tokens[place]?.key ?? '')
}
