import { leafBlocks, SENTENCE_END, textOf } from './blocks.ts'
import { cleanLine, folded } from './clean-text.ts'
import { siteNameIn, withoutSiteName } from './clean-title.ts'
import { BYLINE } from './edges.ts'
import { decodeEntities } from './entities.ts'
import { isA, namesOf, readLinkedData, textIn, type LinkedData, type LinkedNode } from './linked-data.ts'
import { addressToKeep } from './page-address.ts'
import type { PageTree } from './page-tree.ts'
import type { PageDocument } from './page-element.ts'

/**
 * A page's metadata. For each fact, the most reliable source is used: JSON-LD, Open Graph, other metadata, visible
 * text.
 */
export type PageFacts = ReturnType<typeof factsOf>

export function factsOf({ document, linkedData }: PageTree, readUrl: string) {
  const meta = metaOf(document)
  const windowTitle = cleanLine(document.head.querySelector('title')?.textContent)
  const ogTitle = meta('og:title') ?? meta('twitter:title')
  const headings = [...document.body.querySelectorAll('h1')].map((heading) => cleanLine(heading.textContent) ?? '')
  const shown = leafBlocks(document.body)
    .slice(0, 200)
    .map((block) => textOf(block))
  const data = readLinkedData(linkedData, readUrl, [ogTitle, windowTitle, ...headings].join(' | '))
  const { article, page, site } = data
  const url = addressOf(document, meta, data, readUrl)

  const fullTitle = titleOf(document, data, ogTitle, windowTitle, headings)
  const named = siteNameOf(meta, data)
  const title =
    fullTitle &&
    withoutSiteName(fullTitle, {
      siteNames: [named, ...homeLinks(document, readUrl)].filter((name) => name !== null),
      host: new URL(readUrl).hostname,
      shown,
    })
  return {
    title,
    author: authorOf(document, meta, data, shown),
    description: firstOf(
      textIn(article, 'description', data),
      meta('og:description'),
      textIn(page, 'description', data),
      document.body.querySelector('meta[itemprop~="description"]')?.getAttribute('content') ?? null,
      meta('description'),
      meta('twitter:description'),
      meta('dc.description'),
    ),
    siteName: named ?? (title && windowTitle && siteNameIn(windowTitle, title)),
    url,
    /** Language tags that the page declares, which may be wrong. */
    languages: [
      document.documentElement.getAttribute('lang') ?? document.body.getAttribute('lang'),
      textIn(article, 'inLanguage', data) ?? textIn(page, 'inLanguage', data) ?? textIn(site, 'inLanguage', data),
      meta('og:locale'),
      meta('content-language'),
    ],
    isArticle: article !== null || meta('og:type') === 'article',
    isPaid: isFalse(article?.['isAccessibleForFree']) || isFalse(page?.['isAccessibleForFree']),
    /** A CSS selector for the part that only subscribers may read. */
    paidPart: paidPartOf(article) ?? paidPartOf(page),
    /** The article's text in the metadata, which is not visible on the page. */
    articleBody: bodyIn(article),
  }
}

/** The texts of links to the front page, usually the site's name or "home". */
function homeLinks(document: PageDocument, readUrl: string): string[] {
  const names: string[] = []
  const { host } = new URL(readUrl)
  for (const link of document.body.querySelectorAll('a[href]')) {
    const url = URL.parse(link.getAttribute('href') ?? '', readUrl)
    const isHome = url?.host === host && /^\/(?:index\.\w{2,5})?$/.test(url.pathname) && url.search === ''
    const name = isHome ? textOf(link) : ''
    if (name !== '' && name.length <= 60) names.push(name)
    if (names.length === 10) break
  }
  return names
}

type Meta = (name: string) => string | null

/** Reads the `<meta>` elements. Of several with the same `name`, `property` or `http-equiv`, the first wins. */
export function metaOf(document: PageDocument): Meta {
  const found = new Map<string, string>()
  // Search the whole document, because microdata puts `<meta>` elements into the body.
  for (const element of document.documentElement.querySelectorAll('meta')) {
    const names = element.getAttribute('property') ?? element.getAttribute('name') ?? element.getAttribute('http-equiv')
    const content = cleanLine(decodeEntities(element.getAttribute('content') ?? ''))
    for (const name of names?.toLowerCase().split(/\s+/) ?? [])
      if (content && !found.has(name)) found.set(name, content)
  }
  return (name) => found.get(name) ?? null
}

