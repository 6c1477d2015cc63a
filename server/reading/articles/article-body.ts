import { textOfHtml } from '../text-of-html.ts'
import { flattenLayoutLists } from './layout-lists.ts'
import { linkShare } from './blocks.ts'
import { folded, withoutMarks } from './clean-text.ts'
import { removeClutter } from './clutter.ts'
import { trimEdges, type KnownNames } from './edges.ts'
import { wrapLooseText } from './loose-text.ts'
import { mainElement } from './main-element.ts'
import type { PageTree } from './page-tree.ts'
import type { PageElement } from './page-element.ts'
import { reduceToQuestion } from './questions.ts'
import { removeTeasers, teaserCount } from './teasers.ts'

export interface ArticleBody {
  text: string
  /** The share of the text that is inside links, from 0 to 1. */
  linkShare: number
  /**
   * The number of headings that link to other pages of the site, as on front pages. 0 if the article's text is above
   * them.
   */
  teasers: number
}

/** Extracts the article's text from a page. Changes the page's tree. */
export function articleBody(page: PageTree, known: KnownNames & { url: string }): ArticleBody {
  const { body } = page.document
  reduceToQuestion(body)
  wrapLooseText(body, page.document)
  removeClutter(body, known.url)
  const main = mainElement(body, known.title)
  removeTeasers(main, known.url)
  trimEdges(main, body, known)
  flattenLayoutLists(main, page.document)
  return bodyOf(main, known)
}

export function bodyOf(element: PageElement, { title, url }: { title: string | null; url: string }): ArticleBody {
  const blocks = textOfHtml(element).split('\n\n')
  if (title !== null && folded(blocks[0] ?? '') === folded(title)) blocks.shift()
  const text = withoutMarks(blocks.filter((block) => !TIME.test(block)).join('\n\n'))
  return { text, linkShare: linkShare(element), teasers: teaserCount(element, url) }
}

/** A line with only a time of day, as in live tickers. */
const TIME = /^\d{1,2}[:.٫h]\d{2}(?:\s?[ap]\.?m\.?|\s?[صم])?$/iu
