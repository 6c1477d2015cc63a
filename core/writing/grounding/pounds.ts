import type { Evidence, Found } from './evidence.ts'
import type { Figure } from './figure.ts'
import { findFigure } from './find-figure.ts'
import type { DraftNumbers } from './surroundings.ts'
import type { Token } from './tokens.ts'
import { inBase } from './units.ts'

/**
 * Finds evidence for a weight that the draft or the source writes in "pounds", which can also mean money: 70 lbs for
 * "70 pounds".
 */
export function findWeightInPounds(claim: Figure, draft: DraftNumbers, evidence: Evidence): Found | undefined {
  const own = asWeight(claim, draft.tokens)
  if (own.unit !== 'gram') return undefined
  const weights = evidence.map((witness) => ({
    ...witness,
    figures: witness.figures.map((figure) => asWeight(figure, witness.tokens)),
  }))
  const found = findFigure(own, draft, weights)
  return found?.computedFrom ? undefined : found
}

/** Reads pounds in words as a weight. £70 stays money. */
function asWeight(figure: Figure, tokens: readonly Token[]): Figure {
  const isWord = /^pounds?$/.test(tokens[figure.next - 1]?.key ?? '') && figure.start === tokens[figure.at]?.start
  if (figure.unit !== 'money:pound' || !isWord) return figure
  const values = figure.values.map((value) => inBase(value, 'poundweight').value)
  return { ...figure, values, unit: 'gram', writtenUnit: 'poundweight' }
}
