import { rowsByBaseline } from './glyph.ts'
import { COLUMN_GAP, segmentOf, type Segment } from './lines.ts'
import type { Direction } from './logical-order.ts'
import { isListMarker } from './list-marker.ts'
import { rowsOf } from './table-rows.ts'

/** A part of a page that is read from top to bottom: running text or a table. */
type Region =
  | { kind: 'text'; lines: Segment[] }
  /** The rows from the top down, with cells in reading order. A cell may have no lines. */
  | { kind: 'table'; rows: Segment[][][] }

interface Strip {
  left: number
  right: number
}

interface Column extends Strip {
  segments: Segment[]
}

/** A horizontal slice of a page: all text between two heights at which no line is cut. */
interface Band {
  segments: Segment[]
  top: number
  bottom: number
}

/** The deepest nesting of columns, such as a table inside one of two columns. */
const DEPTH_LIMIT = 4

/** The maximum number of gaps between columns. If there are more, they do not separate columns. */
const COLUMN_LIMIT = 60

/** Splits a page into regions in the order of reading. `direction` is the order of columns. */
export function regionsOf(segments: readonly Segment[], direction: Direction, depth = 0): Region[] {
  const regions: Region[] = []
  for (const group of groupsOf(bandsOf(segments))) {
    const columns = depth < DEPTH_LIMIT ? columnsOf(group, direction) : []
    if (columns.length < 2) {
      addText(regions, linesOf(group.flatMap((band) => band.segments)))
    } else if (isTable(columns)) {
      // Leave lines above the first row out of the table. They are its caption, or the end of a paragraph.
      const first = group.findIndex((band) => countTouched(band.segments, columns) > 1)
      const lead = new Set(
        group
          .slice(0, Math.max(0, first))
          .filter((band) => !isBeside(band.segments[0]!, group[first]!.segments[0]))
          .flatMap((band) => band.segments),
      )
      if (lead.size > 0) addText(regions, linesOf([...lead]))
      // A column whose only lines are above the table is not part of the table.
      const inTable = columns
        .map((column) => column.segments.filter((segment) => !lead.has(segment)))
        .filter((column) => column.length > 0)
      regions.push({ kind: 'table', rows: rowsOf(inTable.map((column) => linesOf(column))) })
    } else {
      for (const column of columns) {
        for (const region of regionsOf(column.segments, direction, depth + 1)) regions.push(region)
      }
    }
  }
  return regions
}

/** Adds lines to the text region above if they continue it, so that a paragraph can cross both regions. */
function addText(regions: Region[], lines: Segment[]): void {
  const last = regions.at(-1)
  if (last?.kind === 'text' && last.lines.at(-1)!.baseline > lines[0]!.baseline) last.lines = last.lines.concat(lines)
  else regions.push({ kind: 'text', lines })
}

function bandsOf(segments: readonly Segment[]): Band[] {
  const bands: Band[] = []
  for (const segment of [...segments].sort((a, b) => topOf(b) - topOf(a))) {
    const band = bands.at(-1)
    if (band && topOf(segment) > band.bottom) {
      band.segments.push(segment)
      band.bottom = Math.min(band.bottom, segment.baseline)
    } else bands.push({ segments: [segment], top: topOf(segment), bottom: segment.baseline })
  }
  return bands
}

/** The height of small letters above the baseline. With the full line height, dense lines would overlap. */
function topOf({ baseline, size }: Segment): number {
  return baseline + 0.6 * size
}

/** Groups slices of a page that share a vertical gap: text in columns, or the rows of a table. */
function groupsOf(bands: readonly Band[]): Band[][] {
  const groups: Band[][] = []
  let group: Band[] = []
  let strips: Strip[] = []
  for (const band of bands) {
    const own = stripsOf(band.segments)
    const isTooMuch = Math.max(strips.length, own.length) > COLUMN_LIMIT
    const together = isTooMuch ? [] : stripsOf([...strips, ...own], COLUMN_GAP * band.segments[0]!.size)
    // A line of text across a gap that both columns share ends the group. In a table, a line across a gap begins
    // another table.
    const isAcross =
      together.length < Math.max(strips.length, own.length) &&
      (Math.min(strips.length, own.length) === 1 || isTableSoFar(group))
    const isApart = own.length < 2 && group.length > 2 && standsApart(band, group)
    if (group.length > 0 && together.length >= 2 && !isAcross && !isApart) {
      group.push(band)
      strips = together
      continue
    }
    if (group.length > 0) groups.push(group)
    group = [band]
    strips = own
  }
  if (group.length > 0) groups.push(group)
  return groups.flatMap((bands) => withoutLead(bands))
}

function isTableSoFar(group: readonly Band[]): boolean {
  const columns = columnsOf(group, 'ltr')
  return columns.length > 2 && isTable(columns)
}

