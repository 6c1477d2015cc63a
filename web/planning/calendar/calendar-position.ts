import { CALENDAR_VIEWS, isDay, type CalendarView } from '#core/posts/calendar.ts'

/** The view and date that a calendar opens with. A null date means today. */
export interface CalendarPosition {
  view: CalendarView
  date: string | null
}

export function readPosition(search: string, firstView: CalendarView): CalendarPosition {
  const given = new URLSearchParams(search)
  const day = given.get('day') ?? ''
  return { view: CALENDAR_VIEWS.find((view) => view === given.get('view')) ?? firstView, date: isDay(day) ? day : null }
}

export function writePosition(search: string, { view, date }: CalendarPosition, firstView: CalendarView): string {
  const next = new URLSearchParams(search)
  next.delete('view')
  next.delete('day')
  if (view !== firstView) next.set('view', view)
  if (date) next.set('day', date)
  return next.size > 0 ? `?${next.toString()}` : ''
}
