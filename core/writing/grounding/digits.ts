import type { Figure } from './figure.ts'
import { isLoose } from './results.ts'

/** The significant digits of a claim, at most 4. A fraction such as "a third" has one. */
export const digitsOf = ({ values, writtenValues, scale = 1, isShare }: Figure): number => {
  if (isShare) return 1
  const written = Number((((writtenValues ?? values)[0] ?? 0) / scale).toPrecision(10))
  return Math.min(
    4,
    Math.max(
      1,
      String(written)
        .replace('.', '')
        .replace(/^0+|0+$/g, '').length,
    ),
  )
}

/** Whether a value has at least three significant digits. Such a value rarely results by chance: 1,150, but not 12. */
export const isDistinct = (claim: Figure): boolean => digitsOf({ ...claim, scale: 1, writtenValues: claim.values }) >= 3

/**
 * Half of the claim's last digit: a claim may be rounded by that much, such as 15% for 15.3%, and 850 for 847. One digit
 * other than zero remains before the rounded one.
 */
export function lastDigitOf(claim: Figure): number {
  const { values, writtenValues, times = 1, scale = 1, hedge, per } = claim
  const written = String(Number(((writtenValues?.[0] ?? values[0] ?? 0) / scale).toPrecision(10)))
  const decimals = /\.(\d+)$/.exec(written)?.[1]?.length ?? 0
  const isRound =
    decimals === 0 && (hedge !== null || per !== undefined || digitsOf(claim) > 2 || Number(written) >= LARGE)
  const zeros = isRound ? Math.min(/0*$/.exec(written)?.[0].length ?? 0, written.length - 2) : 0
  return 0.5 * 10 ** (Math.max(zeros, 0) - Math.min(decimals, 6)) * times * scale
}

/** From this number on, zeros at the end of a number usually mean that it is rounded. */
export const LARGE = 10_000

export const areEqual = (one: Figure, other: Figure): boolean =>
  (one.unit === other.unit || isLoose(one) || isLoose(other)) &&
  [...one.values, ...(one.writtenValues ?? [])].some((value) =>
    [...other.values, ...(other.writtenValues ?? [])].some((each) => Math.abs(value - each) <= EXACT * Math.abs(each)),
  )

export const EXACT = 1e-6
