import type { HtmlNode } from '../html-tree.ts'
import { allLengths, around, holds, leafBlocks, proseLength, shareOf, textOf, type Lengths } from './blocks.ts'
import { folded } from './clean-text.ts'
import type { PageElement } from './page-element.ts'
import { LONGEST_TEASER } from './teasers.ts'
import { wordSet } from '#core/word-lists.ts'

/** The smallest element with the article. Moves leading paragraphs below the headline into it. */
export function mainElement(body: PageElement, title: string | null): PageElement {
  const page = new Prose(body, title)
  const lead: PageElement[] = []
  let main = body
  for (let inner = page.innerOf(main); inner; inner = page.innerOf(main)) {
    const before = page.leadOf(main, inner)
    if (before.length > MAX_LEADING) break
    lead.push(...before)
    main = inner
  }
  for (const block of lead.toReversed()) main.insertBefore(block, main.firstChild)
  return main
}

/** An article in two boxes has a smaller share in each. */
const MIN_SHARE = 0.8
const MAX_LEADING = 4
/** Characters that a neighbouring part of the article needs. */
const MIN_BESIDE = 150

class Prose {
  readonly #lengths = new Map<HtmlNode, number>()
  readonly #headlines = new Set<HtmlNode>()
  readonly #blocks: readonly PageElement[]
  /** Index of the first block in each element. */
  readonly #firsts = new Map<HtmlNode, number>()
  readonly #linked: ReadonlyMap<HtmlNode, Lengths>
  /** Number of linked headings and of articles in each element. */
  readonly #teasers = new Map<HtmlNode, number>()
  readonly #articles = new Map<HtmlNode, number>()

  constructor(body: PageElement, title: string | null) {
    const blocks = leafBlocks(body)
    this.#blocks = blocks
    this.#linked = allLengths(body)
    const named = blocks.filter((block) => title !== null && folded(textOf(block)) === folded(title))
    const headlines = new Set(named.length > 0 ? named : blocks.filter((block) => block.localName === 'h1').slice(0, 1))
    for (const [index, block] of blocks.entries()) {
      const isHeadline = headlines.has(block)
      const length = isHeadline || around(block, 'figure') ? 0 : proseLength(block)
      for (let node: HtmlNode | null = block; node; node = node === body ? null : node.parentNode) {
        if (!this.#firsts.has(node)) this.#firsts.set(node, index)
        if (length > 0) this.#lengths.set(node, (this.#lengths.get(node) ?? 0) + length)
        if (isHeadline) this.#headlines.add(node)
      }
    }
    const headings = [...body.querySelectorAll('h2, h3, h4, h5, h6')].filter(
      (heading) => this.#linkShare(heading) > 0.9,
    )
    countIn(this.#teasers, headings, body)
    countIn(this.#articles, body.querySelectorAll('article'), body)
  }

  innerOf(main: PageElement): PageElement | null {
    const children = Array.from(main.children).filter((child) => this.#has(child))
    const headed = children.find((child) => this.#headlines.has(child))
    const rivals = headed
      ? children.filter((child) => child === headed || !this.#isStreamBeside(child, headed))
      : children
    const [inner] = rivals.toSorted((a, b) => this.#worthOf(b) - this.#worthOf(a))
    if (!inner || !isHolder(inner) || isDataTable(inner)) return null
    const all = rivals.reduce((sum, child) => sum + this.#worthOf(child), 0)
    if (this.#worthOf(inner) < all * MIN_SHARE) return null
    const behind = children.slice(children.indexOf(inner) + 1)
    return behind.some((child) => this.#isContinuation(child, inner)) ? null : inner
  }

  /** Paragraphs between the headline and `inner`. */
  leadOf(main: PageElement, inner: PageElement): PageElement[] {
    if (this.#headlines.has(inner)) return []
    const before = this.#blocks.slice(this.#firstOf(main), this.#firstOf(inner))
    const start = before.findLastIndex((block) => this.#headlines.has(block))
    return before.slice(start + 1).filter((block) => this.#has(block))
  }

  #firstOf(element: HtmlNode): number {
    return this.#firsts.get(element) ?? 0
  }

  #has(element: HtmlNode): boolean {
    return this.#lengths.has(element)
  }

  /** Lists of other articles have text between their links. */
  #worthOf(element: PageElement): number {
    return (this.#lengths.get(element) ?? 0) * Math.max(0.05, 1 - 2 * this.#linkShare(element))
  }

  /** A stream of other articles may be longer, but lacks this article's headline. */
  #isStreamBeside(child: PageElement, headed: PageElement): boolean {
    const length = this.#lengths.get(headed) ?? 0
    if (this.#articles.has(headed) && (this.#articles.get(child) ?? 0) > 1) return length >= MIN_BESIDE
    const teasers = this.#teasers.get(child) ?? 0
    const isTeasers = teasers >= 3 && (this.#lengths.get(child) ?? 0) < teasers * LONGEST_TEASER
    const worth = this.#worthOf(headed)
    // A part of an article may be mostly links, but not above the article and not larger than the rest.
    const isApart = this.#firstOf(child) < this.#firstOf(headed) || this.#worthOf(child) > worth
    const isLinks = this.#linkShare(child) > 0.15 && isApart
    return (child.localName === 'aside' || isTeasers || isLinks) && worth > this.#worthOf(child) * 0.4
  }

  /** Boxes after an article are not part of it, except paragraphs on its level and boxes of the same kind. */
  #isContinuation(child: PageElement, inner: PageElement): boolean {
    if (!isHolder(child)) return true
    const kind = inner.getAttribute('class') ?? ''
    return kind !== '' && child.getAttribute('class') === kind && this.#linkShare(child) < 0.15
  }

  #linkShare(element: PageElement): number {
    const lengths = this.#linked.get(element)
    return lengths ? shareOf(lengths) : 0
  }
}

function countIn(counts: Map<HtmlNode, number>, elements: Iterable<PageElement>, body: PageElement): void {
  for (const element of elements) {
    for (let node: PageElement | null = element; node; node = node === body ? null : node.parentNode) {
      counts.set(node, (counts.get(node) ?? 0) + 1)
    }
  }
}

/** Other tables only structure the page. */
const isDataTable = (element: PageElement) => element.localName === 'table' && holds(element, 'th', 'caption', 'thead')

/** Also a site's own elements. */
const isHolder = ({ localName }: PageElement) => HOLDERS.has(localName) || localName.includes('-')

const HOLDERS = wordSet(`div section article main table tbody tr td center font span form fieldset aside details
  footer small content`)
