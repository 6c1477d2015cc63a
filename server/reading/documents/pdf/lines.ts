import { rightOf, rowsByBaseline, type Glyph } from './glyph.ts'
import { toSuperscript } from './letters.ts'
import type { Dot } from './page-glyphs.ts'

/** Text on one baseline without a wide gap: a line of a column, or of a table's cell. */
export interface Segment {
  /** The line's glyphs from left to right. */
  glyphs: Glyph[]
  left: number
  right: number
  baseline: number
  /** The size of most letters, in points. */
  size: number
  isBold: boolean
}

/** The smallest gap between columns, in ems. Narrower gaps separate words. */
export const COLUMN_GAP = 0.7

/** How much baselines of one line may differ, in ems. Some programs round to whole pixels. */
const BASELINE_TOLERANCE = 0.12

/** Joins a page's glyphs, drawn in any order, to lines from the top down. */
export function segmentsOf(glyphs: readonly Glyph[]): Segment[] {
  const segments = baselinesOf(glyphs).flatMap((row) => partedByGaps(withoutDoubles(row)))
  const filled = segments.filter((segment) => segment.glyphs.some(({ text }) => text.trim() !== ''))
  return withRaisedText(filled).sort((a, b) => b.baseline - a.baseline || a.left - b.left)
}

export function segmentOf(glyphs: readonly Glyph[]): Segment {
  const sorted = [...glyphs].sort(fromLeftToRight)
  const letters = sorted.filter(({ text }) => text.trim() !== '')
  const { size, baseline } = mainGlyph(letters.length > 0 ? letters : sorted)
  return {
    glyphs: sorted,
    left: letters.reduce((least, { left }) => Math.min(least, left), Infinity),
    right: letters.reduce((most, glyph) => Math.max(most, rightOf(glyph)), -Infinity),
    baseline,
    size,
    isBold: letters.every(({ isBold }) => isBold),
  }
}

/**
 * Orders glyphs by position. If two are at almost the same position, the one without width comes first: it is an alef
 * drawn with its lam (لا).
 */
function fromLeftToRight(one: Glyph, other: Glyph): number {
  return placeOf(one) - placeOf(other) || one.width - other.width
}

function placeOf({ left, width, size }: Glyph): number {
  return width > 0.01 ? left : left - 0.05 * size
}

function mainGlyph(glyphs: readonly Glyph[]): Glyph {
  const bySize = Map.groupBy(glyphs, ({ size }) => Math.round(size * 2))
  return [...bySize.values()].reduce((most, some) => (some.length > most.length ? some : most))[0]!
}

function baselinesOf(glyphs: readonly Glyph[]): Glyph[][] {
  const rows = rowsByBaseline(glyphs, (gap, { size }) => gap <= BASELINE_TOLERANCE * size)
  return rows.map((row) => row.sort(fromLeftToRight))
}

/** Drops repeated letters, because some programs draw a letter twice, slightly shifted, to make it bold. */
function withoutDoubles(row: readonly Glyph[]): Glyph[] {
  return row.filter((glyph, at) => {
    const before = row[at - 1]
    return !before || before.text !== glyph.text || glyph.left - before.left > 0.2 * glyph.width || glyph.width === 0
  })
}

function partedByGaps(row: readonly Glyph[]): Segment[] {
  const parts: Glyph[][] = []
  let right = -Infinity
  for (const glyph of row) {
    // A space after a wide gap belongs to no word. It must not connect two columns.
    if (glyph.text.trim() === '') {
      if (glyph.left - right <= COLUMN_GAP * glyph.size) parts.at(-1)?.push(glyph)
      continue
    }
    if (glyph.left - right > COLUMN_GAP * glyph.size) parts.push([])
    parts.at(-1)!.push(glyph)
    right = Math.max(right, rightOf(glyph))
  }
  return parts.map((part) => segmentOf(part))
}

/** How far raised or lowered text may be from its line, in ems. */
const REACH = 0.5

/** Joins raised and lowered text to its line, such as ², footnote marks and the letters of a sloping line. */
function withRaisedText(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  const sorted = [...segments].sort((a, b) => b.size - a.size || b.right - b.left - a.right + a.left)
  // Index each line by all heights that its raised or lowered text may have, so that the line is found quickly.
  const step = Math.max((sorted[0]?.size ?? 0) / 20, sorted[sorted.length >> 1]?.size ?? 0)
  const byHeight = new Map<number, number[]>()
  for (const segment of sorted) {
    const near = byHeight.get(Math.floor(segment.baseline / step))
    const at = near?.find((place) => isPartOf(segment, joined[place]!)) ?? -1
    const line = joined[at]
    if (!line) {
      const place = joined.push(segment) - 1
      const reach = REACH * segment.size
      const highest = Math.floor((segment.baseline + reach) / step)
      for (let height = Math.floor((segment.baseline - reach) / step); height <= highest; height++) {
        const places = byHeight.get(height)
        if (places) places.push(place)
        else byHeight.set(height, [place])
      }
      continue
    }
    const isRaised = segment.size < 0.85 * line.size && segment.baseline > line.baseline
    const glyphs = isRaised
      ? segment.glyphs.map((glyph) => ({ ...glyph, text: toSuperscript(glyph.text) }))
      : segment.glyphs
    joined[at] = { ...segmentOf([...line.glyphs, ...glyphs]), baseline: line.baseline, size: line.size }
  }
  return joined
}

function isPartOf(small: Segment, line: Segment): boolean {
  if (Math.abs(small.baseline - line.baseline) > REACH * line.size) return false
  const overlap = Math.min(small.right, line.right) - Math.max(small.left, line.left)
  if (overlap <= -0.35 * line.size) return false
  return !line.glyphs.some(
    (glyph) =>
      glyph.text.trim() !== '' &&
      Math.min(small.right, rightOf(glyph)) - Math.max(small.left, glyph.left) > 0.2 * small.size,
  )
}

/** Adds a bullet where a page draws a dot before a line. In Arabic, the dot is on the right. */
export function withBullets(segments: readonly Segment[], dots: readonly Dot[]): Segment[] {
  const result = [...segments]
  for (const dot of dots) {
    let nearest = -1
    let distance = Infinity
    for (const [at, { left, right, baseline, size }] of result.entries()) {
      if (dot.middle < baseline || dot.middle > baseline + 0.7 * size || dot.right - dot.left > 0.6 * size) continue
      const gap = dot.right <= left ? left - dot.right : dot.left >= right ? dot.left - right : Infinity
      if (gap < distance && gap < 2.5 * size) [nearest, distance] = [at, gap]
    }
    const line = result[nearest]
    if (!line) continue
    const { baseline, size } = line
    const shared = { baseline, size, isBold: line.isBold, isLogical: false }
    const [before, after] = dot.right <= line.left ? [dot.right, line.left] : [line.right, dot.left]
    result[nearest] = segmentOf([
      ...line.glyphs,
      { ...shared, text: '•', left: dot.left, width: dot.right - dot.left },
      { ...shared, text: ' ', left: before, width: after - before },
    ])
  }
  return result
}
