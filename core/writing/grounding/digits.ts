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

/** By how much a claim may be rounded: half of its last digit, such as 0.5 for 15%, so that 15% fits 15.3%. */
export function lastDigitOf({ values, writtenValues, times = 1, scale = 1 }: Figure): number {
  const written = (writtenValues?.[0] ?? values[0] ?? 0) / scale
  const decimals = /\.(\d+)$/.exec(String(Number(written.toPrecision(10))))?.[1]?.length ?? 0
  return 0.5 * 10 ** -Math.min(decimals, 6) * times * scale
}

export const areEqual = (one: Figure, other: Figure): boolean =>
  (one.unit === other.unit || isLoose(one) || isLoose(other)) &&
  [...one.values, ...(one.writtenValues ?? [])].some((value) =>
    [...other.values, ...(other.writtenValues ?? [])].some((each) => Math.abs(value - each) <= EXACT * Math.abs(each)),
  )

export const EXACT = 1e-6
