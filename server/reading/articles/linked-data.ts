import { folded } from './clean-text.ts'
import { decodeEntities } from './entities.ts'
import { parseTolerantly } from './tolerant-json.ts'
import { wordSet } from '#core/word-lists.ts'

/**
 * A node of a page's JSON-LD (schema.org). It may be a reference to another node, which Frogy looks up when it needs
 * it.
 */
export type LinkedNode = Record<string, unknown>

export interface LinkedData {
  article: LinkedNode | null
  page: LinkedNode | null
  site: LinkedNode | null
  byId: ReadonlyMap<string, LinkedNode>
}

/** Reads the JSON-LD scripts of a page. Repairs broken scripts, and skips those beyond repair. */
export function readLinkedData(scripts: readonly string[], pageUrl: string, pageTitle: string): LinkedData {
  const nodes: LinkedNode[] = []
  for (const script of scripts) collect(parseTolerantly(script), nodes, 0)
  // A node that has only an `@id` refers to another node. Keep the node with the most members for each id.
  const byId = new Map<string, LinkedNode>()
  for (const node of nodes) {
    const id = node['@id']
    if (typeof id === 'string' && Object.keys(node).length > Object.keys(byId.get(id) ?? {}).length) byId.set(id, node)
  }
  const articles = nodes.filter((node) => isA(node, ARTICLE_TYPES))
  const named = articles.filter((node) => isAbout(node, pageUrl, pageTitle))
  return {
    // If the page describes several articles, take the one about this page. A list of teasers contains none.
    article: named[0] ?? (articles.length === 1 ? (articles[0] ?? null) : null),
    page: nodes.find((node) => isA(node, PAGE_TYPES)) ?? null,
    site: nodes.find((node) => isA(node, SITE_TYPES)) ?? null,
    byId,
  }
}

/** The text of a property: a string, a referenced node's name, or the first of several values. */
export function textIn(node: LinkedNode | null, name: string, data: LinkedData): string | null {
  return namesOf(node?.[name], data)[0] ?? null
}

/** All names that a property gives, such as those of several authors. */
export function namesOf(value: unknown, data: LinkedData, depth = 0): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [plain(value)]
  if (depth > 5) return []
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((item) => namesOf(item, data, depth + 1))
  if (!isNode(value)) return []
  const node = typeof value['@id'] === 'string' ? (data.byId.get(value['@id']) ?? value) : value
  // A text with a language has its text in `@value`. A person may have a given and a family name instead of a name.
  const name = node['name'] ?? node['@value'] ?? joined(node['givenName'], node['familyName'])
  return namesOf(name, data, depth + 1)
}

function joined(...parts: unknown[]): string | undefined {
  const names = parts.filter((part) => typeof part === 'string')
  return names.length > 0 ? names.join(' ') : undefined
}

export function isA(node: LinkedNode | null, types: ReadonlySet<string>): boolean {
  const type = node?.['@type']
  const names: unknown[] = Array.isArray(type) ? type : [type]
  return names.some((name) => typeof name === 'string' && types.has(name.replace(/^.*[/#:]/, '')))
}

function collect(value: unknown, nodes: LinkedNode[], depth: number): void {
  if (depth > 6 || nodes.length > 500) return
  if (Array.isArray(value)) for (const item of value) collect(item, nodes, depth + 1)
  if (!isNode(value)) return
  nodes.push(value)
  for (const name of HOLDING) collect(value[name], nodes, depth + 1)
}

/**
 * Properties whose nodes describe the article or its people. Other properties, such as `mentions`, lead to other pages.
 */
const HOLDING = ['@graph', 'mainEntity', 'mainEntityOfPage', 'author', 'publisher', 'isPartOf', 'itemReviewed']

function isAbout(node: LinkedNode, pageUrl: string, pageTitle: string): boolean {
  const main = node['mainEntityOfPage']
  const addresses = [node['url'], node['@id'], isNode(main) ? (main['@id'] ?? main['url']) : main]
  if (addresses.some((address) => typeof address === 'string' && samePage(address, pageUrl))) return true
  const headline = node['headline'] ?? node['name']
  return typeof headline === 'string' && headline !== '' && folded(pageTitle).includes(folded(plain(headline)))
}

function samePage(address: string, pageUrl: string): boolean {
  const [one, other] = [URL.parse(address, pageUrl), URL.parse(pageUrl)]
  const pathOf = (url: URL | null) => url?.pathname.replace(/\/(?:index\.html?)?$/, '')
  return one !== null && one.host === other?.host && pathOf(one) === pathOf(other)
}

const isNode = (value: unknown): value is LinkedNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const plain = (text: string) =>
  decodeEntities(text.replace(/<\/?(?:em|i|b|strong|span|br|p|sup|sub)\b[^<>]{0,200}>/gi, ''))

/** All article types of https://schema.org/Article, and types that sites use instead. */
const ARTICLE_TYPES = wordSet(`Article NewsArticle ReportageNewsArticle AnalysisNewsArticle OpinionNewsArticle
  ReviewNewsArticle BackgroundNewsArticle AskPublicNewsArticle AdvertiserContentArticle SatiricalArticle TechArticle
  ScholarlyArticle MedicalScholarlyArticle BlogPosting LiveBlogPosting SocialMediaPosting Report
  DiscussionForumPosting Recipe HowTo Review CriticReview APIReference SpecialAnnouncement CreativeWork QAPage Course`)

const PAGE_TYPES = new Set(['WebPage', 'ItemPage', 'AboutPage', 'FAQPage', 'MedicalWebPage'])
const SITE_TYPES = new Set(['WebSite'])
