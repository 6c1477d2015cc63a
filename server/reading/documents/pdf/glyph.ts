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

/** Groups items into rows from the top down. `isInRow` gets an item's distance from the top of the row. */
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
