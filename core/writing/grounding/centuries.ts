import { byWord } from '../../word-lists.ts'
import type { ReadDate } from './date-parts.ts'
import { dayOf } from './days-of-month.ts'
import { isArabic, wholeNumber, withoutPrefixes, type Token } from './tokens.ts'

/** Reads a century or several: the ninth century, the 1600s; القرنين الثاني والخامس, "the second and fifth centuries". */
export function century(tokens: readonly Token[], at: number): ReadDate | undefined {
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
  // Centuries of the Islamic calendar get higher numbers, so that they never equal other centuries.
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

/** Reads an Arabic decade: الستينيات, "the sixties". Skips ages: في الستينيات من عمره, "in his sixties". */
export function decade(tokens: readonly Token[], at: number): ReadDate | undefined {
  const word = withoutPrefixes(tokens[at]?.key ?? '').find((form) => DECADES.has(form))
  const isAge = tokens[at + 1]?.key === 'من' || tokens[at + 1]?.key.startsWith('عمر')
  return word && !isAge ? { parts: { decade: Number(DECADES.get(word)) }, next: at + 1 } : undefined
}

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
