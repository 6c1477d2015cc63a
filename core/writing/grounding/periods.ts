import { byWord } from '../../word-lists.ts'
import type { DateParts, ReadDate } from './date-parts.ts'
import { ORDINALS } from './date-words.ts'
import { areTogether, withoutPrefixes, type Token } from './tokens.ts'
import { yearAt } from './years.ts'

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

/** Reads a quarter or half of a year: the third quarter of 2025, Q3, H1; النصف الأول, "the first half". */
export function quarter(tokens: readonly Token[], at: number): ReadDate | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const short = tokens[at]?.kind === 'word' ? /^(q|h)([1-4])$/.exec(key(at)) : null
  // Read "4th" from its two tokens, the number and the ending.
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

/** Reads a season: spring 2027, the autumn of 2025; خريف 2026, "autumn 2026". */
export function season(tokens: readonly Token[], at: number): ReadDate | undefined {
  const names = withoutPrefixes(tokens[at]?.key ?? '').map((word) => (word === 'ربيع' ? 'spring' : PERIODS.get(word)))
  const name = names.find((form) => form !== undefined && SEASONS.test(form))
  const year = name && yearAt(tokens, at + 1)
  return year ? { parts: { season: name, year: year.year }, next: year.next } : undefined
}

const SEASONS = /^(?:spring|summer|autumn|winter)$/

/**
 * Reads a relative date: last year, next week, yesterday; العام الماضي, "last year"; الأسبوع المقبل, "next week"; أمس,
 * "yesterday".
 */
export function relative(tokens: readonly Token[], at: number): ReadDate | undefined {
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
