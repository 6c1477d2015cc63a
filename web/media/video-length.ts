import type { useFormatter } from 'use-intl'

type Format = Pick<ReturnType<typeof useFormatter>, 'number'>

/** A length such as `1:05`, in the digits of the user's language. */
export function videoLength(durationMs: number, format: Format): string {
  const seconds = Math.max(1, Math.round(durationMs / 1_000))
  const two = { minimumIntegerDigits: 2, useGrouping: false }
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = format.number(seconds % 60, two)
  return hours > 0
    ? `${format.number(hours)}:${format.number(minutes, two)}:${rest}`
    : `${format.number(minutes)}:${rest}`
}
