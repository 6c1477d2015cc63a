import { lineDirection, textDirection, type Direction } from '#core/posts/text-direction.ts'
import { patchBetween, type TextRange } from './text-edits.ts'

// The field has one `div` per line, with a `br` in an empty line, as browsers create them. Each line thus has its own
// direction, and after a change, browsers lay out only that line again.

/** The number of characters that decide a post's direction. Many, because a post may start with hashtags and links. */
const OPENING = 4_000

/** Renders a text in the field. For speed, replaces only the lines that changed. */
export function renderText(root: HTMLElement, text: string): void {
  const { children } = root
  if (root.childNodes.length > children.length)
    root.replaceChildren(...Array.from(root.childNodes).filter((node) => node instanceof HTMLDivElement))
  const lines = text.split('\n')
  let same = 0
  while (same < lines.length && isLine(children[same], lines[same] ?? '')) same++
  const shorter = Math.min(lines.length, children.length) - same
  let sameAtEnd = 0
  while (
    sameAtEnd < shorter &&
    isLine(children[children.length - 1 - sameAtEnd], lines[lines.length - 1 - sameAtEnd] ?? '')
  )
    sameAtEnd++
  const changed = lines.slice(same, lines.length - sameAtEnd)
  const replaceable = children.length - sameAtEnd - same
  for (const [at, line] of changed.entries()) {
    const child = children[same + at]
    const element = at < replaceable && child instanceof HTMLDivElement ? child : document.createElement('div')
    setLine(element, line)
    if (element === child) continue
    if (at < replaceable) child?.replaceWith(element)
    else root.insertBefore(element, child ?? null)
  }
  while (children.length > lines.length) children[same + changed.length]?.remove()
  turnLines(root, textDirection(text.slice(0, OPENING)))
}

/** The direction and text for which each line's direction was computed. Unchanged lines are skipped. */
const turned = new WeakMap<Element, string>()

function turnLines(root: HTMLElement, ofPost: Direction): void {
  for (const line of root.children) {
    const text = line.textContent
    if (turned.get(line) === ofPost + text) continue
    turned.set(line, ofPost + text)
    line.setAttribute('dir', lineDirection(text, ofPost))
  }
}

/** Whether an element already shows this line exactly as `setLine` would. */
function isLine(element: Element | undefined, line: string): boolean {
  if (!(element instanceof HTMLDivElement) || element.childNodes.length !== 1) return false
  const only = element.firstChild
  return line === '' ? only instanceof HTMLBRElement : only instanceof Text && only.data === line
}

function setLine(element: HTMLElement, line: string): void {
  const only = element.childNodes.length === 1 ? element.firstChild : null
  if (line === '') element.replaceChildren(document.createElement('br'))
  else if (only instanceof Text) {
    // Replace only the changed characters, so that the other highlights in the line stay.
    const { at, removed, inserted } = patchBetween(only.data, line)
    only.replaceData(at, removed.length, inserted)
  } else element.replaceChildren(line)
}

/** Reads the field's text, even if an input method has restructured the elements. */
export function readText(root: HTMLElement): string {
  const lines: string[] = []
  let isInline = false
  for (const node of root.childNodes) {
    const text = textIn(node)
    // Adjacent text nodes outside `div` elements form one line.
    if (isInline && !(node instanceof HTMLDivElement)) lines.push((lines.pop() ?? '') + text)
    else lines.push(text)
    isInline = !(node instanceof HTMLDivElement)
  }
  return lines.join('\n')
}

function textIn(node: Node): string {
  if (node instanceof Text) return node.data
  // A `br` at the end of a line only gives the line its height, so it is not a line break.
  if (node instanceof HTMLBRElement) return node.nextSibling ? '\n' : ''
  return Array.from(node.childNodes, textIn).join('')
}

/** Converts a DOM position in the field to an offset in the text. */
export function offsetOf(root: HTMLElement, node: Node, at: number): number {
  let offset = 0
  for (const [index, line] of root.childNodes.entries()) {
    if (node === root && index >= at) return offset
    if (line.contains(node)) return offset + offsetIn(line, node, at)
    offset += textIn(line).length + 1
  }
  // The position is after the last line, so return the end of the text.
  return Math.max(0, offset - 1)
}

function offsetIn(within: Node, node: Node, at: number): number {
  if (within === node && node instanceof Text) return at
  let offset = 0
  for (const [index, child] of within.childNodes.entries()) {
    if (within === node && index >= at) return offset
    if (child.contains(node)) return offset + offsetIn(child, node, at)
    offset += textIn(child).length
  }
  return offset
}

type Place = [node: Node, at: number]

/** Returns a function that converts an offset in the text to a DOM position in the field. */
export function placesIn(root: HTMLElement): (offset: number) => Place {
  const lines = [...root.children]
  const starts: number[] = []
  let length = 0
  for (const line of lines) {
    starts.push(length)
    length += (line.firstChild instanceof Text ? line.firstChild.length : 0) + 1
  }
  return (offset) => {
    const after = starts.findIndex((start) => start > offset)
    const at = (after < 0 ? lines.length : after) - 1
    const line = lines[at]
    const text = line?.firstChild
    if (!line) return [root, 0]
    return text instanceof Text ? [text, Math.min(offset - (starts[at] ?? 0), text.length)] : [line, 0]
  }
}

export function domRange(placeOf: (offset: number) => Place, { start, end }: TextRange): Range {
  const range = document.createRange()
  range.setStart(...placeOf(start))
  range.setEnd(...placeOf(end))
  return range
}

/** Returns the selection in the field. Null if the selection is outside of the field. */
export function selectionIn(root: HTMLElement): TextRange | null {
  const selection = getSelection()
  if (!selection?.anchorNode || !selection.focusNode) return null
  if (!root.contains(selection.anchorNode) || !root.contains(selection.focusNode)) return null
  const anchor = offsetOf(root, selection.anchorNode, selection.anchorOffset)
  const focus = offsetOf(root, selection.focusNode, selection.focusOffset)
  return { start: Math.min(anchor, focus), end: Math.max(anchor, focus) }
}

export function selectIn(root: HTMLElement, { start, end }: TextRange): void {
  const placeOf = placesIn(root)
  getSelection()?.setBaseAndExtent(...placeOf(start), ...placeOf(end))
}
