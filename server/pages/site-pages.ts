import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIRECTION, FORMAT_LOCALE, LANGUAGES, type Language } from '#core/language.ts'
import type { Faq } from '#core/operate/faq-contract.ts'
import type { OfficialAccount } from '#core/operate/site-contract.ts'
import { basePathOf, htmlBelow } from '../http/base-path.ts'
import { DELETION, deletionHtml, type RequestedDeletion } from './deletion-state.ts'
import { escapeHtml } from './escape-html.ts'
import { manifestLink, type BuiltPages } from './built-pages.ts'

const YEAR_S = 365 * 24 * 3600
const FIRST_YEAR = 2025

/** A prerendered public page (bin/prerender.ts), which needs no app code. */
interface DrawnPage {
  html: string
  title: string
  description: string
}

export interface BuiltSite {
  pages: Record<string, Record<Language, DrawnPage> | undefined>
  /** Icons by network. */
  badges: Record<string, string | undefined>
  /** Template of a question on /faq. */
  question: string
}

export function builtSite(folder: string, basePath: string): BuiltSite {
  const file = join(folder, 'site.json')
  if (!existsSync(file)) return { pages: {}, badges: {}, question: '' }
  const built = JSON.parse(readFileSync(file, 'utf8')) as BuiltSite
  for (const page of Object.values(built.pages).flatMap((drawn) => Object.values(drawn ?? {})))
    page.html = htmlBelow(page.html, basePath)
  return built
}

/** The language in the query: `/?lang=ar`. Each language has its own URL, for search engines and links. */
export function languageInUrl(query: string | undefined): Language | undefined {
  const named = new URLSearchParams(query).get('lang')
  return LANGUAGES.find((language) => language === named)
}

/** Remembers the language of a followed link, in the same cookie as the app's language switch (web/lib/language.ts). */
export function languageCookie(language: Language, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `language=${language}; Path=${basePathOf(publicUrl) || '/'}; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}

interface SiteParts {
  path: string
  /** The language, and whether the URL names it. */
  language: Language
  isNamed: boolean
  /** Whether the visitor is signed in. */
  isMember: boolean
  publicUrl: string
  now: Date
  nonce: { script: string; style: string }
}

/** Fills a prerendered page. @returns undefined when the build has no such page */
export function siteHtml(
  { template }: Pick<BuiltPages, 'template'>,
  { pages, question }: BuiltSite,
  { path, language, isNamed, isMember, publicUrl, now, nonce }: SiteParts,
  { official, contact, questions, deletion }: SiteContent,
): string | undefined {
  const page = pages[path]?.[language]
  if (!page) return undefined
  const address = publicUrl + path
  const basePath = basePathOf(publicUrl)
  const canonical = isNamed ? inLanguage(address, language) : address
  const head = [
    manifestLink(language, basePath),
    `<link rel="canonical" href="${canonical}">`,
    ...alternates(address).map(([code, href]) => `<link rel="alternate" hreflang="${code}" href="${href}">`),
    ...openGraph(page, language, canonical, publicUrl),
    path === '/' ? `${jsonLd(page, language, address)}<script defer src="${basePath}/landing.js"></script>` : '',
    path === '/faq' ? `${faqJsonLd(questions, language)}<script defer src="${basePath}/faq.js"></script>` : '',
  ].join('')
  // Use functions as replacements, because `$&` has a special meaning in a replacement string.
  return template
    .replaceAll(APP, '')
    .replace('nonce=""', `nonce="${nonce.style}"`)
    .replace('<script>', `<script nonce="${nonce.script}">`)
    .replace('<html ', () => `<html lang="${language}" dir="${DIRECTION[language]}" `)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(page.title)}</title>`)
    .replace(
      /<meta name="description"[^>]*>/,
      () => `<meta name="description" content="${escapeHtml(page.description)}">`,
    )
    .replace('</head>', () => `${head}</head>`)
    .replace(
      '<div id="root">',
      (root) =>
        root +
        page.html
          .replaceAll(isMember ? FOR_GUESTS : FOR_MEMBERS, '')
          .replace('official-accounts-stand-here', () => official)
          .replace('copyright-years-stand-here', () => copyrightYears(now, language))
          .replace(contact === null ? CONTACT_GIVEN : CONTACT_MISSING, '')
          .replace('questions-stand-here', () =>
            questions.map((item) => questionHtml(question, item, language)).join(''),
          )
          .replaceAll('contact-stands-here', () => escapeHtml(contact ?? '')),
    )
    .replace(DELETION, (drawn) => deletionHtml(drawn, deletion, language))
}

