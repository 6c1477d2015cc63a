import { isNear } from './computed-values.ts'
import type { Evidence, Found } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { DraftNumbers } from './surroundings.ts'
import { withoutPrefixes, type Token } from './tokens.ts'
import { IN_BASE, MEASURES } from './units.ts'

/** Finds the price of another weight: €4.20 per kilo for €4,200 per tonne. */
export function findPriceOfWeight(claim: Figure, { tokens }: DraftNumbers, evidence: Evidence): Found | undefined {
  if (!claim.unit?.startsWith('money:')) return undefined
  const weight = weightBeside(claim, tokens)
  if (weight === undefined) return undefined
  for (const witness of evidence)
    for (const figure of witness.figures.slice(0, MAX_FIGURES)) {
      const other = figure.unit === claim.unit ? weightBeside(figure, witness.tokens) : undefined
      if (other === undefined || other === weight) continue
      const value = ((figure.values[0] ?? 0) * weight) / other
      if (isNear(claim, { operation: 'quotient', value, unit: claim.unit, terms: [figure] }))
        return { witness, start: figure.start, end: figure.end, computedFrom: [figure] }
    }
  return undefined
}

/** The maximum number of figures to compare, to limit the time in long sources. */
const MAX_FIGURES = 300
/** The maximum distance of a price and the weight that it is for, in words. */
const NEAR = 12

/** The grams of the only unit of weight near a price, if no number precedes the unit. */
function weightBeside({ at, next, sentence }: Figure, tokens: readonly Token[]): number | undefined {
  const found = new Set<number>()
  for (let place = Math.max(0, at - NEAR); place < Math.min(tokens.length, next + NEAR); place++) {
    const token = tokens[place]
    if (token?.kind !== 'word' || token.sentence !== sentence || (place >= at && place < next)) continue
    const unit = withoutPrefixes(token.key)
      .map((form) => MEASURES.get(form))
      .find(Boolean)
    const grams = unit && WEIGHTS.has(unit) ? IN_BASE[unit]?.[0] : undefined
    if (grams !== undefined && token.key.length > 1 && tokens[place - 1]?.kind !== 'digits') found.add(grams)
  }
  return found.size === 1 ? [...found][0] : undefined
}

const WEIGHTS = new Set(['kilogram', 'tonne', 'gram'])
