import { leafBlocks, textOf } from './blocks.ts'
import { folded } from './clean-text.ts'
import { hasAncestorIn, MIN_ARTICLE, PageProse, SHORTEST_ARTICLE } from './page-prose.ts'
import type { PageElement } from './page-element.ts'
import type { PageTree } from './page-tree.ts'

/** How many characters of prose may lie between the headline and the hidden article, such as a visible lead. */
const LONGEST_LEAD = MIN_ARTICLE

/**
 * Of the parts that only scripts show, keeps those with the page's article, and removes all others. Returns false if
 * there are none, or if the page shows another article.
 */
export function keepHiddenArticle({ document, revealed }: PageTree, title: string | null): boolean {
  const { body } = document
  const prose = new PageProse(body)
  const outermost = new Set<PageElement>()
  for (const part of revealed) if (part.parentNode && !hasAncestorIn(part, outermost)) outermost.add(part)
  const marked = [...body.querySelectorAll(ARTICLE)].slice(0, MOST_PARTS)
  const headlines = headlinesIn(body, title)
  const isBelowHeadline = (part: PageElement) =>
    headlines.some((headline) => {
      const gap = prose.before(part) - prose.before(headline)
      return gap >= 0 && gap <= LONGEST_LEAD
    })
  const long = [...outermost].filter((part) => prose.lengthOf(part) >= MIN_ARTICLE)
  const kept = long.slice(0, MOST_PARTS).filter((part) => {
    return (
      marked.some((article) => holds(article, part) || holds(part, article)) ||
      part.matches(MAIN) ||
      isBelowHeadline(part)
    )
  })
  const length = (element: PageElement) =>
    prose.lengthOf(element) - kept.reduce((sum, part) => sum + (holds(element, part) ? prose.lengthOf(part) : 0), 0)
  const showsAnother = marked.some(
    (article) =>
      !kept.some((part) => holds(article, part) || holds(part, article)) && length(article) >= SHORTEST_ARTICLE,
  )
  if (kept.length === 0 || showsAnother) return false
  for (const part of outermost) if (!kept.includes(part)) part.remove()
  return true
}

/** The maximum numbers of parts and of articles to compare. Each pair takes a walk up the tree. */
const MOST_PARTS = 100

const MAIN = 'main, [role="main"]'

const ARTICLE =
  'article, [itemprop~="articleBody"], [class*="article-body"], [class*="article-content"], [class*="post-content"], [class*="entry-content"], [class*="story-body"]'

function headlinesIn(body: PageElement, title: string | null): PageElement[] {
  const blocks = leafBlocks(body).filter((block) => /^h[1-6]$/.test(block.localName))
  const named = blocks.filter((block) => title !== null && folded(textOf(block)) === folded(title))
  return (named.length > 0 ? named : blocks.filter((block) => block.localName === 'h1')).slice(0, 5)
}

function holds(outer: PageElement, inner: PageElement): boolean {
  for (let node: PageElement | null = inner; node; node = node.parentNode) if (node === outer) return true
  return false
}
