import type { ReadDate } from './date-parts.ts'
import { areTogether, wholeNumber, type Token } from './tokens.ts'

/** Reads a date in digits: 2025-12-03, 3/12/2025. The day comes first if either small number can be the day. */
export function numericDate(tokens: readonly Token[], at: number): ReadDate | undefined {
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
export function numericMonth(tokens: readonly Token[], at: number): ReadDate | undefined {
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