function titleOf(
  document: PageDocument,
  { article }: LinkedData,
  ogTitle: string | null,
  windowTitle: string | null,
  headings: readonly string[],
): string | null {
  const shown = [windowTitle, ogTitle, ...headings].map((title) => folded(title ?? ''))
  const names = [textIn(article, 'headline', EMPTY), textIn(article, 'name', EMPTY)].filter((name) => name !== null)
  // Encyclopedias append a description to the JSON-LD headline, so prefer a headline that the page shows.
  const headline = names.find((name) => shown.some((title) => title.includes(folded(name)))) ?? names[0] ?? null
  const itemprop = document.body.querySelector('[itemprop~="headline"]')
  const candidates = [
    cleanLine(headline),
    ogTitle,
    cleanLine(itemprop?.getAttribute('content') ?? itemprop?.textContent),
    windowTitle,
    headings[0] ?? null,
  ].filter((title) => title !== null && title !== '')
  const [first = null, ...others] = candidates
  // Some sites shorten their headline to 110 characters for a search engine, so look for the full one.
  const cut = first && /^(.{20,}?)\s*(?:…|\.\.\.)$/.exec(first)?.[1]
  return (
    (cut && [...others, ...headings].find((title) => title?.startsWith(cut) && !/(?:…|\.\.\.)$/.test(title))) || first
  )
}

const EMPTY: LinkedData = { article: null, page: null, site: null, byId: new Map() }

function siteNameOf(meta: Meta, data: LinkedData): string | null {
  const { article, page, site } = data
  return firstOf(
    textIn(article, 'publisher', data),
    meta('og:site_name'),
    textIn(site, 'name', data),
    textIn(page, 'publisher', data),
    meta('application-name'),
    meta('apple-mobile-web-app-title'),
  )
}

function authorOf(document: PageDocument, meta: Meta, data: LinkedData, shown: readonly string[]): string | null {
  const linked = namesOf(data.article?.['author'] ?? data.article?.['creator'], data).flatMap((name) =>
    authorName(name),
  )
  if (linked.length > 0) return [...new Set(linked)].join(', ')
  const names = 'article:author author dc.creator dcterms.creator parsely-author sailthru.author byl'.split(' ')
  for (const name of names) {
    const [author] = authorName(meta(name))
    if (author) return author
  }
  for (const selector of BYLINE_SELECTORS.split(', ')) {
    const element = document.body.querySelector(selector)
    const inner = element?.querySelector('[itemprop~="name"]') ?? element?.querySelector('a') ?? element
    const [author] = authorName(inner?.getAttribute('content') ?? inner?.textContent)
    if (author) return author
  }
  return authorName(shown.find((text) => isByline(text)))[0] ?? null
}

/** Whether a text is a line with the author, not a sentence: `By Ann Lee`, or in Arabic `بقلم: …` (“by”). */
const isByline = (text: string): boolean =>
  text.length <= 60 && BYLINE.test(text) && !SENTENCE_END.test(text) && text.split(' ').length <= 9

const BYLINE_SELECTORS =
  '[itemprop~="author"], [rel~="author"], .byline-name, .author-name, .post-author, .entry-author, .byline, .article-author, .author, [class*="byline"], [class*="author-name"]'

function authorName(text: string | null | undefined): string[] {
  const name = cleanLine(text)
    ?.replace(BYLINE, '')
    .replace(/^(?:author|الكاتبة?|تأليف)\s*[:：]\s*/iu, '')
    .replace(/\s*(?:[|•·]|,[^,]*\d|\s[-–—]\s|(?<=\S)\s(?:on|le|am|el|في)\s+\d).*$/u, '')
    .trim()
  if (!name || name.length > 80 || /^(?:https?:|@|www\.)|[<>{}]/.test(name)) return []
  return /^(?:admin|administrator|user|guest|null|undefined|unknown|editor)$/i.test(name) ? [] : [name]
}

function addressOf(document: PageDocument, meta: Meta, { article }: LinkedData, readUrl: string): string {
  const linked = (relation: string) =>
    [...document.head.querySelectorAll(`link[rel~="${relation}"]`)].map((link) => link.getAttribute('href'))
  const base = document.head.querySelector('base')?.getAttribute('href') ?? null
  return addressToKeep(readUrl, [...linked('canonical'), meta('og:url'), stringOf(article?.['url'])], base)
}

function paidPartOf(node: LinkedNode | null): string | null {
  const parts = [node?.['hasPart']].flat() as (LinkedNode | null | undefined)[]
  const selector = parts.find((part) => isFalse(part?.['isAccessibleForFree']))?.['cssSelector']
  return typeof selector === 'string' && /^[.#][a-z][\w-]{0,60}$/i.test(selector) ? selector : null
}

function bodyIn(article: LinkedNode | null): string | null {
  const body = article?.['articleBody'] ?? (isA(article, POSTING) ? article?.['text'] : undefined)
  return typeof body === 'string' && body.trim() !== '' ? body : null
}

const POSTING = new Set(['SocialMediaPosting', 'DiscussionForumPosting', 'CreativeWork'])

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const isFalse = (value: unknown): boolean => value === false || /^(?:https?:\/\/schema\.org\/)?false$/i.test(`${value}`)

function firstOf(...candidates: (string | null)[]): string | null {
  for (const candidate of candidates) {
    const line = cleanLine(candidate)
    if (line) return line
  }
  return null
}
