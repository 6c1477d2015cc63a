import { directionOfGlyphs, lineText } from './line-text.ts'
import { segmentOf, type Segment } from './lines.ts'

/** How many lines of a page's head and of its foot may be repeated on other pages. */
const EDGE_LINES = 3

/** In points: how much the height of a header may differ between pages. */
const HEIGHT_TOLERANCE = 4

/** In ems, from baseline to baseline: what is nearer to a header may belong to it. */
const BLOCK_GAP = 2.5

/** `3`, `- 3 -`, `٣`, `3/10`, `Page 3 of 10`, `صفحة ٣ من ١٠`. */
const PAGE_NUMBER =
  /^[-–—|\s]*(?:page|p\.|صفحة|الصفحة|ص)?[-–—|\s]*(\p{Nd}{1,4})(?:\s*(?:of|من|\/|\|)\s*\p{Nd}{1,4})?[-–—|\s]*$/iu

/** The pages without what stands at the head or foot of many of them, and without their own numbers. */
export function withoutFurniture(pages: readonly (readonly Segment[])[]): Segment[][] {
  const edges = pages.map((page, at) => edgesOf(page, at + 1))
  const rows = edges.flatMap(({ head, foot }) => [...head, ...foot])
  const byText = Map.groupBy(rows, ({ text }) => skeletonOf(text))
  const byNumbering = Map.groupBy(
    rows.flatMap((row) => numberingsOf(row)),
    (numbering) => numbering,
  )
  const needed = pages.length > 4 ? 3 : 2
  const isFurniture = (row: Row) => {
    const same = byText
      .get(skeletonOf(row.text))!
      .filter(({ height }) => Math.abs(height - row.height) < HEIGHT_TOLERANCE)
    const isNumbered = numberingsOf(row).some((numbering) => byNumbering.get(numbering)!.length > pages.length / 3)
    return same.length >= needed || (pages.length > 2 && isNumbered) || numberOf(row) === row.page
  }
  return pages.map((page, at) => {
    const dropped = new Set<Segment>()
    for (const edge of [edges[at]!.head, edges[at]!.foot]) {
      // What is further in than something of the page's own belongs to the page as well.
      const own = edge.findIndex((row) => row.isOfBody || !isFurniture(row))
      for (const row of own < 0 ? edge : edge.slice(0, own)) row.segments.forEach((segment) => dropped.add(segment))
    }
    return page.filter((segment) => !dropped.has(segment))
  })
}

interface Row {
  /** From 1. */
  page: number
  edge: 'head' | 'foot'
  segments: Segment[]
  height: number
  text: string
  /** It is far from the row further out and nearer to the one further in. */
  isOfBody: boolean
}

/** The rows at the head and the foot, each from the outermost inwards. */
function edgesOf(page: readonly Segment[], number: number): { head: Row[]; foot: Row[] } {
  const rows: Segment[][] = []
  for (const segment of [...page].sort((one, other) => other.baseline - one.baseline)) {
    const row = rows.at(-1)
    if (row && row[0]!.baseline - segment.baseline < HEIGHT_TOLERANCE) row.push(segment)
    else rows.push([segment])
  }
  const half = Math.ceil(rows.length / 2)
  return {
    head: rowsOf(rows, number, 'head').slice(0, Math.min(half, EDGE_LINES)),
    foot: rowsOf(rows.toReversed(), number, 'foot').slice(0, Math.min(rows.length - half, EDGE_LINES)),
  }
}

function rowsOf(rows: readonly Segment[][], page: number, edge: Row['edge']): Row[] {
  // One more than may be looked at: the last one is measured from it.
  const heights = rows.slice(0, EDGE_LINES + 1).map((row) => row[0]!.baseline)
  const gaps = heights.slice(1).map((height, at) => Math.abs(height - heights[at]!))
  return rows.slice(0, EDGE_LINES).map((segments, at) => {
    const { glyphs, size } = segmentOf(segments.flatMap((segment) => segment.glyphs))
    const [outer = 0, inner = Infinity] = at === 0 ? [0, gaps[0]] : [gaps[at - 1], gaps[at]]
    return {
      page,
      edge,
      segments,
      height: heights[at]!,
      text: lineText(glyphs, directionOfGlyphs(glyphs, 'ltr')),
      isOfBody: outer > Math.max(inner, BLOCK_GAP * size),
    }
  })
}

/** What is the same on every page. */
function skeletonOf(text: string): string {
  return text.replace(/\p{Nd}+/gu, '0')
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

function numberOf({ text }: Row): number | undefined {
  const figure = text.length > 60 ? undefined : PAGE_NUMBER.exec(text)?.[1]
  return figure === undefined ? undefined : valueOf(figure)
}

/** Arabic and Persian digits end in the same four bits as the Latin ones. */
function valueOf(figure: string): number {
  return Number([...figure].map((digit) => digit.codePointAt(0)! & 15).join(''))
}
