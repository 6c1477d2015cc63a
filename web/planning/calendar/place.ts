import { CALENDAR_VIEWS, type CalendarView } from '#core/posts/calendar.ts'

/** What a calendar is opened at: a view, and a day in it, or null for today. */
export interface Place {
  view: CalendarView
  date: string | null
}

/** The place that an address names: `?view=week&day=2026-11-22`. What is none is left out. */
export function placeIn(search: string, firstView: CalendarView): Place {
  const given = new URLSearchParams(search)
  const day = given.get('day') ?? ''
  return {
    view: CALENDAR_VIEWS.find((view) => view === given.get('view')) ?? firstView,
    date: isDay(day) ? day : null,
  }
}

/** That address, with what else stands in it. */
export function searchFor(search: string, { view, date }: Place, firstView: CalendarView): string {
  const next = new URLSearchParams(search)
  next.delete('view')
  next.delete('day')
  if (view !== firstView) next.set('view', view)
  if (date) next.set('day', date)
  return next.size > 0 ? `?${next.toString()}` : ''
}

/** In years that every part of Frogy can count on from. */
function isDay(text: string): boolean {
  const at = /^(19|[2-8]\d)\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
