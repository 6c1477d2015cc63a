import { Readability } from '@mozilla/readability'
import type { HtmlNode } from '../html-tree.ts'
import type { PageTree } from './page-tree.ts'
import type { PageDocument, PageElement } from './page-element.ts'

/**
 * The element in which Readability finds a page's article; null where it finds none, or where the page is so large or
 * deep that it might take seconds. The page is not the same afterwards.
 */
export function secondOpinion({ document }: PageTree): PageElement | null {
  if (!isSmall(document.body)) return null
  const reader = new Reader(document, { serializer: (node) => node, disableJSONLD: true })
  return reader.parse()?.content ?? null
}

/** Its own types want a whole browser's DOM; it uses what linkedom has. */
const Reader = Readability as unknown as new (
  document: PageDocument,
  options: { serializer: (content: PageElement) => PageElement; disableJSONLD: boolean },
) => { parse(): { content: PageElement | null } | null }

/** It looks at each element again and again, with all that lies inside: four times at worst, for each level. */
function isSmall(body: PageElement): boolean {
  let nodes = 0
  let depth = 0
  let textLength = 0
  for (let node: HtmlNode | null = body; node;) {
    if (++nodes > MOST_NODES || depth > DEEPEST || textLength > MOST_TEXT) return false
    textLength += node.nodeType === 3 ? (node.nodeValue?.length ?? 0) : 0
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

const MOST_NODES = 15_000
const DEEPEST = 60
const MOST_TEXT = 500_000
