import { dayAfter, type CalendarView } from '#core/posts/calendar.ts'
import { movedTo, type CalendarCell } from '#core/posts/moved-time.ts'
import { instantOf, wallClock } from '#core/time-zone.ts'
import type { DraggedItem } from './dragging.ts'

export function cellFromId(id: string): CalendarCell {
  const [date = '', moment] = id.split('T')
  if (moment === undefined) return { date }
  return moment.includes(':') ? { date, time: moment } : { date, hour: Number(moment) }
}

/** The rank of overlapping drop targets: an hour has precedence over a weekly time, and a weekly time over its day. */
export function rankOfCell(id: string): number {
  const { hour, time } = cellFromId(id)
  return hour === undefined ? (time === undefined ? 2 : 1) : 0
}

/**
 * Returns the time of publication after a drop. Null for a draft that is dropped on a day without a time, because its
 * publishing time is still unknown.
 */
export function publishTimeAt(dragged: DraggedItem, cell: CalendarCell, timeZone: string): Date | null {
  if (dragged.kind === 'post') return movedTo(new Date(dragged.post.at), cell, timeZone)
  const time = cell.time ?? (cell.hour === undefined ? null : `${String(cell.hour).padStart(2, '0')}:00`)
  return time === null ? null : instantOf(cell.date, time, timeZone)
}

export function isPastCell(dragged: DraggedItem, cell: CalendarCell, timeZone: string, now: Date): boolean {
  const at = publishTimeAt(dragged, cell, timeZone)
  return at ? at <= now : cell.date < wallClock(now, timeZone).date
}

type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
export const isArrow = (key: string): key is Arrow => ARROWS.includes(key)

/**
 * Returns the cell to which an arrow key moves a dragged item. Null if that cell is out of view.
 * @param startHour the item's hour before the drag
 */
export function nextCell(
  arrow: Arrow,
  { date, hour }: CalendarCell,
  { view, days, isRtl }: { view: CalendarView; days: readonly string[]; isRtl: boolean },
  startHour: number,
): CalendarCell | null {
  const isBack = arrow === 'ArrowUp' || arrow === (isRtl ? 'ArrowRight' : 'ArrowLeft')
  const isUpright = arrow === 'ArrowUp' || arrow === 'ArrowDown'
  if (view === 'week' && isUpright) {
    const next = (hour ?? startHour) + (isBack ? -1 : 1)
    return next < 0 || next > 23 ? null : { date, hour: next }
  }
  const next = dayAfter(date, (isBack ? -1 : 1) * (isUpright ? 7 : 1))
  return days.includes(next) ? { date: next, ...(hour !== undefined && { hour }) } : null
}
