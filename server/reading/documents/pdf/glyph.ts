/**
 * A piece of text that a PDF draws in one step: a letter with its marks, a ligature, a space or a word from
 * `ActualText`.
 */
export interface Glyph {
  text: string
  /** The left edge in points, after the page is rotated so that the text is level. */
  left: number
  width: number
  /** The height of the baseline above the bottom of the page, in points. */
  baseline: number
  /** Font size in points. */
  size: number
  isBold: boolean
  /** Whether the text, with its brackets, is in logical (reading) order instead of visual order. */
  isLogical: boolean
}

export function rightOf(glyph: Glyph): number {
  return glyph.left + glyph.width
}

/**
 * Groups items into rows from the top down. `isInRow` receives an item, and the distance of its baseline from the top
 * of the row.
 */
export function rowsByBaseline<Item extends { baseline: number }>(
  items: readonly Item[],
  isInRow: (gap: number, item: Item) => boolean,
): Item[][] {
  const rows: Item[][] = []
  for (const item of items.toSorted((a, b) => b.baseline - a.baseline)) {
    const row = rows.at(-1)
    if (row && isInRow(row[0]!.baseline - item.baseline, item)) row.push(item)
    else rows.push([item])
  }
  return rows
}
