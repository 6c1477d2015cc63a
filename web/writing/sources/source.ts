import { pastedAddress } from '#core/address-in-text.ts'
import type { BasicRequest } from '#core/writing/contract.ts'
import type { ProfessionalRequest } from '#core/writing/professional.ts'
import type { Article, SourceDocument } from '#core/reading/contract.ts'

export type Source = {
  /** The id under which the server keeps the source's text for a day. */
  id: string
  from: 'url' | 'document'
  title: string
  content: string
  /** Whether the source was longer, so that `content` holds only its beginning. */
  isCut?: true | undefined
  wordCount: number
  /** The language of the text as a BCP 47 tag; null if unknown. */
  language: string | null
  direction: 'ltr' | 'rtl'
  pageCount: number | null
  author: string | null
  siteName: string | null
  url: string | null
  /** Whether the user says that they wrote the source. Default: true for a document. */
  isOwn?: boolean
}

export const isOwnSource = ({ from, isOwn = from === 'document' }: Pick<Source, 'from' | 'isOwn'>): boolean => isOwn

export function sourceOfArticle(article: Article & { sourceId: string }): Source {
  const { sourceId: id, content, isCut, wordCount, language, direction, pageCount, author, url } = article
  const siteName = article.siteName || hostOf(url)
  const title = article.title.trim() || siteName
  const text = { title, content, ...(isCut && { isCut }), wordCount, language, direction, pageCount }
  return { id, from: 'url', ...text, author, siteName, url }
}

export function sourceOfDocument(document: SourceDocument & { sourceId: string }, fileName: string): Source {
  const { sourceId: id, content, isCut, wordCount, language, direction, pageCount } = document
  return {
    id,
    from: 'document',
    title: document.title.trim() || fileName.replace(/\.\w+$/, ''),
    content,
    ...(isCut && { isCut }),
    wordCount,
    language,
    direction,
    pageCount,
    author: null,
    siteName: null,
    url: null,
  }
}

type SourceParts = Pick<BasicRequest, 'contentSource' | 'sourceId' | 'sourceMetadata' | 'isOwnSource'>

/**
 * Returns the source's part of a request for drafts. It contains only the id of the text, so send the request with
 * `withSourceText`.
 */
export function sourceParts(source: Source | null): SourceParts {
  if (!source) return { contentSource: 'topic' }
  return {
    contentSource: source.from,
    isOwnSource: isOwnSource(source),
    sourceId: source.id,
    sourceMetadata: {
      title: source.title.slice(0, 1_000),
      author: source.author?.slice(0, 500) ?? null,
      siteName: source.siteName?.slice(0, 500) ?? null,
      // Omit an address that is too long, because a truncated address would not work.
      url: source.url && source.url.length <= 2_000 ? source.url : null,
      wordCount: source.wordCount,
    },
  }
}

/** Removes the text from a source, for requests to a server that already has the text. */
export function withoutContent<Given extends { content: string }>(source: Given): Omit<Given, 'content'> {
  const { content: _, ...rest } = source
  return rest
}

export function withoutTitle({ title, content }: Source): string {
  const blank = content.indexOf('\n')
  const [opening, rest] = blank < 0 ? [content, ''] : [content.slice(0, blank), content.slice(blank).trim()]
  return opening.trim() === title && rest !== '' ? rest : content
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
/** Recognizes `localhost:4999/x` as a host with a port, not as a scheme. */
const HOST_AND_PORT = /^[\w.-]+:\d+(?=[/?#]|$)/

/**
 * Returns possible web addresses for a typed text, the most likely first. Without a scheme, these are an https address
 * and an http address.
 */
export function webAddresses(typed: string): string[] {
  const text = pastedAddress(typed)
  if (text === '') return []
  const hasScheme = SCHEME.test(text) && !HOST_AND_PORT.test(text)
  return hasScheme ? [text] : [`https://${text}`, `http://${text}`]
}

export function isAddress(text: string): boolean {
  const [url] = webAddresses(text)
  if (url === undefined || /\s/.test(pastedAddress(text)) || !URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return /^https?:$/.test(protocol) && (hostname.includes('.') || hostname === 'localhost')
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
}

export function professionalSource(
  source: Source | null,
): Pick<ProfessionalRequest['variables'], 'contentSource' | 'sourceId' | 'sourceMetadata' | 'isOwnSource'> {
  return source ? { ...sourceParts(source), contentSource: source.from } : { contentSource: 'original' }
}
