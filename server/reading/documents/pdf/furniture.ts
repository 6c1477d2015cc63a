import { rowsByBaseline } from './glyph.ts'
import { directionOfGlyphs, lineText } from './line-text.ts'
import { segmentOf, type Segment } from './lines.ts'
import { isNumberedPage, numberOfPage, valueOf, withoutNumbers } from './page-numbers.ts'

/** The horizontal text of a page, and the heights of the page's upper and lower edges in points. */
export interface LevelPage {
  segments: readonly Segment[]
  top: number
  bottom: number
}

/** How many lines at the top and bottom of a page may be headers, footers or page numbers. */
const EDGE_LINES = 3

/** The share of a page's height that counts as its upper and as its lower margin. */
const MARGIN_SHARE = 1 / 6

/** How much a header's height may differ between pages, in points. */
const HEIGHT_TOLERANCE = 4

/**
 * The minimum distance between the text and a header or footer, in usual row distances. `rowsIfSmall` applies to small
 * type. The other two limits are in ems.
 */
const APART = { rows: 1.5, rowsIfSmall: 1.2, atLeastEms: 1.8, atMostEms: 6 }

/**
 * Text below this size, relative to the main text, is small. A smaller gap then separates a header or footer from the
 * text.
 */
const SMALL = 0.92

/** Type above this size, relative to the main text, is a title, not a header. */
const LARGEST = 1.3

/**
 * Removes headers, footers and page numbers: lines in the margin that repeat at the same height, away from the text.
 * Always keeps some text per page.
 */
export function withoutFurniture(pages: readonly LevelPage[], mainSize: number): Segment[][] {
  const usualGap = usualGapOf(pages)
  const edges = pages.map((page, at) => edgesOf(page, at + 1, usualGap, mainSize))
  const apart = edges.flat().flatMap((edge) => edge.rows.slice(0, edge.apart))
  const isFurniture = furnitureAmong(apart, pages.length, mainSize)
  return pages.map(({ segments }, at) => {
    const dropped = new Set<Segment>()
    for (const { rows } of edges[at]!) {
      // Keep the rows from the first row that is not a header or footer to the middle of the page.
      const own = rows.findIndex((row) => !isFurniture(row))
      for (const row of own < 0 ? rows : rows.slice(0, own)) row.segments.forEach((segment) => dropped.add(segment))
    }
    return dropped.size < segments.length ? segments.filter((segment) => !dropped.has(segment)) : [...segments]
  })
}

interface Row {
  /** The page's position in the file, from 1. */
  page: number
  edge: 'head' | 'foot'
  segments: Segment[]
  height: number
  size: number
  text: string
  isInMargin: boolean
}

interface Edge {
  /** The rows at the top or bottom of a page, from the outside inwards. */
  rows: Row[]
  /** How many of the outermost rows are separated from the text by a gap. */
  apart: number
}

/**
 * Decides which rows are headers, footers or page numbers.
 * @param apart the rows of all pages that a gap separates from the text
 */
function furnitureAmong(apart: readonly Row[], pageCount: number, mainSize: number): (row: Row) => boolean {
  const isApart = new Set(apart)
  const byText = Map.groupBy(apart, ({ text }) => withoutNumbers(text))
  const numberings = apart.flatMap((row) => numberingsOf(row))
  const byNumbering = Map.groupBy(numberings, (numbering) => numbering)
  const needed = pageCount > 4 ? 3 : 2
  const areLevel = (row: Row, other: Row) =>
    row.edge === other.edge && Math.abs(other.height - row.height) < HEIGHT_TOLERANCE
  const counted = new Map<string, number>()
  const pagesWith = (row: Row): number => {
    const place = `${row.edge} ${row.height.toFixed(1)}`
    const known = counted.get(place)
    if (known !== undefined) return known
    const { size } = new Set(apart.filter((other) => areLevel(row, other)).map(({ page }) => page))
    counted.set(place, size)
    return size
  }
  return (row) => {
    if (row.size > LARGEST * mainSize) return false
    // Remove page numbers outside the margin too, because the file's page may be taller than the original one.
    if (isApart.has(row) && (numberOfPage(row.text) === row.page || isNumberedPage(row.text))) return true
    if (!row.isInMargin || pagesWith(row) < pageCount / 3) return false
    const same = byText.get(withoutNumbers(row.text))?.filter((other) => areLevel(row, other)) ?? []
    const isNumbered = numberingsOf(row).some((key) => (byNumbering.get(key)?.length ?? 0) > pageCount / 3)
    return same.length >= needed || (pageCount > 2 && isNumbered)
  }
}

function edgesOf({ segments, top, bottom }: LevelPage, number: number, usualGap: number, mainSize: number): Edge[] {
  const rows = rowsOf(segments)
  const margin = MARGIN_SHARE * (top - bottom)
  const edgeOf = (inwards: readonly Segment[][], edge: Row['edge']): Edge => {
    const isInMargin = (height: number) => (edge === 'head' ? height > top - margin : height < bottom + margin)
    const rows = inwards.slice(0, EDGE_LINES).map((segments) => {
      const row = rowOf(segments)
      return { ...row, page: number, edge, isInMargin: isInMargin(row.height) }
    })
    const last = rows.findLastIndex(({ height, size }, at) => {
      const inner = inwards[at + 1]?.[0]
      const least = usualGap * (size < SMALL * mainSize ? APART.rowsIfSmall : APART.rows)
      const inEms = Math.min(APART.atMostEms, Math.max(APART.atLeastEms, least / mainSize))
      return inner !== undefined && Math.abs(height - inner.baseline) > inEms * mainSize
    })
    return { rows, apart: last + 1 }
  }
  return [edgeOf(rows, 'head'), edgeOf(rows.toReversed(), 'foot')]
}

const rowsOf = (segments: readonly Segment[]): Segment[][] => rowsByBaseline(segments, (gap) => gap < HEIGHT_TOLERANCE)

function rowOf(segments: Segment[]) {
  const { glyphs, size } = segmentOf(segments.flatMap((segment) => segment.glyphs))
  const text = lineText(glyphs, directionOfGlyphs(glyphs, 'ltr'))
  return { segments, height: segments[0]!.baseline, size, text }
}

function usualGapOf(pages: readonly LevelPage[]): number {
  const gaps = pages
    .flatMap(({ segments }) => {
      const heights = rowsOf(segments).map((row) => row[0]!.baseline)
      return heights.slice(1).map((height, at) => heights[at]! - height)
    })
    .sort((a, b) => a - b)
  return gaps[gaps.length >> 1] ?? 0
}

/**
 * For each number in a short row, its difference from the page's position in the file. Most printed page numbers of a
 * file have the same difference.
 */
function numberingsOf({ text, page, edge }: Row): string[] {
  if (text.length > 120) return []
  const places = { alone: /^\p{Nd}{1,4}$/u, first: /^\p{Nd}{1,4}(?=\s)/u, last: /(?<=\s)\p{Nd}{1,4}$/u }
  return Object.entries(places).flatMap(([place, pattern]) => {
    const figure = pattern.exec(text)?.[0]
    return figure === undefined ? [] : [`${edge} ${place} ${valueOf(figure) - page}`]
  })
}
