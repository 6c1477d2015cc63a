import { MOST_DAYS, USUAL_DAYS } from '#core/analytics/range.ts'
import { dayAfter } from '#core/posts/calendar.ts'

/** The ranges that one press chooses, in days until today. */
export const RANGES = [7, 30, 90] as const

/** Which days are shown: so many until today, or from one to another. */
export type Range = { days: (typeof RANGES)[number] } | { from: string; to: string }

/** The range that an address names: `?days=7`, `?from=2026-05-01&to=2026-05-09`. What is none is the usual one. */
export function rangeIn(search: string): Range {
  const given = new URLSearchParams(search)
  const own = { from: given.get('from') ?? '', to: given.get('to') ?? '' }
  if (isRange(own)) return own
  return { days: RANGES.find((days) => String(days) === given.get('days')) ?? USUAL_DAYS }
}

/** The address's part that names a range; empty for the usual one. */
export function searchOf(range: Range): string {
  if ('from' in range) return `?from=${range.from}&to=${range.to}`
  return range.days === USUAL_DAYS ? '' : `?days=${range.days}`
}

/** The first and the last day of a range; nothing for the usual one, which the server knows. */
export function queryOf(range: Range, today: string): { from?: string; to?: string } {
  if ('from' in range) return range
  return range.days === USUAL_DAYS ? {} : { from: dayAfter(today, 1 - range.days), to: today }
}

export function isRange({ from, to }: { from: string; to: string }): boolean {
  const days = 1 + (Date.parse(to) - Date.parse(from)) / 86_400_000
  return [from, to].every((day) => /^(19|[2-8]\d)\d\d-\d\d-\d\d$/.test(day)) && days >= 1 && days <= MOST_DAYS
}
