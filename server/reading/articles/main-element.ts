import type { HtmlNode } from '../html-tree.ts'
import { allLengths, around, holds, leafBlocks, proseLength, shareOf, textOf, type Lengths } from './blocks.ts'
import { folded } from './clean-text.ts'
import type { PageElement } from './page-element.ts'
import { LONGEST_TEASER } from './teasers.ts'
import { wordSet } from '#core/word-lists.ts'

/** Finds the smallest element that contains the article. Moves opening paragraphs from outside into it. */
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

/** The minimum share of the prose that the article's element must have. Each half of a divided article has less. */
const MIN_SHARE = 0.8
const MAX_LEADING = 4
/** An article with at least this many characters is preferred to a list of other articles next to it. */
const MIN_BESIDE = 150

class Prose {
  readonly #lengths = new Map<HtmlNode, number>()
  readonly #headlines = new Set<HtmlNode>()
  readonly #blocks: readonly PageElement[]
  /** For each element, the index of its first block. */
  readonly #firsts = new Map<HtmlNode, number>()
  readonly #linked: ReadonlyMap<HtmlNode, Lengths>
  /** For each element, how many linked headings and how many `article` elements it contains. */
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

  /** The paragraphs between the headline and the element `inner`. */
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

  /** The length of an element's prose, reduced by its share of links. Lists of other articles also contain prose. */
  #worthOf(element: PageElement): number {
    return (this.#lengths.get(element) ?? 0) * Math.max(0.05, 1 - 2 * this.#linkShare(element))
  }

  /** Whether `child` lists other articles. Such a list may be longer than the article, but lacks its headline. */
  #isStreamBeside(child: PageElement, headed: PageElement): boolean {
    const length = this.#lengths.get(headed) ?? 0
    if (this.#articles.has(headed) && (this.#articles.get(child) ?? 0) > 1) return length >= MIN_BESIDE
    const teasers = this.#teasers.get(child) ?? 0
    const isTeasers = teasers >= 3 && (this.#lengths.get(child) ?? 0) < teasers * LONGEST_TEASER
    const worth = this.#worthOf(headed)
    // A part of the article may be mostly links. It is then below the headline and smaller than the rest.
    const isApart = this.#firstOf(child) < this.#firstOf(headed) || this.#worthOf(child) > worth
    const isLinks = this.#linkShare(child) > 0.15 && isApart
    return (child.localName === 'aside' || isTeasers || isLinks) && worth > this.#worthOf(child) * 0.4
  }

  /** Whether an element after the article belongs to it, as paragraphs and boxes with the same class do. */
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

/** Whether a table holds data. Tables without headings or a caption only structure the page. */
const isDataTable = (element: PageElement) => element.localName === 'table' && holds(element, 'th', 'caption', 'thead')

/** Whether an element is only a container. Custom elements, whose names have a dash, are containers too. */
const isHolder = ({ localName }: PageElement) => HOLDERS.has(localName) || localName.includes('-')

const HOLDERS = wordSet(`div section article main table tbody tr td center font span form fieldset aside details
  footer small content`)
