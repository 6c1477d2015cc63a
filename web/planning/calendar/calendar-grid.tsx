import { memo } from 'react'
import type { Grid } from './grid.ts'
import { MonthGrid } from './month-grid.tsx'
import { WeekGrid } from './week-grid.tsx'

/** A week or month of days. Memoized, so that it renders only when its props change. */
export const CalendarGrid = memo(function CalendarGrid(grid: Grid) {
  return grid.view === 'month' ? <MonthGrid {...grid} /> : <WeekGrid {...grid} />
})
