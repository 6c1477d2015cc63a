import { memo } from 'react'
import type { Grid } from './grid.ts'
import { MonthGrid } from './month-grid.tsx'
import { WeekGrid } from './week-grid.tsx'

/** Shows the days of a week or month. Memoized, so that it renders only when its props change. */
export const CalendarGrid = memo(function CalendarGrid(grid: Grid) {
  return grid.view === 'month' ? <MonthGrid {...grid} /> : <WeekGrid {...grid} />
})
