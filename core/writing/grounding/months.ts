import { FOREIGN_MONTHS, ISLAMIC, LAST_ISLAMIC, MONTHS, NUMBERED_MONTHS, ORDINALS } from './date-words.ts'
import { wholeNumber, withoutPrefixes, type Token } from './tokens.ts'
import { yearAt } from './years.ts'

export function monthAt(tokens: readonly Token[], at: number): { month: string; next: number } | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  // In small letters, "march" and "may" are no months. Months in French may start with a small letter.
  const foreign = FOREIGN_MONTHS.get(token.key)
  const isSmall = /^\p{Ll}/u.test(token.text) && !isBetweenDayAndYear(tokens, at)
  if (foreign && (!isSmall || FRENCH.test(token.key))) return { month: foreign, next: at + 1 }
  if (isSmall && /^[a-z]/.test(token.key)) return undefined
  const last = LAST_ISLAMIC.get(tokens[at + 1]?.key ?? '')
  if (last && /^[وفبل]?ذ[وي]$/u.test(token.key)) return { month: last, next: at + 2 }
  for (const name of withoutPrefixes(token.key)) {
    const numbered = NUMBERED_MONTHS.get(name)
    const place = tokens[at + 1]?.key ?? ''
    const which = numbered && (/^الاخره?$/u.test(place) ? 2 : ORDINALS.get(place))
    if (numbered && (which === 1 || which === 2)) return { month: numbered[which - 1] ?? '', next: at + 2 }
    const month = MONTHS.get(name) ?? ISLAMIC.get(name)
    // Do not read the city إب (Ibb) as the month آب (August), although both have the same normalized spelling.
    if (month && !(name === 'اب' && token.text.includes('إ'))) return { month, next: at + 1 }
  }
  return undefined
}

const FRENCH =
  /^(?:janv(?:ier)?|fevr(?:ier)?|mars|avr(?:il)?|mai|juin|juill?(?:et)?|aout|septembre|octobre|novembre|decembre)$/

/** Whether a day precedes a word and a year follows. Then it may be a month in small letters: 4 déc. 2026. */
const isBetweenDayAndYear = (tokens: readonly Token[], at: number): boolean =>
  wholeNumber(tokens[at - 1], 1, 31) !== undefined && yearAt(tokens, at + 1) !== undefined
