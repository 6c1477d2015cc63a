import type { HtmlNode } from '../html-tree.ts'
import { around, leafBlocks, proseLength } from './blocks.ts'
import type { PageElement } from './page-element.ts'

/** How many characters of prose each element of a page contains, and how many come before it. Captions do not count. */
export class PageProse {
  readonly #lengths = new Map<HtmlNode, number>()
  readonly #before = new Map<HtmlNode, number>()
  readonly all: number

  constructor(body: PageElement) {
    let all = 0
    for (const block of leafBlocks(body)) {
      const length = around(block, 'figure') ? 0 : proseLength(block)
      for (let node: HtmlNode | null = block; node; node = node === body ? null : node.parentNode) {
        if (!this.#before.has(node)) this.#before.set(node, all)
        this.#lengths.set(node, (this.#lengths.get(node) ?? 0) + length)
      }
      all += length
    }
    this.all = all
  }

  lengthOf(element: PageElement): number {
    return this.#lengths.get(element) ?? 0
  }

  before(element: PageElement): number {
    return this.#before.get(element) ?? 0
  }

  /**
   * Whether `elements`, in page order, contain most of the prose, with fewer than `leastAbove` characters of it above
   * them.
   */
  isIn(elements: readonly PageElement[], leastAbove: number): boolean {
    const [first] = elements
    return first !== undefined && this.#sumOf(elements) > this.all / 2 && this.before(first) < leastAbove
  }

  isOnlyIn(elements: readonly PageElement[]): boolean {
    const length = this.#sumOf(elements)
    return length > this.all / 2 && this.all - length < MIN_ARTICLE
  }

  #sumOf(elements: readonly PageElement[]): number {
    const counted = new Set<PageElement>()
    let sum = 0
    for (const element of elements) {
      const isInside = counted.size > 0 && hasAncestorIn(element, counted)
      counted.add(element)
      if (!isInside) sum += this.lengthOf(element)
    }
    return sum
  }
}

/** From this length in characters on, about three or four sentences, a text counts as an article. */
export const MIN_ARTICLE = 400

/** The shortest text, in characters, that can be an article: two sentences above a discussion, for example. */
export const SHORTEST_ARTICLE = 150

export function hasAncestorIn(element: PageElement, elements: ReadonlySet<PageElement>): boolean {
  for (let node = element.parentNode; node; node = node.parentNode) if (elements.has(node)) return true
  return false
}
