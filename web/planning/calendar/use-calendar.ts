import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  dateInNextView,
  daysInView,
  monthsShown,
  monthWeeks,
  today as todayIn,
  type CalendarView,
} from '#core/posts/calendar.ts'
import { useDates } from '../../lib/dates.ts'
import { useFirstWeekday } from '../../lib/first-weekday.ts'
import { useNow } from '../../lib/use-now.ts'
import { readPosition, writePosition, type CalendarPosition } from './calendar-position.ts'
import { NO_FILTER, useDays, type CalendarFilter } from './use-days.ts'

export function useCalendar(
  [position, setPosition]: [CalendarPosition, (position: CalendarPosition) => void],
  filter: CalendarFilter = NO_FILTER,
) {
  const today = todayIn(useNow(), useDates().timeZone)
  const { view } = position
  const date = position.date ?? today
  const { days, earlier, months } = useShownDays(view, date, today)
  const setDate = (next: string) => setPosition({ view, date: next === today ? null : next })
  return {
    today,
    view,
    setView: (next: CalendarView) => setPosition({ ...position, view: next }),
    date,
    setDate,
    step: (by: 1 | -1) => setDate(dateInNextView(view, date, by)),
    days,
    earlier,
    months,
    ...useDays(days, filter),
  }
}

const NONE: readonly string[] = []

/** Returns the days of a view, the earlier weeks that are folded, and the months that are shown in full. */
export function useShownDays(view: CalendarView, date: string, today: string) {
  const firstWeekday = useFirstWeekday()
  return useMemo(() => {
    if (view === 'week') return { days: daysInView(view, date, firstWeekday), earlier: NONE, months: NONE }
    const weeks = monthWeeks(date, today, firstWeekday)
    return { ...weeks, months: monthsShown(date, weeks.days) }
  }, [view, date, today, firstWeekday])
}

export type Calendar = ReturnType<typeof useCalendar>

export function usePositionInAddress(
  firstView: CalendarView,
): [CalendarPosition, (position: CalendarPosition) => void] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  return [
    readPosition(search, firstView),
    (position) => navigate(path + writePosition(search, position, firstView), { replace: true }),
  ]
}
