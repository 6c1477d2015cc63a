import type { ReadDate } from './date-parts.ts'
import { FOREIGN_MONTHS, WEEKDAYS } from './date-words.ts'
import { dayOf, ordinalDay } from './days-of-month.ts'
import { monthAt } from './months.ts'
import { areTogether, isArabic, type Token } from './tokens.ts'
import { yearAt } from './years.ts'

/** Reads a date with a month name: 3 December 2025; December 2025; ٣ ديسمبر ٢٠٢٥, "3 December 2025". */
export function dayAndMonth(tokens: readonly Token[], at: number): ReadDate | undefined {
  // In "the third Saturday of July", the ordinal counts weekdays and is not the day of the month.
  const isOfWeekday =
    WEEKDAYS.has(tokens[at - 1]?.key ?? '') && ordinalDay(tokens, at) !== undefined && isArabic(tokens[at])
  const before = isOfWeekday ? undefined : dayOf(tokens, at)
  const isDayFirst = before !== undefined
  let place = isDayFirst ? before.next : at
  if (isDayFirst && /^(?:of|من)$/u.test(tokens[place]?.key ?? '')) place++
  if (isDayFirst && tokens[place]?.key === 'شهر') place++
  // A hyphen or slash may join the parts of a date: 4-Jun-2026, 4/Jun/2026.
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
  const isWord = /^(?:may|march|mar|jan|sep|[وفبلك]{0,2}(?:اب|ماي|مايس|(?:ال)?صفر|جوان))$/u.test(
    tokens[place]?.key ?? '',
  )
  const isNamed = BEFORE_MONTHS.test(tokens[at - 1]?.key ?? '')
  if (isWord && day === undefined && !year && !isNamed) return undefined
  return {
    parts: { month: month.month, ...(day !== undefined && { day }), ...(year && { year: year.year }) },
    ...(isMiddle && { isMiddle }),
    next: year?.next ?? next,
  }
}

const BEFORE_MONTHS =
  /^(?:in|since|until|from|by|the|of|to|and|last|this|next|early|late|between|before|after|من|في|شهر|نهايه|اواخر|اوايل|مطلع|منتصف|خلال|حتي|الي|منذ|قبل|بعد)$/u

/** Whether a French or German month is part of a date. "Mars", "Juli" and "Mai" are also names. */
function isForeignDate(
  tokens: readonly Token[],
  at: number,
  { day, hasYear }: { day?: number | undefined; hasYear: boolean },
): boolean {
  if (tokens[at]?.text === 'Mars') return day !== undefined && hasYear
  return day !== undefined || hasYear || BEFORE_FOREIGN_MONTHS.test(tokens[at - 1]?.key ?? '')
}

const BEFORE_FOREIGN_MONTHS =
  /^(?:en|im|seit|ab|bis|vom|entre|zwischen|et|und|depuis|mois|debut|fin|mi|des|anfang|ende|mitte)$/
