import { linkShare } from './blocks.ts'
import { isOwnLink } from './page-address.ts'
import { MIN_ARTICLE, PageProse, SHORTEST_ARTICLE } from './page-prose.ts'
import type { PageElement } from './page-element.ts'

/** Finds headings that link to other pages of the site. Links to other sites may belong to the article. */
function teasersIn(element: PageElement, pageUrl: string): PageElement[] {
  const headings = [...element.querySelectorAll('h2, h3, h4, h5, h6')].filter((heading) => linkShare(heading) > 0.9)
  return headings.filter((heading) => {
    const link = heading.querySelector('a') ?? heading.closest('a')
    return isOwnLink(link?.getAttribute('href'), pageUrl)
  })
}

/** Removes boxes with teasers, if the article is longer than all of them. */
export function removeTeasers(main: PageElement, pageUrl: string): void {
  const teasers = teasersIn(main, pageUrl)
  if (teasers.length < FEWEST) return
  const prose = new PageProse(main)
  const boxes = new Set(teasers.map((teaser) => boxOf(teaser, main, prose)))
  boxes.delete(null)
  const boxed = [...boxes].reduce((sum, box) => sum + (box ? prose.lengthOf(box) : 0), 0)
  if (prose.all - boxed < Math.max(MIN_ARTICLE, boxed)) return
  for (const box of boxes) box?.remove()
}

/** The box with a teaser's headline and summary. Null if the teaser is between paragraphs of the article. */
function boxOf(teaser: PageElement, main: PageElement, prose: PageProse): PageElement | null {
  let box: PageElement | null = null
  for (let node = teaser.parentNode; node && node !== main; node = node.parentNode) {
    if (prose.lengthOf(node) > LONGEST_TEASER || prose.before(node) < prose.before(teaser)) break
    box = node
  }
  return box
}

/** Counts headings in an element that link to other pages of the site. 0 if the article's text is above them. */
export function teaserCount(element: PageElement, pageUrl: string): number {
  const teasers = teasersIn(element, pageUrl)
  const [first] = teasers
  if (!first || teasers.length < FEWEST) return 0
  const prose = new PageProse(element)
  const above = prose.before(first)
  const isBelow = above >= MIN_ARTICLE || (above >= SHORTEST_ARTICLE && above > prose.all / 2)
  return isBelow ? 0 : teasers.length
}

const FEWEST = 3

/** The longest teaser, in characters. A longer text below a linked heading is an article. */
export const LONGEST_TEASER = 400
