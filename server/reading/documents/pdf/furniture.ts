import { directionOfGlyphs, lineText } from './line-text.ts'
import { segmentOf, type Segment } from './lines.ts'
import { isNumberedPage, numberOfPage, valueOf, withoutNumbers } from './page-numbers.ts'

/** What is written level on a page, and the heights of the page's own edges, in points. */
export interface LevelPage {
  segments: readonly Segment[]
  top: number
  bottom: number
}

/** How many lines of a page's head and of its foot may be furniture. */
const EDGE_LINES = 3

/** How much of a page, from its edge, a margin takes up at most. */
const MARGIN_SHARE = 1 / 6

/** In points: how much the height of a header may differ between pages. */
const HEIGHT_TOLERANCE = 4

/**
 * From baseline to baseline: what is further from the text stands apart from it. In usual distances of rows, of which small
 * type in a margin needs less, and in ems, whatever the distances are.
 */
const APART = { rows: 1.5, rowsIfSmall: 1.2, atLeastEms: 1.8, atMostEms: 6 }

/** Compared with most of the text. */
const SMALL = 0.92

/** Compared with most of the text. What is larger is a title. */
const LARGEST = 1.3

/**
 * The pages without running headers, footers and page numbers: what stands in the margin, apart from the text, and returns
 * on other pages at the same height. Never all of a page, and nothing of the text, however often it returns.
 */
export function withoutFurniture(pages: readonly LevelPage[], mainSize: number): Segment[][] {
  const usualGap = usualGapOf(pages)
  const edges = pages.map((page, at) => edgesOf(page, at + 1, usualGap, mainSize))
  const isFurniture = furnitureAmong(
    edges.flat().flatMap(({ rows, apart }) => rows.slice(0, apart)),
    pages.length,
    mainSize,
  )
  return pages.map(({ segments }, at) => {
    const dropped = new Set<Segment>()
    for (const { rows } of edges[at]!) {
      // What is further in than something of the page's own belongs to the page as well.
      const own = rows.findIndex((row) => !isFurniture(row))
      for (const row of own < 0 ? rows : rows.slice(0, own)) row.segments.forEach((segment) => dropped.add(segment))
    }
    return dropped.size < segments.length ? segments.filter((segment) => !dropped.has(segment)) : [...segments]
  })
}

interface Row {
  /** From 1. */
  page: number
  edge: 'head' | 'foot'
  segments: Segment[]
  height: number
  size: number
  text: string
  isInMargin: boolean
}

interface Edge {
  /** From the outermost inwards. */
  rows: Row[]
  /** How many of them, from the outside, stand apart from the text. */
  apart: number
}

/** @param apart the rows of all pages that stand apart from the text */
function furnitureAmong(apart: readonly Row[], pageCount: number, mainSize: number): (row: Row) => boolean {
  const isApart = new Set(apart)
  const byText = Map.groupBy(apart, ({ text }) => withoutNumbers(text))
  const byNumbering = Map.groupBy(
    apart.flatMap((row) => numberingsOf(row)),
    (numbering) => numbering,
  )
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
    // Some pages are taller than the paper that was written for.
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

/** From the top down. */
function rowsOf(segments: readonly Segment[]): Segment[][] {
  const rows: Segment[][] = []
  for (const segment of [...segments].sort((one, other) => other.baseline - one.baseline)) {
    const row = rows.at(-1)
    if (row && row[0]!.baseline - segment.baseline < HEIGHT_TOLERANCE) row.push(segment)
    else rows.push([segment])
  }
  return rows
}

function rowOf(segments: Segment[]) {
  const { glyphs, size } = segmentOf(segments.flatMap((segment) => segment.glyphs))
  const text = lineText(glyphs, directionOfGlyphs(glyphs, 'ltr'))
  return { segments, height: segments[0]!.baseline, size, text }
}

/** From one row to the next, in points. */
function usualGapOf(pages: readonly LevelPage[]): number {
  const gaps = pages
    .flatMap(({ segments }) => {
      const heights = rowsOf(segments).map((row) => row[0]!.baseline)
      return heights.slice(1).map((height, at) => heights[at]! - height)
    })
    .sort((one, other) => one - other)
  return gaps[gaps.length >> 1] ?? 0
}

/** Where a short row has a figure, and how far it is ahead of its page's place in the file: the same for all page numbers. */
function numberingsOf({ text, page, edge }: Row): string[] {
  if (text.length > 120) return []
  const places = { alone: /^\p{Nd}{1,4}$/u, first: /^\p{Nd}{1,4}(?=\s)/u, last: /(?<=\s)\p{Nd}{1,4}$/u }
  return Object.entries(places).flatMap(([place, pattern]) => {
    const figure = pattern.exec(text)?.[0]
    return figure === undefined ? [] : [`${edge} ${place} ${valueOf(figure) - page}`]
  })
}
