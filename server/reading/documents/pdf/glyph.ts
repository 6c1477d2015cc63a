/** A piece of text that is drawn as one: a letter with its marks, a ligature, a space, or what the file spells out at once. */
export interface Glyph {
  text: string
  /** Its left edge, in points, after the page was turned so that its text runs level. */
  left: number
  width: number
  /** The height of its baseline above the page's foot, in points. */
  baseline: number
  /** Of its font, in points. */
  size: number
  isBold: boolean
  /** Its text is known to be in reading order, brackets included, however it is drawn. */
  isLogical: boolean
}

export function rightOf(glyph: Glyph): number {
  return glyph.left + glyph.width
}
