import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { dateInNext, daysInView, today as todayIn, type CalendarView } from '#core/posts/calendar.ts'
import { useDates } from '../../lib/dates.ts'
import { useFirstWeekday } from '../../lib/first-weekday.ts'
import { useNow } from '../../lib/use-now.ts'
import { placeIn, searchFor, type Place } from './place.ts'
import { ALL_SHOWN, useDays, type Shown } from './use-days.ts'

/** The visible days around a date, with their posts. */
export function useCalendar([place, setPlace]: [Place, (place: Place) => void], shown: Shown = ALL_SHOWN) {
  const today = todayIn(useNow(), useDates().timeZone)
  const { view } = place
  const date = place.date ?? today
  const firstDay = useFirstWeekday()
  const days = useMemo(() => daysInView(view, date, firstDay), [view, date, firstDay])
  const setDate = (next: string) => setPlace({ view, date: next === today ? null : next })
  return {
    today,
    view,
    setView: (next: CalendarView) => setPlace({ ...place, view: next }),
    date,
    setDate,
    step: (by: 1 | -1) => setDate(dateInNext(view, date, by)),
    days,
    ...useDays(days, shown),
  }
}

export type Calendar = ReturnType<typeof useCalendar>

/** A calendar position in the page's address. It survives a reload and can be shared. */
export function usePlaceInAddress(firstView: CalendarView): [Place, (place: Place) => void] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  return [
    placeIn(search, firstView),
    (place) => navigate(path + searchFor(search, place, firstView), { replace: true }),
  ]
}
