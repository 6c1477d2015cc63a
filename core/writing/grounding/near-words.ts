import { stemOf } from './counted-nouns.ts'
import type { EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { DraftNumbers } from './surroundings.ts'
import { isTelling } from './telling-words.ts'
import { isLatin, withoutPrefixes, type Token } from './tokens.ts'

/** Counts the words that occur near the draft's figure and also near the source's figure. */
export function sharedStems(claim: Figure, { tokens }: DraftNumbers, figure: Figure, witness: EvidenceText): number {
  const own = stemsOf(claim, tokens)
  return stemsOf(figure, witness.tokens).filter((stem) => own.includes(stem)).length
}

/** The maximum distance between a figure and the words that describe it, in words. */
const BESIDE = 10

const known = new WeakMap<Figure, string[]>()

function stemsOf(figure: Figure, tokens: readonly Token[]): string[] {
  const found = known.get(figure) ?? stemsBeside(tokens, figure)
  known.set(figure, found)
  return found
}

const stemsBeside = (tokens: readonly Token[], { at, next, sentence }: Figure): string[] => [
  ...new Set(
    tokens
      .slice(Math.max(0, at - BESIDE), next + BESIDE)
      .filter((token) => token.sentence === sentence && isTelling(token))
      .map(({ key }) => stemOf(withoutPrefixes(key).at(-1) ?? key)),
  ),
]

/** Whether most words of two texts are Latin, or most words of both are not. */
export const areInOneScript = (one: readonly Token[], other: readonly Token[]): boolean =>
  isMostlyLatin(one) === isMostlyLatin(other)

const isMostlyLatin = (tokens: readonly Token[]): boolean => {
  const words = tokens.slice(0, 400).filter(({ kind }) => kind === 'word')
  return words.filter(isLatin).length * 2 > words.length
}
