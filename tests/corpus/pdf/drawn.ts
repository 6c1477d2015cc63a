import type { Glyph } from '#server/reading/documents/pdf/glyph.ts'
import { segmentsOf, type Segment } from '#server/reading/documents/pdf/lines.ts'

interface Place {
  left?: number
  baseline?: number
  size?: number
  isBold?: boolean
}

/** The glyphs of a text in display order from left to right. Each is half an em wide. */
export function drawn(seen: string, { left = 50, baseline = 700, size = 10, isBold = false }: Place = {}): Glyph[] {
  return [...seen].map((text, at) => ({
    text,
    left: left + (at * size) / 2,
    width: size / 2,
    baseline,
    size,
    isBold,
    isLogical: false,
  }))
}

/** Lines of glyphs, 12 points apart, with the same left edge. */
export function linesDrawn(lines: readonly string[], place: Place = {}): Segment[] {
  const { baseline = 700 } = place
  return segmentsOf(lines.flatMap((line, at) => drawn(line, { ...place, baseline: baseline - 12 * at })))
}
