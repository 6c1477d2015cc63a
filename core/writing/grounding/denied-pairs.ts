import { isInClause } from './clauses.ts'
import type { EvidenceText } from './evidence.ts'
import { LIMITS, NEGATION_DISTANCE, negationBefore, NEGATIONS } from './negations.ts'
import { placesOf } from './telling-words.ts'
import type { Token } from './tokens.ts'

/**
 * For each place where `other` follows `one` within a few words, returns whether the source negates the pair. Undefined
 * if a word for an exception is near.
 */
export function pairsIn(one: string, other: string, witness: EvidenceText): (boolean | undefined)[] {
  const others = placesOf(other, witness)
  return placesOf(one, witness).flatMap((at) =>
    others
      .filter((next) => next > at && next - at <= PAIR_DISTANCE && isInClause(witness.tokens, at, next))
      .map((next) => isDeniedPair(witness.tokens, at, next)),
  )
}

const PAIR_DISTANCE = 3 // The maximum distance between the two words of a pair, in words.

/** Whether a negation applies to the words at `at` and `next`. Undefined if a word for an exception is near. */
function isDeniedPair(tokens: readonly Token[], at: number, next: number): boolean | undefined {
  const around = tokens
    .slice(Math.max(0, at - NEGATION_DISTANCE), next + NEGATION_DISTANCE)
    .filter(({ sentence }) => sentence === tokens[at]?.sentence)
  if (around.some(({ key }) => LIMITS.has(key))) return undefined
  return negationBefore(tokens, at) || (next - at > 1 && NEGATIONS.has(tokens[next - 1]?.key ?? ''))
}
