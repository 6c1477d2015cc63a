import { Readability } from '@mozilla/readability'
import type { HtmlNode } from '../html-tree.ts'
import type { PageTree } from './page-tree.ts'
import type { PageDocument, PageElement } from './page-element.ts'

/** Modifies the page. Null if Readability finds no article or the page is too large for it. */
export function readabilityElement({ document }: PageTree): PageElement | null {
  if (!isSmall(document.body)) return null
  const reader = new Reader(document, { serializer: (node) => node, disableJSONLD: true })
  return reader.parse()?.content ?? null
}

/** Its types require a full browser DOM, but it only uses what linkedom supports. */
const Reader = Readability as unknown as new (
  document: PageDocument,
  options: { serializer: (content: PageElement) => PageElement; disableJSONLD: boolean },
) => { parse(): { content: PageElement | null } | null }

/** Readability visits each element with its content several times per level, so large pages take seconds. */
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
/** Readability writes the page as HTML and reads it again, each mark as an entity and a separate text node. */
const MAX_MARKS = 10_000
