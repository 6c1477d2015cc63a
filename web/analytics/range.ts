import { MAX_RANGE_DAYS, DEFAULT_RANGE_DAYS } from '#core/analytics/range.ts'
import { dayAfter, isDay } from '#core/posts/calendar.ts'

export const RANGES = [7, 30, 90] as const

export type Range = { days: (typeof RANGES)[number] } | { from: string; to: string }

/**
 * Parses the range in the page's URL: `?days=7` or `?from=2026-05-01&to=2026-05-09`. Invalid input gives the default
 * range.
 */
export function rangeIn(search: string): Range {
  const given = new URLSearchParams(search)
  const own = { from: given.get('from') ?? '', to: given.get('to') ?? '' }
  if (isRange(own)) return own
  return { days: RANGES.find((days) => String(days) === given.get('days')) ?? DEFAULT_RANGE_DAYS }
}

export function searchOf(range: Range): string {
  if ('from' in range) return `?from=${range.from}&to=${range.to}`
  return range.days === DEFAULT_RANGE_DAYS ? '' : `?days=${range.days}`
}

/** The query parameters of a range: its first and last day. Empty for the default range, which the server knows. */
export function queryOf(range: Range, today: string): { from?: string; to?: string } {
  if ('from' in range) return range
  return range.days === DEFAULT_RANGE_DAYS ? {} : { from: dayAfter(today, 1 - range.days), to: today }
}

export function isRange({ from, to }: { from: string; to: string }): boolean {
  const days = 1 + (Date.parse(to) - Date.parse(from)) / 86_400_000
  return isDay(from) && isDay(to) && days >= 1 && days <= MAX_RANGE_DAYS
}