/** Content that the administrator provides. */
interface SiteContent {
  /** The links to the operator's social accounts, as HTML. */
  official: string
  /** The contact for data requests; null when none is set. */
  contact: string | null
  questions: Faq[]
  /** The deletion code that the visitor looked up. */
  deletion?: RequestedDeletion | undefined
}

/** The years of the copyright line: `2025`, and in later years a range such as `2025–2026`. */
function copyrightYears(now: Date, language: Language): string {
  const { format } = new Intl.NumberFormat(FORMAT_LOCALE[language], { useGrouping: false })
  return [...new Set([FIRST_YEAR, Math.max(FIRST_YEAR, now.getUTCFullYear())])].map((year) => format(year)).join('–')
}

/** Fills the template of a frequent question, and splits the answer into paragraphs. */
function questionHtml(drawn: string, { slug, ...faq }: Faq, language: Language): string {
  const { question, answer } = faq[language]
  const paragraphs = answer.split(/\n{2,}/).map((item) => `<p class="mt-3 first:mt-0">${escapeHtml(item)}</p>`)
  return drawn
    .replace('slug-stands-here', () => slug)
    .replace('question-stands-here', () => escapeHtml(question))
    .replace('answer-stands-here', () => paragraphs.join(''))
}

/**
 * Each page is prerendered with parts for guests and parts for members. The server removes the parts for the other
 * group.
 */
const FOR_GUESTS = /<(header|nav) data-for="guest"[^]*?<\/\1>/g
const FOR_MEMBERS = /<(header|nav) data-for="member"[^]*?<\/\1>/g

const CONTACT_GIVEN = /<p data-contact="given"[^]*?<\/p>/
const CONTACT_MISSING = /<p data-contact="none"[^]*?<\/p>/

/** The app's scripts and its `noscript` text, which public pages do not need. */
const APP = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>|<noscript>[^]*?<\/noscript>/g

const inLanguage = (address: string, language: Language) => `${address}?lang=${language}`

/** The URL of a page in each language, and the URL that follows the reader's language. */
export function alternates(address: string): [code: string, href: string][] {
  return [...LANGUAGES.map((item): [string, string] => [item, inLanguage(address, item)]), ['x-default', address]]
}

const OPEN_GRAPH_LOCALE: Record<Language, string> = { en: 'en_GB', ar: 'ar_SA' }

function openGraph(page: DrawnPage, language: Language, url: string, publicUrl: string): string[] {
  const properties: Record<string, string> = {
    'og:type': 'website',
    'og:site_name': 'Frogy',
    'og:title': page.title,
    'og:description': page.description,
    'og:url': url,
    'og:locale': OPEN_GRAPH_LOCALE[language],
    'og:image': `${publicUrl}/shared-${language}.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': page.title,
  }
  return [
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

/** Structured data for search engines. The content security policy allows it, because it is not a script. */
function jsonLd(page: DrawnPage, language: Language, url: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: 'Frogy',
    url,
    description: page.description,
    inLanguage: language,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any',
  }
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

/** Lets search engines show answers in results. */
function faqJsonLd(questions: Faq[], language: Language): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: language,
    mainEntity: questions.map((item) => ({
      '@type': 'Question',
      name: item[language].question,
      acceptedAnswer: { '@type': 'Answer', text: item[language].answer },
    })),
  }
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

/** Links to the operator's accounts, as network icons. */
export function officialLinks({ badges }: BuiltSite, accounts: OfficialAccount[]): string {
  const links = accounts.map(
    ({ platform, profileUrl, displayName }) =>
      `<li><a class="inline-flex min-h-11 min-w-11 items-center justify-center" rel="me noopener" href="${escapeHtml(profileUrl)}" aria-label="${escapeHtml(displayName)}">${badges[platform] ?? escapeHtml(displayName)}</a></li>`,
  )
  return links.length > 0 ? `<ul class="flex flex-wrap">${links.join('')}</ul>` : ''
}
