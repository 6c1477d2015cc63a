import type { ReactNode } from 'react'
import { dayAfter } from '#core/posts/calendar.ts'
import { weekendAt } from '#core/planning/weekend.ts'
import { useDates } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'
import { EarlierWeeks } from './earlier-weeks.tsx'
import type { Grid } from './grid.ts'
import { Weeks } from './month-weeks.tsx'
import { countOf } from './use-days.ts'

/** For this many days from today, a day without posts shows its next free weekly time. */
const FREE_DAYS = 10

/** Shows a month in whole weeks. The weeks before the current one are folded into one line. */
export function MonthGrid(grid: Grid) {
  const { days, today, byDate, isRead } = grid
  const { timeZone } = useDates()
  const weekend = weekendAt(timeZone, navigator.language)
  const isEmpty = (date: string) => countOf(byDate.get(date)) === 0
  const now = useNow()
  const freeOn = (date: string) =>
    date >= today && date < dayAfter(today, FREE_DAYS) && isEmpty(date)
      ? byDate.get(date)?.free?.find(({ at }) => new Date(at) > now)
      : undefined
  const isResting = (date: string) => date >= today && isEmpty(date) && !freeOn(date)
  const restDay = isRead && !grid.isFiltered ? days.find(isResting) : undefined
  return (
    <MonthTable grid={grid} weekend={weekend}>
      <Weeks grid={grid} days={days} weekend={weekend} freeOn={freeOn} restDay={restDay} />
    </MonthTable>
  )
}

/** The table around the weeks of a month: the days of the week, and the earlier weeks. */
export function MonthTable({
  grid,
  weekend,
  children,
}: {
  grid: Grid
  weekend: readonly number[]
  children: ReactNode
}) {
  const { days, names } = grid
  return (
    <table className="w-full table-fixed border-collapse">
      <thead>
        <tr className="border-b border-line">
          {days.slice(0, 7).map((date) => (
            <th key={date} scope="col" className="pb-2 text-13 font-text text-ink-soft md:ps-2 md:text-start">
              <abbr title={names.longWeekday(date)} className="no-underline">
                {names.weekday(date)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      {grid.earlier && grid.earlier.length > 0 && <EarlierWeeks grid={grid} weekend={weekend} />}
      <tbody>{children}</tbody>
    </table>
  )
}
