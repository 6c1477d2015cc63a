import { Readability } from '@mozilla/readability'
import type { HtmlNode } from '../html-tree.ts'
import type { PageTree } from './page-tree.ts'
import type { PageDocument, PageElement } from './page-element.ts'

/**
 * Finds the article with Mozilla's Readability. Changes the page. Null if Readability finds none, or the page is too
 * large for it.
 */
export function readabilityElement({ document }: PageTree): PageElement | null {
  if (!isSmall(document.body)) return null
  const reader = new Reader(document, { serializer: (node) => node, disableJSONLD: true })
  return reader.parse()?.content ?? null
}

/** Readability's types require a full browser DOM, but it uses only what linkedom supports. */
const Reader = Readability as unknown as new (
  document: PageDocument,
  options: { serializer: (content: PageElement) => PageElement; disableJSONLD: boolean },
) => { parse(): { content: PageElement | null } | null }

/**
 * Whether Readability is fast on this page. It visits each element several times per level of nesting, so a large page
 * would take seconds.
 */
function isSmall(body: PageElement): boolean {
  let nodes = 0
  let depth = 0
  let textLength = 0
  let marks = 0
  for (let node: HtmlNode | null = body; node;) {
    if (++nodes > MAX_NODES || depth > DEEPEST) return false
    if (node.nodeType === 3) {
      const text = node.nodeValue ?? ''
      textLength += text.length
      if (textLength > MAX_TEXT) return false
      marks += text.split(/[<>&\u00A0]/).length - 1
      if (marks > MAX_MARKS) return false
    }
    if (node.firstChild) {
      node = node.firstChild
      depth++
      continue
    }
    while (node && !node.nextSibling && node !== body) {
      node = node.parentNode
      depth--
    }
    node = node === body ? null : (node?.nextSibling ?? null)
  }
  return true
}

const MAX_NODES = 15_000
const DEEPEST = 60
const MAX_TEXT = 500_000
/**
 * The maximum number of `<`, `>`, `&` and no-break spaces. With more, Readability is slow, because it turns each into
 * an entity and a text node.
 */
const MAX_MARKS = 10_000
