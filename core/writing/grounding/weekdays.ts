import type { ReadDate } from './date-parts.ts'
import { ORDINALS, WEEKDAYS } from './date-words.ts'
import { dayAndMonth } from './day-and-month.ts'
import { monthAt } from './months.ts'
import { isArabic, withoutPrefixes, type Token } from './tokens.ts'
import { yearAt } from './years.ts'

export function weekday(tokens: readonly Token[], at: number): ReadDate | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word' || (/^[a-z]/.test(token.text) && !/^[a-z]+di(?:manche)?$/.test(token.text)))
    return undefined
  // After «كل» (every), «واحد» is "one" and not "and Sunday".
  if (token.key === 'واحد' && tokens[at - 1]?.key === 'كل') return undefined
  // Arabic weekdays lose their article after «كل» (every).
  const isListed = isInRowOfDays(tokens, at)
  const isEvery =
    tokens[at - 1]?.key === 'كل' ||
    (ORDINALS.has(tokens[at - 1]?.key ?? '') && tokens[at + 1]?.key === 'من' && tokens[at + 2]?.key === 'كل') ||
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

/**
 * Whether a weekday is in a row that starts with «أيام» (days): أيام الأحد والثلاثاء والخميس, "on Sundays, Tuesdays and
 * Thursdays".
 */
function isInRowOfDays(tokens: readonly Token[], at: number): boolean {
  let place = at - 1
  const isDay = (n: number) => withoutPrefixes(tokens[n]?.key ?? '').some((word) => WEEKDAYS.has(word))
  while (place > at - 7 && tokens[place + 1]?.key.startsWith('و') && isDay(place)) place--
  return place < at - 1 && /^[وفبل]{0,2}(?:ايام|يومي)$/u.test(tokens[place]?.key ?? '')
}

/** Reads "the third Saturday of July" and السبت الثاني من يناير 2026, "the second Saturday of January 2026". */
export function nthWeekday(tokens: readonly Token[], at: number): ReadDate | undefined {
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

const weekdayIn = (token: Token | undefined): number | undefined =>
  token?.kind === 'word' && !/^[a-z]/.test(token.text)
    ? withoutPrefixes(token.key)
        .map((word) => WEEKDAYS.get(word))
        .find((day) => day !== undefined)
    : undefined
