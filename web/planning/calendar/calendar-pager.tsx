import { memo, useDeferredValue, useMemo, type ComponentProps } from 'react'
import { dateInNextView, type CalendarView } from '#core/posts/calendar.ts'
import { classNames } from '../../lib/class-names.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { useShownDays } from './use-calendar.ts'
import { isUnfiltered, useDays, type CalendarFilter } from './use-days.ts'

interface Pager extends Pick<
  ComponentProps<typeof CalendarGrid>,
  'today' | 'names' | 'withHijri' | 'opened' | 'shownDay' | 'accounts' | 'onOpen'
> {
  view: CalendarView
  date: string
  filter: CalendarFilter
}

const NO_DATES: readonly string[] = []

/**
 * The calendar with the previous and next month. React renders these hidden and with low priority, so that the arrow
 * buttons show them immediately.
 */
export function CalendarPager({
  isReady,
  ...pager
}: Pager & { /** Whether the visible days have loaded. */ isReady: boolean }) {
  const { view, filter } = pager
  const visibleDate = view === 'month' ? `${pager.date.slice(0, 7)}-01` : pager.date
  // During a search, loads only the visible days, because the search changes with every key press.
  const hasNeighbours = view === 'month' && isReady && isUnfiltered(filter)
  const neighbours = useMemo(
    () =>
      hasNeighbours ? [dateInNextView('month', visibleDate, -1), dateInNextView('month', visibleDate, 1)] : NO_DATES,
    [hasNeighbours, visibleDate],
  )
  const prepared = useDeferredValue(neighbours, NO_DATES)
  const pages = view === 'month' ? [...new Set([visibleDate, ...prepared])].toSorted() : [visibleDate]
  return (
    <div className="grid">
      {pages.map((date) => (
        <Days key={view === 'month' ? date : view} {...pager} date={date} isInView={date === visibleDate} />
      ))}
    </div>
  )
}

const Days = memo(function Days({ date, filter, isInView, opened, ...rest }: Pager & { isInView: boolean }) {
  const { days, earlier, months } = useShownDays(rest.view, date, rest.today)
  const { byDate, isPending, error } = useDays(days, filter)
  // Shows the month before the drag handles, because hundreds of drag handles are slow to mount.
  const isMovable = useDeferredValue(isInView, false)
  return (
    <div
      aria-hidden={isInView ? undefined : true}
      className={classNames('col-start-1 row-start-1 min-w-0', !isInView && 'invisible h-0 overflow-clip')}
    >
      <CalendarGrid
        days={days}
        earlier={earlier}
        months={months}
        filter={filter}
        byDate={byDate}
        isRead={!isPending && !error}
        isPending={isPending}
        isFiltered={!isUnfiltered(filter)}
        opened={isInView ? opened : null}
        isMovable={isMovable}
        {...rest}
      />
    </div>
  )
})
