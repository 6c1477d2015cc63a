import { isMoney } from './computed-values.ts'
import { EXACT } from './digits.ts'
import type { EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import { MAX_TERMS, valueOf } from './results.ts'
import type { DraftNumbers } from './surroundings.ts'

/** Finds the two prices of a group's total: 28 euros for two adults at nine and two children at five. */
export function findBasket(claim: Figure, { tokens }: DraftNumbers, witness: EvidenceText): Figure[] | undefined {
  if (!isMoney(claim)) return undefined
  const near = tokens.slice(Math.max(0, claim.at - NEAR_A_GROUP), claim.next + NEAR_A_GROUP)
  if (!near.some(({ key, sentence }) => sentence === claim.sentence && GROUP.test(key))) return undefined
  const total = valueOf(claim)
  const prices = witness.figures
    .slice(0, MAX_TERMS)
    .filter(({ unit, scale }) => !scale && (unit === claim.unit || unit === null))
  for (const [n, one] of prices.entries())
    for (const other of prices.slice(n + 1, n + 1 + MAX_PRICES)) {
      if (other.sentence !== one.sentence || (one.unit ?? other.unit) !== claim.unit) continue
      for (let count = 1; count <= MOST_PEOPLE && count * valueOf(one) < total; count++) {
        const others = (total - count * valueOf(one)) / valueOf(other)
        if (others <= MOST_PEOPLE && Math.abs(others - Math.round(others)) < EXACT) return [one, other]
      }
    }
  return undefined
}

/** The maximum distance between an amount and the people who pay it, in words. */
const NEAR_A_GROUP = 14
const MAX_PRICES = 3
const MOST_PEOPLE = 4
const GROUP =
  /^(?:family|families|adults?|kids?|child(?:ren)?|students?|pupils?|couples?|parents?|[وفبل]?(?:ال)?(?:عايله|اسره|طفل|طفلان|طفلين|اطفال|بالغ|بالغان|بالغين|طالب|طلاب|طالبان|طالبين|والدان|والدين|شخصان|شخصين|زوجان|زوجين))$/u
