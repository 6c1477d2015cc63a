import type { ReadDate } from './date-parts.ts'
import { hedgeOf } from './hedges.ts'
import { ARABIC_SCALES } from './number-words.ts'
import { areTogether, wholeNumber, type Token } from './tokens.ts'

export function yearAt(tokens: readonly Token[], at: number): { year: number; next: number } | undefined {
  const fiscal = fiscalYear(tokens[at])
  if (fiscal !== undefined) return { year: fiscal, next: at + 1 }
  const isNamed = /^(?:عام|سنه|of)$/u.test(tokens[at]?.key ?? '')
  const place = isNamed ? at + 1 : at
  const year = wholeNumber(tokens[place], 1300, 2100)
  if (year === undefined || tokens[place]?.key.length !== 4) return undefined
  return { year, next: place + 1 }
}

/** Reads a fiscal year: `FY26`, `FY2026`. */
function fiscalYear(token: Token | undefined): number | undefined {
  const digits = token?.kind === 'word' ? /^fy(?:20)?(\d\d)$/.exec(token.key)?.[1] : undefined
  return digits === undefined ? undefined : 2_000 + Number(digits)
}

/** Reads the second of two years: 1998/99, 2019–20. */
export function secondYear(tokens: readonly Token[], at: number): ReadDate | undefined {
  const [first, mark] = [wholeNumber(tokens[at - 2], 1800, 2100), tokens[at - 1]?.text ?? '']
  const short = wholeNumber(tokens[at], 0, 99)
  if (first === undefined || short === undefined || (tokens[at]?.key.length ?? 0) > 2) return undefined
  // "1998/9" means 1998/99.
  const number = tokens[at]?.key.length === 1 && short === (first % 10) + 1 ? (first % 100) + 1 : short
  const isOpen = tokens[at + 1]?.start === tokens[at]?.end && /^[-–/]$/.test(tokens[at + 1]?.text ?? '')
  if (!/^[-–/]$/.test(mark) || isOpen || !areTogether(tokens, at - 2, at)) return undefined
  const year = first - (first % 100) + number + (number < first % 100 ? 100 : 0)
  const span = year - first
  return span === 1 || (mark !== '/' && span > 0 && span <= MOST_YEARS) ? { parts: { year }, next: at + 1 } : undefined
}

const MOST_YEARS = 60

/** Reads a year without a month, as in "Vision 2030". If the number can count the next noun, it is not a year. */
export function yearAlone(tokens: readonly Token[], at: number): ReadDate | undefined {
  const token = tokens[at]
  const fiscal = fiscalYear(token)
  if (fiscal !== undefined) return { parts: { year: fiscal }, next: at + 1 }
  const year = wholeNumber(token, 1900, 2100)
  if (year === undefined || token?.key.length !== 4) return undefined
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (before && /[$€£¥₹₺﷼]/.test(before.text)) return undefined
  const isCounting =
    after &&
    (isRoughCount(tokens, at) ||
      after.text === '%' ||
      after.text === '٪' ||
      ARABIC_SCALES.has(after.key) ||
      /^(?:percent|dollars?|people|users|posts|riyals?|ريال|شخص|موظف)/u.test(after.key))
  return isCounting ? undefined : { parts: { year }, next: at + 1 }
}

/** Whether a number is rounded and counts the next word: nearly 2000 visitors; نحو 1900 متفرج. */
const isRoughCount = (tokens: readonly Token[], at: number): boolean =>
  hedgeOf(tokens, at, at + 1) !== null &&
  !/^(?:around|about|circa|by|until|حتي|قبل)$/u.test(tokens[at - 1]?.key ?? '') &&
  tokens[at + 1]?.kind === 'word' &&
  (tokens[at + 1]?.start ?? Infinity) - (tokens[at]?.end ?? 0) <= 1 &&
  !/^(?:and|or|in|the|when|as|و.*|في|ال.*|حين|عندما)$/u.test(tokens[at + 1]?.key ?? '')
