import { countBefore } from '#core/binary-search.ts'
import type { Segment } from './lines.ts'

/** The lines of a cell from the top down. An empty cell has none. */
type Cell = Segment[]
type Row = Cell[]

/** Rows of a table must be at least this many times as far apart as the lines within a cell. */
const ROW_GAP = 1.15

/** The largest distance between the baselines of two lines in a cell, in ems. */
const CELL_LEADING = 2

/**
 * Splits a table into rows. If each cell of a column has one line, each line of that column is a row. Otherwise, large
 * gaps between lines separate the rows.
 */
export function rowsOf(columns: readonly Segment[][]): Row[] {
  const leading = least(columns.flatMap((lines) => gapsOf(lines)))
  const single =
    leading > CELL_LEADING * columns[0]![0]!.size
      ? []
      : columns
          .filter((lines) => lines.length > 1 && least(gapsOf(lines)) > ROW_GAP * leading)
          .reduce<Segment[]>((most, lines) => (lines.length > most.length ? lines : most), [])
  return single.length > 0 ? rowsBeside(single, columns, leading) : withContinuations(rowsByGaps(columns))
}

/** The distances between baselines, in points. Lines at the same height count as one. */
function gapsOf(lines: readonly Segment[]): number[] {
  return lines
    .slice(1)
    .map(({ baseline }, at) => lines[at]!.baseline - baseline)
    .filter((gap, at) => gap > 0.3 * lines[at]!.size)
}

/** Makes one row per line of the column `single`. Cells of other columns may start above or below that line. */
function rowsBeside(single: readonly Segment[], columns: readonly Segment[][], leading: number): Row[] {
  const rows = new Map<number, Row>()
  const rowAt = (height: number): Row => {
    const row = rows.get(height) ?? columns.map(() => [])
    rows.set(height, row)
    return row
  }
  for (const { baseline } of single) rowAt(baseline)
  for (const [at, lines] of columns.entries()) {
    for (const cell of cellsOf(lines, single, leading)) {
      const [top, bottom] = [cell[0]!.baseline, cell.at(-1)!.baseline]
      const near = nearest(single, (top + bottom) / 2)
      const isBeside = near < top + leading / 2 && near > bottom - leading / 2
      rowAt(isBeside ? near : top)[at]!.push(...cell)
    }
  }
  return [...rows].sort(([one], [other]) => other - one).map(([, row]) => row)
}

/** Joins close lines into one cell, unless each line is next to a different row. */
function cellsOf(lines: readonly Segment[], single: readonly Segment[], leading: number): Cell[] {
  const cells: Cell[] = []
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1]
    const isNear = above && above.baseline - line.baseline < ROW_GAP * leading
    if (isNear) cells.at(-1)!.push(line)
    else cells.push([line])
  }
  return cells.flatMap((cell) => {
    const reach = 0.3 * cell[0]!.size
    const beside = firstBelow(single, cell.at(-1)!.baseline - reach) - firstBelow(single, cell[0]!.baseline + reach)
    return beside > 1 ? cell.map((line) => [line]) : [cell]
  })
}

function nearest(lines: readonly Segment[], height: number): number {
  const at = firstBelow(lines, height)
  const [above, below] = [lines[at - 1]?.baseline ?? Infinity, lines[at]?.baseline ?? -Infinity]
  return above - height < height - below ? above : below
}

/** The index of the first line below a height, or the number of lines. Lines go from the top down. */
function firstBelow(lines: readonly Segment[], height: number): number {
  return countBefore(lines.length, (at) => !(lines[at]!.baseline < height))
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Infinity)
}

/** Starts a row at each large gap, and where every column has a line at the same height. */
function rowsByGaps(columns: readonly Segment[][]): Row[] {
  const baselines = columns
    .flat()
    .map(({ baseline }) => baseline)
    .sort((a, b) => b - a)
  const size = columns[0]![0]!.size
  const gaps = baselines.slice(1).map((baseline, at) => baselines[at]! - baseline)
  const usual = [gaps.filter((gap) => gap > 0.3 * size), ...columns.map((lines) => gapsOf(lines))]
    .filter((some, at) => at === 0 || some.length > 2)
    .map((some) => some.sort((a, b) => a - b)[Math.floor(some.length * 0.75)] ?? 0)
  const rowGap = Math.min(0.8 * least(usual), CELL_LEADING * size)
  const byBaseline = columns.map((lines) => Map.groupBy(lines, ({ baseline }) => baseline))
  const rows: Row[] = []
  let above = Infinity
  for (const baseline of new Set(baselines)) {
    const isFilled = columns.length > 2 && byBaseline.every((lines) => lines.has(baseline))
    const isNewRow = above - baseline > Math.max(isFilled ? 0 : rowGap, 0.3 * size)
    if (isNewRow) rows.push(columns.map(() => []))
    for (const [at, lines] of byBaseline.entries()) rows.at(-1)![at]!.push(...(lines.get(baseline) ?? []))
    above = baseline
  }
  return rows
}

/** Joins a row without text in its first column to the row directly above. */
function withContinuations(rows: readonly Row[]): Row[] {
  const result: Row[] = []
  for (const row of rows) {
    const above = result.at(-1)
    const size = row.flat()[0]!.size
    const isNear = above && bottomOfRow(above) - Math.max(...row.flat().map(({ baseline }) => baseline)) < 1.35 * size
    const fillsOnlyFilled = above && row.every((lines, at) => lines.length === 0 || above[at]!.length > 0)
    if (above && row[0]!.length === 0 && isNear && fillsOnlyFilled)
      row.forEach((lines, at) => above[at]!.push(...lines))
    else result.push(row)
  }
  return result
}

function bottomOfRow(row: Row): number {
  return Math.min(...row.flat().map(({ baseline }) => baseline))
}
