import { pixelsOf } from './media-queries.ts'
import { isInitialLetter, startsWord } from '../initial-letter.ts'
import { visitVisible, type HtmlNode } from '../html-tree.ts'
import type { PageDocument, PageElement } from './page-element.ts'
import type { Declarations } from './page-styles.ts'

/** Whether an element may show a large initial letter, judged by its class and style. */
export function isInitialElement(name: string, attributes: Record<string, string>, style: Declarations): boolean {
  if (name === 'table' && /^(?:left|right)$/i.test(attributes['align'] ?? '')) return true
  if (INITIAL_CLASS.test(attributes['class'] ?? '')) return true
  if (style.has('initial-letter')) return true
  const isFloating = /^(?:left|right|inline-start)/.test(style.get('float') ?? '')
  return isFloating && (/float/i.test(attributes['style'] ?? '') || style.has('font-size') || style.has('font'))
}

/** Whether text of an element is at least twice as large as usual. */
export function isLarge(name: string, attributes: Record<string, string>, style: Declarations): boolean {
  if (name === 'big') return true
  if (!INLINE.has(name)) return false
  if (name === 'font' && /^\s*(?:[5-7]|\+[2-9])\s*$/.test(attributes['size'] ?? '')) return true
  const size = style.get('font-size') ?? /[\d.]+(?:px|pt|r?em|%)/.exec(style.get('font') ?? '')?.[0] ?? ''
  const share = /^([\d.]+)(?:em|%)/.exec(size)?.[1]
  if (share !== undefined) return Number(share) >= (size.includes('%') ? 180 : 1.8)
  return /^(?:xx-large|xxx-large)/.test(size) || (pixelsOf(/^[\d.]+[a-z]+/.exec(size)?.[0]) ?? 0) >= 30
}

/** The letter that a picture shows as a large initial, from its alternative text. */
export function drawnInitial(name: string, attributes: Record<string, string>): string | undefined {
  const letter = attributes['alt'] ?? attributes['aria-label'] ?? ''
  const isPicture = name === 'img' || name === 'amp-img' || name === 'svg'
  return isPicture && INITIAL_CLASS.test(attributes['class'] ?? '') && isInitialLetter(letter)
    ? letter.trim()
    : undefined
}

const INITIAL_CLASS =
  /(?:^|[\s_-])(?:drop-?_?caps?|dropped-?(?:cap|letter)|initial(?:-?(?:cap|letter))?|first-?(?:letter|character)|lettrine|big-?letter|cap(?:ital)?-?letter|versal|firstcharacter)(?:$|[\s\d_-])/i

/** Joins each large initial letter to the rest of its word: `<div class="dropcap">T</div><p>he harbour`. */
export function joinInitials(
  elements: readonly PageElement[],
  unsure: ReadonlySet<PageElement>,
  document: PageDocument,
): void {
  for (const element of elements) {
    const text = element.textContent
    if (!element.parentNode || !isInitialLetter(text)) continue
    const next = textAfter(element, document.body)
    if (!next || !next.parentNode) continue
    const following = next.nodeValue ?? ''
    // Text that is only large is an initial letter only if it starts a paragraph and small letters follow.
    const isStart = !hasTextBefore(element) && /^\s*\p{Ll}|^\s*\p{Lo}/u.test(following)
    if (unsure.has(element) && !isStart) continue
    const initial = text.trim()
    // If a space or a new block separates the letter from the text, the spelling decides whether they form one word.
    const isApart = /^\s/u.test(following) || /\s$/u.test(text) || !isInline(element, next)
    const joins = !isApart || startsWord(initial, following.trimStart(), () => textsIn(document.body))
    const joined = document.createTextNode(`${initial}${joins ? '' : ' '}${following.trimStart()}`)
    const parent = next.parentNode as PageElement
    parent.insertBefore(joined, next)
    parent.removeChild(next)
    removeEmpty(element, document.body)
  }
}

/** The page's texts, each on its own line, so that no initial letter touches the next word. */
function textsIn(body: PageElement): string {
  const texts: string[] = []
  visitVisible(body, { text: (text) => void texts.push(text), enter: () => true, leave: () => {} })
  return texts.join('\n')
}

function hasTextBefore(element: PageElement): boolean {
  for (let node: PageElement | null = element; node; node = node.parentNode) {
    for (let before = node.previousSibling; before; before = before.previousSibling) {
      if (before.localName === 'br') return false
      if (before.nodeType === 3 ? before.nodeValue?.trim() : before.textContent.trim()) return true
    }
    if (!INLINE.has(node.parentNode?.localName ?? '')) return false
  }
  return false
}

/** The next text with content, if it is only a few nodes away. */
function textAfter(element: PageElement, root: PageElement): HtmlNode | null {
  const MAX_STEPS = 12
  let node: HtmlNode = element
  let skipsInside = true
  for (let step = 0; step < MAX_STEPS; step++) {
    let next: HtmlNode | null = skipsInside ? node.nextSibling : (node.firstChild ?? node.nextSibling)
    for (let parent = node.parentNode; !next && parent && parent !== root; parent = parent.parentNode) {
      next = parent.nextSibling
    }
    if (!next || /^(?:h[1-6]|hr|figure|aside)$/.test(next.localName ?? '')) return null
    node = next
    skipsInside = false
    if (node.nodeType === 3 && node.nodeValue?.trim()) return node
  }
  return null
}

const INLINE = new Set('span b i em strong big font small a u mark bdi'.split(' '))

function isInline(element: PageElement, next: HtmlNode): boolean {
  return INLINE.has(element.localName) && (next.parentNode === element.parentNode || isInlineBox(next.parentNode))
}

const isInlineBox = (box: HtmlNode | null): boolean => INLINE.has(box?.localName ?? '')

/** Removes an element, and parents that contain nothing else. */
function removeEmpty(element: PageElement, root: PageElement): void {
  let empty = element
  while (
    empty.parentNode &&
    empty.parentNode !== root &&
    empty.parentNode.textContent.trim() === element.textContent.trim()
  ) {
    empty = empty.parentNode
  }
  empty.remove()
}
