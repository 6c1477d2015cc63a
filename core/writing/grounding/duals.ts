import { stemOf } from './counted-nouns.ts'
import { exactFigure, type ReadFigure, type Reading } from './figure.ts'
import { numberInWords } from './number-words.ts'
import { partMore } from './parts.ts'
import { withoutPrefixes, type Token } from './tokens.ts'
import { DUALS, IN_BASE } from './units.ts'

/** Reads the Arabic dual form of a unit, which means two: يومان, "two days"; أسبوعين, "two weeks". */
export function dualUnit(tokens: readonly Token[], at: number): ReadFigure | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const unit = withoutPrefixes(token.key)
    .map((reading) => DUALS.get(reading))
    .find((token) => token !== undefined)
  // Skip "two points" without "percentage", because it may mean two remarks.
  if (!unit || (unit === 'points' && !tokens[at + 1]?.key.startsWith('ميوي'))) return undefined
  const more = IN_BASE[unit] || unit === 'month' ? partMore(tokens, at + 1) : undefined
  const next = more?.next ?? at + 1
  return { figure: exactFigure(tokens, at, next, 2 + (more?.part ?? 0), unit), next }
}

/** Reads the Arabic dual of a feminine noun: مدينتان, "two cities". Also reads كل منهما, "each of the two". */
export function dualNoun(tokens: readonly Token[], at: number): ReadFigure | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const isEach = token.key === 'منهما' && /^[وفبل]?كلا?$/u.test(tokens[at - 1]?.key ?? '')
  if (!isEach && !/^[\u0620-\u064A]{2,}ت(?:ان|ين)$/u.test(token.key)) return undefined
  if (!isEach && (token.key.length < 6 || numberInWords(tokens, at))) return undefined
  const figure: Reading = { ...exactFigure(tokens, at, at + 1, 2, ''), unit: null, isImplied: true }
  return { figure: { ...figure, nouns: isEach ? [] : withoutPrefixes(token.key).map(stemOf) }, next: at + 1 }
}
