import { digitsOf, EXACT, isDistinct, LARGE, lastDigitOf } from './digits.ts'
import type { Figure } from './figure.ts'
import { isLoose, valueOf, type Operation, type Result } from './results.ts'

export function fitsUnit(claim: Figure, { unit, operation, terms }: Result): boolean {
  if (isLoose(claim))
    return (
      unit === null ||
      unit === 'times' ||
      (operation !== 'ratio' &&
        operation !== 'change' &&
        (claim.nouns.length === 0 || (claim.scale ?? 1) >= 1_000_000) &&
        unit !== 'percent')
    )
  if (claim.unit === 'times') return unit === 'times'
  if (claim.unit === 'points') return unit === 'points' || unit === null
  const isSumOfMoney =
    operation === 'quotient' && isMoney(claim) && terms.some(({ scale, nouns }) => scale && nouns.length === 0)
  return (
    claim.unit === unit ||
    (unit === null && isSumOfMoney) ||
    (unit === null &&
      operation === 'sum' &&
      isMoney(claim) &&
      terms.every(({ scale, nouns }) => scale && nouns.length === 0)) ||
    (unit === null &&
      operation === 'difference' &&
      claim.unit !== 'percent' &&
      claim.unit?.startsWith('money:') !== true)
  )
}

export function isNear(claim: Figure, { value, operation }: Result): boolean {
  const isFree =
    operation === 'ratio' ||
    operation === 'change' ||
    claim.hedge !== null ||
    isDistinct(claim) ||
    claim.scale !== undefined ||
    claim.values.some((value) => value >= LARGE && claim.unit === null) ||
    (operation === 'quotient' && (isMoney(claim) || digitsOf(claim) > 1 || claim.per !== undefined))
  const mostOff = claim.unit === 'percent' ? 0.08 : 0.04
  const rounded = isFree ? Math.min(lastDigitOf(claim), mostOff * value) : 1e-3 * value
  // Allow the rounding of the claim: "three quarters of a second" is rounded, as is "a third".
  const ownWithin = claim.isShare && value < 50 ? Math.max(claim.within, 0.03 * value) : claim.within
  const within = isRounding(operation) ? Math.max(ownWithin, rounded) : Math.max(ownWithin, EXACT * value)
  return claim.values.some((claimed) => {
    const off = (value - claimed) / (value || 1)
    if (Math.abs(value - claimed) <= within) return true
    if (claim.hedge === 'about') return Math.abs(off) <= (claim.unit === 'times' ? 2.4 : 1) * ROUND_OFF
    if (claim.hedge === 'over') return off >= 0 && off <= 3 * ROUND_OFF
    return claim.hedge === 'under' && off <= 0 && -off <= 3 * ROUND_OFF
  })
}

const ROUND_OFF = 0.065

/**
 * Whether the claim and the result have opposite trends. A fall from 80 to 60 is a quarter, but a rise from 60 to 80 is
 * a third.
 */
export const areReversed = (claim: Figure, { trend }: Result): boolean =>
  claim.trend !== undefined && trend !== undefined && claim.trend !== trend

/** Whether the claim only repeats a number of the calculation instead of stating its result. */
export const isTerm = (claim: Figure, { terms, operation }: Result): boolean =>
  terms.some(
    (term) =>
      (term.unit === claim.unit && valueOf(term) === valueOf(claim)) ||
      // The same number in another unit is a mistake and not a result, such as 40 minutes for 40 seconds.
      ((operation === 'product' || operation === 'quotient') &&
        term.writtenValues?.[0] === claim.writtenValues?.[0] &&
        valueOf(term) !== valueOf(claim)),
  )

export const isRounding = (operation: Operation): boolean =>
  operation === 'ratio' || operation === 'change' || operation === 'quotient' || operation === 'product'

export const isMoney = ({ unit }: Figure): boolean => unit?.startsWith('money:') ?? false
