import { domRange, placesIn } from './field-dom.ts'
import type { TextRange } from './text-edits.ts'

/** A visual line of the text field after wrapping, in window coordinates. */
export interface LineBox {
  /** The element of the whole paragraph, which may wrap into several visual lines. */
  block: HTMLElement
  /** The index of the visual line within its paragraph. */
  index: number
  top: number
  bottom: number
  isRightToLeft: boolean
  /** The horizontal position at which the text of the line ends. */
  end: number
}

/** Returns the visual line that contains an offset in the text. Null if the field has no line elements. */
export function lineBoxAt(root: HTMLElement, offset: number): LineBox | null {
  const [node, at] = placesIn(root)(offset)
  const block = [...root.children].find((line) => line.contains(node))
  if (!(block instanceof HTMLElement)) return null
  const place = block.getBoundingClientRect()
  const height = Number.parseFloat(getComputedStyle(block).lineHeight)
  const caret = caretBox(node, at) ?? place
  const index = Math.max(0, Math.floor((middle(caret) - place.top) / height))
  const isRightToLeft = block.dir === 'rtl'
  return {
    block,
    index,
    top: place.top + index * height,
    bottom: place.top + (index + 1) * height,
    isRightToLeft,
    end: endOfLine(block, index),
  }
}

/** Returns the horizontal position at which the text of a visual line ends. */
export function endOfLine(block: HTMLElement, index: number): number {
  const place = block.getBoundingClientRect()
  const height = Number.parseFloat(getComputedStyle(block).lineHeight)
  const isRightToLeft = block.dir === 'rtl'
  const contents = document.createRange()
  contents.selectNodeContents(block)
  const ends = [...contents.getClientRects()]
    .filter((rect) => Math.floor((middle(rect) - place.top) / height) === index)
    .map((rect) => (isRightToLeft ? rect.left : rect.right))
  return isRightToLeft ? Math.min(place.right, ...ends) : Math.max(place.left, ...ends)
}

const middle = (rect: DOMRect): number => (rect.top + rect.bottom) / 2

function caretBox(node: Node, at: number): DOMRect | undefined {
  if (!(node instanceof Text)) return undefined
  const range = document.createRange()
  // At a line wrap, an offset belongs to two visual lines. Measure the character before it, which is in only one.
  range.setStart(node, Math.max(0, at - 1))
  range.setEnd(node, Math.max(at, Math.min(1, node.length)))
  return [...range.getClientRects()].at(-1)
}

/** Returns where a selection begins, in window coordinates. */
export function selectionBox(
  root: HTMLElement,
  range: TextRange,
): { top: number; bottom: number; start: number } | null {
  const rects = [...domRange(placesIn(root), range).getClientRects()].filter(({ width }) => width > 0)
  const line = lineBoxAt(root, range.start === range.end ? range.start : range.start + 1)
  const [first] = rects
  if (!line) return null
  const inLine = rects.filter((rect) => rect.top < line.bottom && rect.bottom > line.top)
  const starts = (inLine.length > 0 ? inLine : first ? [first] : []).map((rect) =>
    line.isRightToLeft ? rect.right : rect.left,
  )
  const start = starts.length === 0 ? line.end : line.isRightToLeft ? Math.max(...starts) : Math.min(...starts)
  return { top: line.top, bottom: Math.max(line.bottom, ...rects.map(({ bottom }) => bottom)), start }
}
