import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIRECTION, LANGUAGES, type Language } from '#core/language.ts'
import type { Faq } from '#core/operate/faq-contract.ts'
import type { OfficialAccount } from '#core/operate/site-contract.ts'
import { DELETION, deletionHtml, type AskedDeletion } from './deletion-state.ts'
import { escaped } from './escaped.ts'
import { manifestLink, type BuiltPages } from './built-pages.ts'

const YEAR_S = 365 * 24 * 3600

/** A page for readers as the build drew it (bin/prerender.ts). It needs none of the app's code. */
interface DrawnPage {
  html: string
  title: string
  description: string
}

export interface BuiltSite {
  pages: Record<string, Record<Language, DrawnPage> | undefined>
  /** By network, its sign. */
  badges: Record<string, string | undefined>
  /** One question of /faq, to be filled in. */
  question: string
}

export function builtSite(folder: string): BuiltSite {
  const file = join(folder, 'site.json')
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltSite)
    : { pages: {}, badges: {}, question: '' }
}

/** The language that an address names: `/?lang=ar`. Each language has an address of its own, for search engines and links. */
export function namedLanguage(query: string | undefined): Language | undefined {
  const named = new URLSearchParams(query).get('lang')
  return LANGUAGES.find((language) => language === named)
}

/** Keeps the language whose link was followed, where the app's own switch keeps it (web/lib/language.ts). */
export function languageCookie(language: Language, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `language=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}

interface SiteParts {
  path: string
  /** What the page is shown in, and whether its address says so. */
  language: Language
  isNamed: boolean
  publicUrl: string
  nonce: { script: string; style: string }
}

/** The page as it is sent, or undefined where the build drew none. */
export function siteHtml(
  { template }: Pick<BuiltPages, 'template'>,
  { pages, question }: BuiltSite,
  { path, language, isNamed, publicUrl, nonce }: SiteParts,
  { official, contact, questions, deletion }: Owner,
): string | undefined {
  const page = pages[path]?.[language]
  if (!page) return undefined
  const address = new URL(path, publicUrl).href
  const canonical = isNamed ? inLanguage(address, language) : address
  const head = [
    manifestLink(language),
    `<link rel="canonical" href="${canonical}">`,
    ...alternates(address).map(([code, href]) => `<link rel="alternate" hreflang="${code}" href="${href}">`),
    ...openGraph(page, language, canonical, new URL(publicUrl).origin),
    path === '/' ? jsonLd(page, language, address) : '',
    path === '/faq' ? `${faqJsonLd(questions, language)}<script defer src="/faq.js"></script>` : '',
  ].join('')
  // Replaced by functions: in a text, `$&` and its kin would mean something.
  return template
    .replaceAll(APP, '')
    .replace('nonce=""', `nonce="${nonce.style}"`)
    .replace('<script>', `<script nonce="${nonce.script}">`)
    .replace('<html ', () => `<html lang="${language}" dir="${DIRECTION[language]}" `)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(page.title)}</title>`)
    .replace(/<meta name="description"[^>]*>/, () => `<meta name="description" content="${escaped(page.description)}">`)
    .replace('</head>', () => `${head}</head>`)
    .replace(
      '<div id="root">',
      (root) =>
        root +
        page.html
          .replace('official-accounts-stand-here', () => official)
          .replace(contact === null ? CONTACT_GIVEN : CONTACT_MISSING, '')
          .replace('questions-stand-here', () => questions.map((one) => questionHtml(question, one, language)).join(''))
          .replaceAll('contact-stands-here', () => escaped(contact ?? '')),
    )
    .replace(DELETION, (drawn) => deletionHtml(drawn, deletion, language))
}

/** What the pages say of whoever runs this installation. */
interface Owner {
  /** HTML, from `officialLinks`. */
  official: string
  /** The address for requests about people's data; null where none is set. */
  contact: string | null
  /** Those of /faq. */
  questions: Faq[]
  /** The code that is asked about, on the page that tells of deletions. */
  deletion?: AskedDeletion | undefined
}

/** Each paragraph of an answer by itself. */
function questionHtml(drawn: string, { slug, ...faq }: Faq, language: Language): string {
  const { question, answer } = faq[language]
  const paragraphs = answer.split(/\n{2,}/).map((one) => `<p class="mt-3 first:mt-0">${escaped(one)}</p>`)
  return drawn
    .replace('slug-stands-here', () => slug)
    .replace('question-stands-here', () => escaped(question))
    .replace('answer-stands-here', () => paragraphs.join(''))
}

const CONTACT_GIVEN = /<p data-contact="given"[^]*?<\/p>/
const CONTACT_MISSING = /<p data-contact="none"[^]*?<\/p>/

/** The app's scripts, and what is said where they cannot run: these pages do without. */
const APP = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>|<noscript>[^]*?<\/noscript>/g

const inLanguage = (address: string, language: Language) => `${address}?lang=${language}`

/** Each language's own address, and the one that answers in the reader's. */
export function alternates(address: string): [code: string, href: string][] {
  return [...LANGUAGES.map((one): [string, string] => [one, inLanguage(address, one)]), ['x-default', address]]
}

const OPEN_GRAPH_LOCALE: Record<Language, string> = { en: 'en_GB', ar: 'ar_SA' }

function openGraph(page: DrawnPage, language: Language, url: string, origin: string): string[] {
  const properties: Record<string, string> = {
    'og:type': 'website',
    'og:site_name': 'Frogy',
    'og:title': page.title,
    'og:description': page.description,
    'og:url': url,
    'og:locale': OPEN_GRAPH_LOCALE[language],
    'og:image': `${origin}/shared-${language}.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': page.title,
  }
  return [
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${escaped(content)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

/** For search engines. A block of data, which the policy for scripts lets be: nothing of it runs. */
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

/** So that search engines can show an answer with the question. */
function faqJsonLd(questions: Faq[], language: Language): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: language,
    mainEntity: questions.map((one) => ({
      '@type': 'Question',
      name: one[language].question,
      acceptedAnswer: { '@type': 'Answer', text: one[language].answer },
    })),
  }
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

/** The accounts of whoever runs this installation, each as its network's sign. */
export function officialLinks({ badges }: BuiltSite, accounts: OfficialAccount[]): string {
  const links = accounts.map(
    ({ platform, profileUrl, displayName }) =>
      `<li><a class="inline-flex min-h-11 min-w-11 items-center justify-center" rel="me noopener" href="${escaped(profileUrl)}" aria-label="${escaped(displayName)}">${badges[platform] ?? escaped(displayName)}</a></li>`,
  )
  return links.length > 0 ? `<ul class="flex flex-wrap">${links.join('')}</ul>` : ''
}
