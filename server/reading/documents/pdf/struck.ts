import type { Clip } from './clip.ts'
import { rightOf, type Glyph } from './glyph.ts'

/** On a page with more thin lines than this, the lines belong to a drawing or a table. They then strike out no text. */
const LINE_LIMIT = 500

/** The heights of a line through letters above their baseline, and its thickness, in ems. */
const STRIKE = { from: 0.12, to: 0.5, thickness: 0.15 }

/** How far a line may begin before the letters that it strikes out, in ems. Longer lines belong to the page. */
const OVERHANG = 0.5

/** The annotations that pdf.js describes, with the fields that Frogy reads. */
export interface Annotation {
  subtype?: string
  annotationFlags?: number
  /** Four corners, as eight numbers, for each struck piece. */
  quadPoints?: ArrayLike<number> | null
}

/** The areas whose text readers of the PDF have struck out (ISO 32000-1, 12.5.6.10). */
export function struckAreas(annotations: readonly Annotation[]): Clip[] {
  const HIDDEN = 2 | 32
  return annotations
    .filter(({ subtype, annotationFlags = 0 }) => subtype === 'StrikeOut' && (annotationFlags & HIDDEN) === 0)
    .flatMap(({ quadPoints }) => {
      const numbers = Array.from(quadPoints ?? [])
      const pieces: number[][] = []
      for (let at = 0; at + 8 <= numbers.length && at < 8 * LINE_LIMIT; at += 8) pieces.push(numbers.slice(at, at + 8))
      return pieces.map(boxOf)
    })
    .slice(0, LINE_LIMIT)
}

/** The box around points, which are pairs of numbers. */
export function boxOf(numbers: readonly number[]): Clip {
  const [xs, ys] = [0, 1].map((axis) => numbers.filter((_, at) => at % 2 === axis)) as [number[], number[]]
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

/**
 * Removes struck-out letters, but keeps all letters if all are struck out. `areas` and `lines` are rotated in the same
 * way as the glyphs.
 */
export function withoutStruck<G extends Glyph>(
  glyphs: readonly G[],
  areas: readonly Clip[],
  lines: readonly Clip[],
): G[] {
  if (areas.length === 0 && (lines.length === 0 || lines.length > LINE_LIMIT)) return [...glyphs]
  const struck = new Set<G>()
  for (const area of areas) for (const glyph of glyphs) if (isUnder(area, glyph)) struck.add(glyph)
  if (lines.length <= LINE_LIMIT)
    for (const line of lines) for (const glyph of crossedBy(line, glyphs)) struck.add(glyph)
  const hasOthers = glyphs.some((glyph) => !struck.has(glyph) && glyph.text.trim() !== '')
  return hasOthers ? glyphs.filter((glyph) => !struck.has(glyph)) : [...glyphs]
}

const middleOf = ({ left, width }: Glyph): number => left + width / 2

function isUnder({ left, right, bottom, top }: Clip, glyph: Glyph): boolean {
  const y = glyph.baseline + 0.3 * glyph.size
  return y > bottom && y < top && middleOf(glyph) > left && middleOf(glyph) < right
}

/** The letters that a thin line strikes out. None if the line is longer than the letters, like a line below a title. */
function crossedBy<G extends Glyph>(line: Clip, glyphs: readonly G[]): G[] {
  const y = (line.bottom + line.top) / 2
  const crossed = glyphs.filter(
    (glyph) =>
      y > glyph.baseline + STRIKE.from * glyph.size &&
      y < glyph.baseline + STRIKE.to * glyph.size &&
      middleOf(glyph) > line.left &&
      middleOf(glyph) < line.right &&
      line.top - line.bottom <= STRIKE.thickness * glyph.size,
  )
  if (!crossed.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return []
  const size = crossed.reduce((most, glyph) => Math.max(most, glyph.size), 0)
  const left = crossed.reduce((least, glyph) => Math.min(least, glyph.left), Infinity)
  const right = crossed.reduce((most, glyph) => Math.max(most, rightOf(glyph)), -Infinity)
  return left - line.left <= OVERHANG * size && line.right - right <= OVERHANG * size ? crossed : []
}