/** Separates the first line if it crosses a gap that all lines below share, such as a heading above columns. */
function withoutLead(group: Band[]): Band[][] {
  const [lead, ...rest] = group
  if (!lead || rest.length === 0 || stripsOf(lead.segments).length > 1) return [group]
  const stripCount = (bands: readonly Band[]) => stripsOf(bands.flatMap(({ segments }) => segments)).length
  return stripCount(rest) > stripCount(group) ? [[lead], rest] : [group]
}

/** Whether the gap above a slice is much larger than the gaps inside the group. */
function standsApart(band: Band, group: readonly Band[]): boolean {
  const isFarBelow = (bands: readonly Band[]) => bands.at(-1)!.bottom - band.top > 2 * usualGap(bands) + 2
  // Ignore text in other columns, whose lines may be at other heights.
  const above = group.slice(-40).filter(({ segments }) => countTouched(segments, band.segments) > 0)
  return isFarBelow(group) && (above.length < 2 || isFarBelow(above))
}

function usualGap(bands: readonly Band[]): number {
  const last = bands.slice(-20)
  const gaps = last.slice(1).map((band, at) => last[at]!.bottom - band.top)
  return gaps.sort((a, b) => a - b)[gaps.length >> 1]!
}

function countTouched(segments: readonly Segment[], strips: readonly Strip[]): number {
  return strips.filter(({ left, right }) => segments.some((other) => other.left < right && other.right > left)).length
}

/**
 * Joins parts whose horizontal ranges overlap or are close. The gaps between the resulting strips are empty in all
 * parts.
 */
function stripsOf(parts: readonly (Strip | Segment)[], gap?: number): Strip[] {
  const strips: Strip[] = []
  for (const part of [...parts].sort((a, b) => a.left - b.left)) {
    const strip = strips.at(-1)
    const least = gap ?? ('size' in part ? COLUMN_GAP * part.size : 0)
    if (strip && part.left - strip.right < least) strip.right = Math.max(strip.right, part.right)
    else strips.push({ left: part.left, right: part.right })
  }
  return strips
}

/**
 * The columns of a group in reading order. None if the gaps are accidental, or only separate list numbers from text.
 */
function columnsOf(group: readonly Band[], direction: Direction): Column[] {
  const segments = group.flatMap((band) => band.segments)
  const strips = stripsOf(segments)
  if (strips.length > COLUMN_LIMIT) return []
  const columns: Column[] = []
  for (const strip of direction === 'rtl' ? strips.toReversed() : strips) {
    const own = segments.filter(({ left, right }) => left >= strip.left && right <= strip.right)
    const before = columns.at(-1)
    if (before?.segments.every((segment) => isListMarker(segment, direction))) {
      before.segments = before.segments.concat(own)
      before.left = Math.min(before.left, strip.left)
      before.right = Math.max(before.right, strip.right)
    } else columns.push({ ...strip, segments: own })
  }
  const rows = Math.max(
    group.filter((band) => countTouched(band.segments, columns) > 1).length,
    Math.min(...columns.map((column) => linesOf(column.segments).length)),
  )
  return columns.length > 1 && rows >= (columns.length === 2 ? 3 : 2) ? columns : []
}

/** Whether columns are a table: their lines form rows, and not all columns are running text with long lines. */
function isTable(columns: readonly Column[]): boolean {
  return !columns.every((column) => isRunningText(column)) && areInRows(columns)
}

function isRunningText({ left, right, segments }: Column): boolean {
  const lines = linesOf(segments)
  const widths = lines.map((line) => line.right - line.left).sort((a, b) => a - b)
  const width = widths[widths.length >> 1]!
  return lines.length >= 3 && width > 8 * lines[0]!.size && width > 0.6 * (right - left)
}

/** Whether most lines of the other columns are next to a line of the longest column. */
function areInRows(columns: readonly Column[]): boolean {
  const lines = columns.map(({ segments }) => linesOf(segments))
  const longest = lines.reduce((most, some) => (some.length > most.length ? some : most))
  const others = lines.filter((some) => some !== longest)
  const inRow = others.reduce((sum, some) => sum + countBeside(some, longest), 0)
  return inRow >= 0.6 * others.flat().length
}

/** Whether two lines are at about the same height. A line whose height is between those of two lines matches both. */
function isBeside(line: Segment, other: Segment | undefined): boolean {
  return other !== undefined && Math.abs(other.baseline - line.baseline) < 0.9 * other.size
}

/** Counts lines that are next to a line of another column. Both lists go from the top down. */
function countBeside(lines: readonly Segment[], others: readonly Segment[]): number {
  let count = 0
  let below = 0
  for (const line of lines) {
    while (below < others.length && others[below]!.baseline > line.baseline) below++
    if (isBeside(line, others[below]) || isBeside(line, others[below - 1])) count++
  }
  return count
}

function linesOf(segments: readonly Segment[]): Segment[] {
  const lines = rowsByBaseline(segments, (gap, { size }) => gap < 0.3 * size)
  return lines.map((line) => (line.length === 1 ? line[0]! : segmentOf(line.flatMap(({ glyphs }) => glyphs))))
}
