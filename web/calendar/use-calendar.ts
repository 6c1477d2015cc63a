import { useMemo, useState } from 'react'
import { dateInNext, daysInView, today as todayIn, type CalendarView } from '#core/posts/calendar.ts'
import { firstWeekday } from '#core/posts/week-start.ts'
import { useDates } from '../lib/dates.ts'
import { useNow } from '../lib/now.ts'
import { ALL_SHOWN, useDays, type Shown } from './use-days.ts'

/** The days in view, around one of them, and what stands on them. */
export function useCalendar(firstView: CalendarView, shown: Shown = ALL_SHOWN) {
  const today = todayIn(useNow(), useDates().timeZone)
  const [view, setView] = useState(firstView)
  const [date, setDate] = useState(today)
  const days = useMemo(() => daysInView(view, date, firstWeekday(navigator.language)), [view, date])
  return {
    today,
    view,
    setView,
    date,
    setDate,
    step: (by: 1 | -1) => setDate(dateInNext(view, date, by)),
    days,
    ...useDays(days, shown),
  }
}

export type Calendar = ReturnType<typeof useCalendar>
