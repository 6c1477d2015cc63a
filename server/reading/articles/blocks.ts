import { attributeOf, type HtmlNode } from '../html-tree.ts'
import type { PageElement } from './page-element.ts'

// All of these walk a tree by themselves: for each of ten thousand paragraphs, a selector is compiled for longer than it
// looks.

const BLOCKS = new Set(
  'p li dd dt td th pre blockquote div section article header figcaption h1 h2 h3 h4 h5 h6 center summary'.split(' '),
)

/** The elements of a part of a page that hold its text and no further blocks, in the order of the page. */
export function leafBlocks(root: PageElement): PageElement[] {
  const found: PageElement[] = []
  let opened: HtmlNode | null = null
  walk(root, {
    enter(element) {
      if (BLOCKS.has(element.localName ?? '')) opened = element
    },
    leave(element) {
      // Any block inside would have taken its place.
      if (opened === element && hasText(element)) found.push(element as PageElement)
      if (BLOCKS.has(element.localName ?? '')) opened = null
    },
  })
  return found
}

export const textOf = (element: PageElement): string => element.textContent.replace(/\s+/g, ' ').trim()

/** The innermost element of one of these names that an element is, or lies in. */
export function around(element: PageElement, ...names: string[]): PageElement | null {
  for (let node: PageElement | null = element; node; node = node.parentNode) {
    if (names.includes(node.localName)) return node
  }
  return null
}

/** Whether an element lies around one of these names. */
export function holds(element: HtmlNode, ...names: string[]): boolean {
  let isFound = false
  walk(element, {
    enter(inner) {
      isFound ||= names.includes(inner.localName ?? '')
      return isFound
    },
  })
  return isFound
}

export function hasText(element: HtmlNode): boolean {
  let isFound = false
  walk(element, {
    text(text) {
      isFound ||= text.trim() !== ''
      return isFound
    },
  })
  return isFound
}

/** The text of an element; null where it is longer than `most`. */
export function shortText(element: PageElement, most: number): string | null {
  let found = ''
  walk(element, {
    text(text) {
      found += text.replace(/\s+/g, ' ')
      return found.length > most * 2
    },
  })
  const line = found.replace(/\s+/g, ' ').trim()
  return line.length > most ? null : line
}

/** How much text an element has, and how much of it is links: in characters, blanks between words not counted twice. */
export interface Lengths {
  text: number
  linked: number
}

/** Anchors that only mark a place are none. */
const isLink = (element: HtmlNode) => element.localName === 'a' && attributeOf(element, 'href') !== null

function isInLink(element: PageElement): boolean {
  const link = around(element, 'a')
  return link !== null && isLink(link)
}

export function lengthsOf(element: PageElement): Lengths {
  const lengths = { text: 0, linked: 0 }
  let links = isInLink(element) ? 1 : 0
  walk(element, {
    enter(inner) {
      if (isLink(inner)) links++
    },
    leave(inner) {
      if (isLink(inner)) links--
    },
    text(text) {
      const length = lengthOf(text)
      lengths.text += length
      if (links > 0) lengths.linked += length
    },
  })
  return lengths
}

/** The lengths of every element below a root, found in one walk. */
export function allLengths(root: PageElement): ReadonlyMap<HtmlNode, Lengths> {
  const found = new Map<HtmlNode, Lengths>()
  const open: Lengths[] = [{ text: 0, linked: 0 }]
  let links = 0
  walk(root, {
    enter(element) {
      if (isLink(element)) links++
      open.push({ text: 0, linked: 0 })
    },
    leave(element) {
      if (isLink(element)) links--
      const own = open.pop()
      const outer = open.at(-1)
      if (!own || !outer) return
      found.set(element, own)
      outer.text += own.text
      outer.linked += own.linked
    },
    text(text) {
      const own = open.at(-1)
      if (!own) return
      const length = lengthOf(text)
      own.text += length
      if (links > 0) own.linked += length
    },
  })
  return found
}

const lengthOf = (text: string): number => (text.trim() === '' ? 0 : text.replace(/\s+/g, ' ').length)

export const shareOf = ({ text, linked }: Lengths): number => linked / Math.max(1, text)

export const linkShare = (element: PageElement): number => shareOf(lengthsOf(element))

/** The length of what reads as sentences, links not counted; 0 for menus, captions and the like. */
export function proseLength(block: PageElement): number {
  const text = textOf(block)
  const length = text.length - 2 * lengthsOf(block).linked
  const [without, least] = CONCISE.test(text) ? [40, 12] : [60, 25]
  return length >= without || (length >= least && SENTENCE_END.test(text)) ? length : 0
}

export const SENTENCE_END = /[.!?؟۔。！？…]["”’»」』）)\]]{0,5}$/u

/** Scripts that say in twelve characters what others say in twenty-five. */
const CONCISE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

interface Steps {
  /** True ends the walk. */
  enter?(element: HtmlNode): boolean | void
  leave?(element: HtmlNode): void
  /** True ends the walk. */
  text?(text: string): boolean | void
}

function walk(root: HtmlNode, { enter, leave, text }: Steps): void {
  let node = root.firstChild
  while (node) {
    if (node.nodeType === 1) {
      if (enter?.(node)) return
      if (node.firstChild) {
        node = node.firstChild
        continue
      }
      leave?.(node)
    } else if (node.nodeType === 3 && text?.(node.nodeValue ?? '')) return
    while (!node.nextSibling) {
      const parent: HtmlNode | null = node.parentNode
      if (!parent || parent === root) return
      leave?.(parent)
      node = parent
    }
    node = node.nextSibling
  }
}
