import type { Segment } from './lines.ts'

/** The lines of a cell, from the top down; none where it is empty. */
type Cell = Segment[]
type Row = Cell[]

/** How much further apart than the lines of one cell rows must be, at least. */
const ROW_GAP = 1.15

/** From baseline to baseline within a cell, in ems, at most. */
const CELL_LEADING = 2

/**
 * The rows of a table, from the lines of its columns, each from the top down. Which lines belong to one cell is told by a
 * column in which no cell has two, where there is one, and by the gaps otherwise.
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

/** From baseline to baseline, in points; of lines at one height none. */
function gapsOf(lines: readonly Segment[]): number[] {
  return lines
    .slice(1)
    .map(({ baseline }, at) => lines[at]!.baseline - baseline)
    .filter((gap, at) => gap > 0.3 * lines[at]!.size)
}

/** The rows in which one column has a line each. The cells of others may begin above it or below it, or stand between. */
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

/** Lines as near to each other as lines of one cell are, unless each has a row of its own. */
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

/** Where the first of lines that go from the top down is that lies below a height; how many there are where none does. */
function firstBelow(lines: readonly Segment[], height: number): number {
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (lines[middle]!.baseline < height) to = middle
    else from = middle + 1
  }
  return from
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity)
}

/** Lines nearer to each other than rows are belong to cells of several lines, unless every cell has one. */
function rowsByGaps(columns: readonly Segment[][]): Row[] {
  const baselines = columns
    .flat()
    .map(({ baseline }) => baseline)
    .sort((one, other) => other - one)
  const size = columns[0]![0]!.size
  const gaps = baselines.slice(1).map((baseline, at) => baselines[at]! - baseline)
  const usual = [gaps.filter((gap) => gap > 0.3 * size), ...columns.map((lines) => gapsOf(lines))]
    .filter((some, at) => at === 0 || some.length > 2)
    .map((some) => some.sort((one, other) => one - other)[Math.floor(some.length * 0.75)] ?? 0)
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

/** A row whose first cell is empty, right below another, goes on with that row's cells. */
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
