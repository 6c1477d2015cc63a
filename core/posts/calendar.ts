import { startOfDay, wallClock, weekdayOf } from '../time-zone.ts'
import type { PostStatus } from './lifecycle.ts'

export const CALENDAR_VIEWS = ['week', 'month'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

const DAY_MS = 86_400_000

/** Whether a text is a valid date. Limits years to those that all code for dates supports. */
export function isDay(text: string): boolean {
  const at = /^(19|[2-8]\d)\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The date `days` later. Dates (`2025-12-03`) have no time zone, so clock changes have no effect. */
export function dayAfter(date: string, days = 1): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The dates that a view shows: a month in whole weeks, or seven days of which `date` is the second.
 * @param firstWeekday 0 is Sunday
 */
export function daysInView(view: CalendarView, date: string, firstWeekday: number): string[] {
  if (view === 'week') return datesBetween(dayAfter(date, -1), dayAfter(date, 5))
  const last = dayAfter(`${monthAfter(date, 1).slice(0, 7)}-01`, -1)
  return datesBetween(weekOf(`${date.slice(0, 7)}-01`, firstWeekday), dayAfter(weekOf(last, firstWeekday), 6))
}

/** The minimum number of weeks in the view of the current month. */
const MIN_WEEKS = 5

/**
 * The weeks of a month view. The current month starts with the current week and has at least five weeks. `earlier` has
 * the past weeks of the month, or else those of the previous month.
 */
export function monthWeeks(
  date: string,
  today: string,
  firstWeekday: number,
): { earlier: readonly string[]; days: readonly string[] } {
  const all = daysInView('month', date, firstWeekday)
  if (date.slice(0, 7) !== today.slice(0, 7)) return { earlier: [], days: all }
  const current = weekOf(today, firstWeekday)
  const [last = '', least] = [all.at(-1), dayAfter(current, 7 * MIN_WEEKS - 1)]
  const hasEarlier = all.some((day) => day < current)
  const before = hasEarlier ? all : daysInView('month', monthAfter(date, -1), firstWeekday)
  return {
    earlier: before.filter((day) => day < current),
    days: datesBetween(current, last > least ? last : least),
  }
}

/**
 * The months in the title of a month view, such as `2025-12`. Includes the next month if the view shows at least seven
 * days of it.
 */
export function monthsShown(date: string, days: readonly string[]): string[] {
  const month = date.slice(0, 7)
  const next = monthAfter(`${month}-01`, 1).slice(0, 7)
  // Do not name the next month in the title if the view only completes its last week with it.
  const isExtended = days.filter((day) => day.startsWith(next)).length >= 7
  return isExtended ? [month, next] : [month]
}

/** The dates from the first to the last, both included. */
export function datesBetween(first: string, last: string): string[] {
  const dates = []
  for (let date = first; date <= last; date = dayAfter(date)) dates.push(date)
  return dates
}

/**
 * The date that the next or previous view shows. A week view moves by seven days. A month view moves to the same day of
 * the month, or to the month's last day.
 */
export function dateInNextView(view: CalendarView, date: string, step: 1 | -1): string {
  return view === 'week' ? dayAfter(date, 7 * step) : monthAfter(date, step)
}

/** The instants at which each day begins in the zone, and the end of the last day. */
export function dayStarts(days: readonly string[], timeZone: string): Date[] {
  const last = days.at(-1)
  return last === undefined ? [] : [...days, dayAfter(last)].map((day) => startOfDay(day, timeZone))
}

/** Groups items by local day. Computes each day's start only once, because time zone lookups are slow. */
export function byDay<T>(
  things: readonly T[],
  whenOf: (thing: T) => Date,
  days: readonly string[],
  timeZone: string,
): Map<string, T[]> {
  const begins = dayStarts(days, timeZone).map((begin) => begin.getTime())
  const found = new Map<string, T[]>()
  for (const thing of things) {
    const at = whenOf(thing).getTime()
    let [low, high] = [0, begins.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((begins[middle] ?? 0) <= at) low = middle + 1
      else high = middle
    }
    const day = days[low - 1]
    if (day === undefined) continue
    const ofDay = found.get(day)
    if (ofDay) ofDay.push(thing)
    else found.set(day, [thing])
  }
  return found
}

/** When a post appears in the calendar: its publication time, otherwise its scheduled time. Null for drafts. */
export function calendarTime(post: {
  status: PostStatus
  scheduledAt: string | null
  publishedAt: string | null
}): Date | null {
  const at = post.status === 'published' ? post.publishedAt : post.status === 'draft' ? null : post.scheduledAt
  return at === null ? null : new Date(at)
}

/** Statuses, worst first. A calendar day shows the worst status of its posts. */
const RANKS = ['failed', 'missed', 'unconfirmed', 'in_review', 'publishing', 'scheduled', 'published'] as const
export type DayState = (typeof RANKS)[number]

export function worstStatus(byStatus: Partial<Record<PostStatus, number>>): DayState | null {
  return RANKS.find((status) => (byStatus[status] ?? 0) > 0) ?? null
}

export const today = (now: Date, timeZone: string): string => wallClock(now, timeZone).date

const weekOf = (date: string, firstWeekday: number): string =>
  dayAfter(date, -((weekdayOf(date) - firstWeekday + 7) % 7))

function monthAfter(date: string, step: 1 | -1): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + step, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + step, Math.min(day, last))).toISOString().slice(0, 10)
}
