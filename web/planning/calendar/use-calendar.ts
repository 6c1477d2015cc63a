import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { dateInNextView, daysInView, today as todayIn, type CalendarView } from '#core/posts/calendar.ts'
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
  const firstDay = useFirstWeekday()
  const days = useMemo(() => daysInView(view, date, firstDay), [view, date, firstDay])
  const setDate = (next: string) => setPosition({ view, date: next === today ? null : next })
  return {
    today,
    view,
    setView: (next: CalendarView) => setPosition({ ...position, view: next }),
    date,
    setDate,
    step: (by: 1 | -1) => setDate(dateInNextView(view, date, by)),
    days,
    ...useDays(days, filter),
  }
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
