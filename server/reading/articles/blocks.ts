import { attributeOf, type HtmlNode } from '../html-tree.ts'
import type { PageElement } from './page-element.ts'

// Walks the tree instead of using CSS selectors. Compiling a selector for each of ten thousand paragraphs would take
// longer.

const BLOCKS = new Set(
  'p li dd dt td th pre blockquote div section article header figcaption h1 h2 h3 h4 h5 h6 center summary'.split(' '),
)

export function leafBlocks(root: PageElement): PageElement[] {
  const found: PageElement[] = []
  let opened: HtmlNode | null = null
  walk(root, {
    enter(element) {
      if (BLOCKS.has(element.localName ?? '')) opened = element
    },
    leave(element) {
      // Take only innermost blocks: no other block has opened inside this element.
      if (opened === element && hasText(element)) found.push(element as PageElement)
      if (BLOCKS.has(element.localName ?? '')) opened = null
    },
  })
  return found
}

export const textOf = (element: PageElement): string => element.textContent.replace(/\s+/g, ' ').trim()

/** Returns the element itself or its nearest ancestor with one of these names. Null if there is none. */
export function around(element: PageElement, ...names: string[]): PageElement | null {
  for (let node: PageElement | null = element; node; node = node.parentNode) {
    if (names.includes(node.localName)) return node
  }
  return null
}

export const holds = (element: HtmlNode, ...names: string[]): boolean =>
  walk(element, { enter: (inner) => names.includes(inner.localName ?? '') })

export const hasText = (element: HtmlNode): boolean => walk(element, { text: (text) => text.trim() !== '' })

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

/** Lengths of an element's text, and of the part inside links, in characters. Several blanks in a row count as one. */
export interface Lengths {
  text: number
  linked: number
}

/** True for links. An `a` element without `href` is only an anchor to which other links lead. */
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

/** The length of a block's sentences outside links. 0 for text without sentences, such as menus and captions. */
export function proseLength(block: PageElement): number {
  const text = textOf(block)
  const length = text.length - 2 * lengthsOf(block).linked
  const [without, least] = CONCISE.test(text) ? [40, 12] : [60, 25]
  return length >= without || (length >= least && SENTENCE_END.test(text)) ? length : 0
}

export const SENTENCE_END = /[.!?؟۔。！？…]["”’»」』）)\]]{0,5}$/u

/** Letters of scripts such as Chinese, which need about half as many characters for the same content. */
const CONCISE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

interface Steps {
  /** If `enter` or `text` returns true, the walk ends. */
  enter?(element: HtmlNode): boolean | void
  leave?(element: HtmlNode): void
  text?(text: string): boolean | void
}

/** Visits all nodes below `root`. Returns whether `enter` or `text` ended the walk. */
function walk(root: HtmlNode, { enter, leave, text }: Steps): boolean {
  let node = root.firstChild
  while (node) {
    if (node.nodeType === 1) {
      if (enter?.(node)) return true
      if (node.firstChild) {
        node = node.firstChild
        continue
      }
      leave?.(node)
    } else if (node.nodeType === 3 && text?.(node.nodeValue ?? '')) return true
    while (!node.nextSibling) {
      const parent: HtmlNode | null = node.parentNode
      if (!parent || parent === root) return false
      leave?.(parent)
      node = parent
    }
    node = node.nextSibling
  }
  return false
}
