import { AppError } from '#core/errors.ts'
import { languageOf } from '#core/reading/language-of.ts'
import type { ParsedText } from '../parsed-text.ts'
import { textOfHtml } from '../text-of-html.ts'
import { articleBody, bodyOf, type ArticleBody } from './article-body.ts'
import { withoutMarks } from './clean-text.ts'
import { decodePage } from './decode-page.ts'
import { kindOfPage } from './media-type.ts'
import { addressToKeep } from './page-address.ts'
import { factsOf, type PageFacts } from './page-facts.ts'
import { MIN_ARTICLE } from './page-prose.ts'
import { parseFragment, parsePage, type PageTree } from './page-tree.ts'
import { readPlainText } from './plain-text.ts'
import { isForSubscribers, isShort, refusalOf, signsOf, type PageSigns } from './refusal.ts'
import { keepHiddenArticle } from './revealed-parts.ts'
import { readabilityElement } from './readability.ts'

export interface PageBytes {
  bytes: Uint8Array
  contentType: string | null
  /** The page's final address, after redirects. */
  url: string
}

export type ArticleText = ParsedText & { description: string | null; siteName: string | null; url: string }

/**
 * Reads the article of a web page.
 * @throws AppError page_type, page_too_complex, page_login, page_paywall, page_script or page_no_article
 */
export async function readArticle({ bytes, contentType, url }: PageBytes): Promise<ArticleText> {
  const kind = await kindOfPage(bytes, contentType)
  const text = decodePage(bytes, contentType)
  return kind === 'text' ? readText(text, url) : readPage(text, url)
}

function readPage(html: string, url: string): ArticleText {
  const page = parsePage(html)
  const facts = factsOf(page, url)
  const signs = signsOf(page, facts)
  const body = bodyIn(html, facts, signs, fullerOf(articleBody(page, facts), facts.articleBody))
  const { title, author, description, siteName, languages } = facts
  const language = languageOf(body.text, languages)
  return { title, author, content: body.text, language, pageCount: null, description, siteName, url: facts.url }
}

function bodyIn(html: string, facts: PageFacts, signs: PageSigns, found: ArticleBody): ArticleBody {
  const refusal = refusalOf(facts, signs, found)
  if (refusal === null) return laterBody(html, facts, signs, found) ?? found
  // Do not try Readability if a paywall or login hides the article, because it would read other content.
  const isOpening = found.text !== '' && (refusal === 'page_paywall' || refusal === 'page_login')
  // Parse the page again, because the extraction above has changed the tree.
  const element = isOpening ? null : readabilityElement(parsePage(html))
  const other = element && bodyOf(element, facts)
  if (other && refusalOf(facts, signs, other) === null) return other
  const later = refusal === 'page_no_article' || refusal === 'page_script' ? revealedBody(html, facts) : null
  if (later) return later
  throw new AppError(refusal)
}

/**
 * Reads a hidden article that a script shows later, although the page has other text, such as its lead or footer. The
 * visible text must be short. It must not be the beginning of an article for subscribers.
 */
function laterBody(html: string, facts: PageFacts, signs: PageSigns, found: ArticleBody): ArticleBody | null {
  const share = isShort(found) ? LATER_SHARE : LATER_SHARE_OF_LONG
  const most = Math.max(MIN_ARTICLE, share * found.text.length)
  if (signs.hiddenLength < most || found.text.length > LONGEST_NOTICE || isForSubscribers(facts, signs)) return null
  const later = revealedBody(html, facts, (page) => keepHiddenArticle(page, facts.title))
  return later && later.text.length >= most ? later : null
}

/** How many times longer than the visible text a hidden article must be. */
const LATER_SHARE = 2
const LATER_SHARE_OF_LONG = 4

/** The maximum length of a lead, footer or notice, in characters. A longer visible text counts as the article. */
const LONGEST_NOTICE = 2_500

/** Reads the article with the hidden parts that a script shows later, if the page then has an article. */
function revealedBody(html: string, facts: PageFacts, isRead?: (page: PageTree) => boolean): ArticleBody | null {
  const page = parsePage(html, true)
  if (isRead && !isRead(page)) return null
  const signs = signsOf(page, facts)
  const body = articleBody(page, facts)
  return refusalOf(facts, signs, body) === null ? body : null
}

/**
 * Returns the text from the metadata if it is at least twice as long as the visible text. Pages rendered by scripts
 * often have their full text only there.
 */
function fullerOf(shown: ArticleBody, linked: string | null): ArticleBody {
  if (linked === null || linked.length < 2 * shown.text.length) return shown
  const isHtml = /<(?:p|br|div|h\d)\b/i.test(linked)
  const text = isHtml ? textOfHtml(parseFragment(linked)) : readPlainText(linked).content
  return { text: withoutMarks(text), linkShare: 0, teasers: 0 }
}

function readText(text: string, url: string): ArticleText {
  const { title, content } = readPlainText(text)
  if (content === '') throw new AppError('page_no_article')
  const known = { author: null, pageCount: null, description: null, siteName: null }
  return { ...known, title, content, language: languageOf(content), url: addressToKeep(url, [], null) }
}
