/** A piece of text that is drawn at once: a letter with its marks, a ligature, a space or a spelled-out word. */
export interface Glyph {
  text: string
  /** Left edge in points, after rotating the page so that the text is level. */
  left: number
  width: number
  /** Baseline above the bottom of the page, in points. */
  baseline: number
  /** Font size in points. */
  size: number
  isBold: boolean
  /** The text is in logical order, brackets included. */
  isLogical: boolean
}

export function rightOf(glyph: Glyph): number {
  return glyph.left + glyph.width
}
