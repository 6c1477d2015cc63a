import { around, hasText, holds, leafBlocks, linkShare, proseLength, SENTENCE_END, textOf } from './blocks.ts'
import { folded } from './clean-text.ts'
import type { PageElement } from './page-element.ts'

export interface KnownNames {
  title: string | null
  author: string | null
}

/** Removes everything above an article's first paragraph, such as byline and date, and below its last one. */
export function trimEdges(main: PageElement, body: PageElement, known: KnownNames): void {
  const headline = leafBlocks(body).find((block) => isHeadline(block, known.title))
  const start = startOf(main, headline, known)
  if (start) removeBeside(start, main, 'previousSibling')
  const rule = [...main.querySelectorAll('hr')].at(-1)
  if (rule && lengthBehind(rule, main) < 200) removeBeside(rule, main, 'nextSibling')
  for (let removed = 0; removed < MAX_ENDINGS; removed++) endOf(main)?.remove()
}

const MAX_ENDINGS = 12

/** Finds the article's first element: a paragraph, a list or table with text outside links, or the heading above it. */
function startOf(main: PageElement, headline: PageElement | undefined, known: KnownNames): PageElement | null {
  const blocks = leafBlocks(main)
  const at = headline ? blocks.indexOf(headline) : -1
  // Skip everything above the headline, except on old pages where the headline is near the end.
  const below = blocks.slice(at < blocks.length / 3 ? at + 1 : 0)
  const tables = new Map<PageElement, boolean>()
  const first = below.findIndex((block) => isText(block, known, tables))
  const heading = below[first - 1]
  if (heading && /^h[2-6]$/.test(heading.localName) && !isAboutArticle(heading, known)) return heading
  const start = below[first]
  return start ? (around(start, 'ul', 'ol', 'dl', 'table') ?? start) : null
}

const isHeadline = (block: PageElement, title: string | null) =>
  title !== null && folded(textOf(block)) === folded(title)

function isText(block: PageElement, known: KnownNames, tables: Map<PageElement, boolean>): boolean {
  if (block.localName === 'h1' || around(block, 'figure')) return false
  const table = around(block, 'table')
  if (table && !tables.has(table)) tables.set(table, holds(table, 'th') && !holds(table, 'p', 'h1', 'h2'))
  if (block.localName === 'pre' || (table && tables.get(table))) return true
  // Some sites mark the first paragraph as a heading, so a long sentence counts as text.
  if (/^h[2-6]$/.test(block.localName) && !(textOf(block).length > 80 && SENTENCE_END.test(textOf(block)))) return false
  const list = around(block, 'ul', 'ol', 'dl')
  if (list && isUnderHeading(list) && linkShare(list) < 0.3) return true
  return proseLength(block) > 0 && !isAboutArticle(block, known)
}

function isUnderHeading(list: PageElement): boolean {
  let before = list.previousSibling
  while (before && before.nodeType !== 1) before = before.previousSibling
  return /^h[2-6]$/.test(before?.localName ?? '')
}

function isAboutArticle(block: PageElement, { title, author }: KnownNames): boolean {
  if (isHeadline(block, title)) return true
  const text = folded(textOf(block))
  const isShort = text.split(' ').length <= 15
  return isShort && ((author !== null && text.includes(folded(author))) || BYLINE.test(textOf(block)))
}

export const BYLINE =
  /^(?:(?:(?:written |posted |reported )?by|par|von|door)(?=[\s:])|بقلم|كتبت?\s*[:：]|إعداد|حاوره?ا?\s*[:：]|تقرير\s*[:：]|نویسنده|گزارش\s*[:：]|文\s*[:：/／]|作者)\s*[:：]?\s*/iu

function removeBeside(element: PageElement, main: PageElement, side: 'previousSibling' | 'nextSibling'): void {
  for (let node: PageElement | null = element; node && node !== main; node = node.parentNode) {
    for (let beside = node[side]; beside; beside = node[side]) node.parentNode?.removeChild(beside)
  }
}

function lengthBehind(element: PageElement, main: PageElement): number {
  let length = 0
  for (let node: PageElement | null = element; node && node !== main; node = node.parentNode) {
    for (let next = node.nextSibling; next; next = next.nextSibling) length += next.textContent.trim().length
  }
  return length
}

function endOf(main: PageElement): PageElement | null {
  for (let last = lastPart(main); last; last = lastPart(last)) if (isEnding(last)) return last
  return null
}

/** The last child of an element with content. Null if that child is plain text. */
function lastPart(element: PageElement): PageElement | null {
  let node = element.lastChild
  while (node && !(node.nodeType === 1 ? hasText(node) : node.nodeValue?.trim())) node = node.previousSibling
  return node?.nodeType === 1 ? node : null
}

function isEnding(block: PageElement): boolean {
  if (linkShare(block) > 0.5) return true
  const text = textOf(block)
  return text.length < 200 && ENDING.test(text)
}

const ENDING =
  /^(?:©|\(c\)|copyright|tags?\s*:|source\s*:|filed under|posted (?:in|on)|last (?:changed|updated|modified)|updated\s*:|المصدر\s*:|المصادر\s*:|الكلمات المفتاحية|الوسوم\s*:|آخر تحديث|جميع الحقوق|حقوق النشر)|all rights reserved|جميع الحقوق محفوظة|tous droits réservés|無断転載|版权所有/iu
