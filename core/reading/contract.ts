import { z } from 'zod'
import type { UploadRule } from '../endpoint.ts'
import { LANGUAGES } from '../language.ts'
import { DOCUMENT_LIMIT_BYTES } from './limits.ts'
import { SourceId } from './source-id.ts'

/** The longest source text and API field `sourceContent`, in UTF-16 units. Frogy cuts longer texts at a paragraph. */
export const CONTENT_LIMIT = 200_000

/** The maximum size of a request: the longest source text with three bytes per letter. */
const SOURCE_BODY_BYTES = 1024 * 1024

const SOURCE_FORMATS = ['article', 'pdf', 'docx'] as const

const SourceText = {
  title: z.string(),
  /**
   * The source's text: paragraphs, headings and list items with a blank line between them. Each table row is one
   * line.
   */
  content: z.string(),
  /** Present if the source was longer than `CONTENT_LIMIT`, so that `content` is only its beginning. */
  isCut: z.literal(true).optional(),
  /** The number of words by the rules of the text's language, including languages without spaces. */
  wordCount: z.number().int(),
  /** The text's language as a BCP 47 tag, usually only its first part (`en`, `ar`). Null if unknown. */
  language: z.string().nullable(),
  direction: z.enum(['ltr', 'rtl']),
  /** Null if the file states no page count. Most DOCX files have a count only after Word has laid them out. */
  pageCount: z.number().int().nullable(),
}

export const Article = z.object({
  ...SourceText,
  description: z.string().nullable(),
  author: z.string().nullable(),
  siteName: z.string().nullable(),
  /** The canonical address if it is on the page's own site, else the final address after redirects. */
  url: z.string(),
  format: z.enum(SOURCE_FORMATS),
})
export type Article = z.infer<typeof Article>

export const SourceDocument = z.object({ ...SourceText, fileSize: z.number().int(), format: z.enum(['pdf', 'docx']) })
export type SourceDocument = z.infer<typeof SourceDocument>

/** The preview that a network shows for a linked page. */
export const LinkCard = z.object({
  title: z.string(),
  description: z.string().nullable(),
  /** The host without `www.`, readable instead of in Punycode: `مثال.إختبار` ("example.test"). */
  host: z.string(),
  /** The picture as a `data:` address, so that the browser does not contact the linked site. */
  picture: z.string().nullable(),
})
export type LinkCard = z.infer<typeof LinkCard>

/** The id under which Frogy keeps the source's text for a day. */
const kept = { sourceId: SourceId }

const Address = z.strictObject({ url: z.string().trim().max(4_000) })

export const PAGE_ERRORS = [
  'url_invalid',
  'url_forbidden',
  'page_unreachable',
  'page_timed_out',
  'page_refused',
  'page_redirects',
  'page_too_large',
  'page_too_complex',
  'page_type',
  'page_no_article',
  'page_login',
  'page_script',
  'page_paywall',
] as const

export const DOCUMENT_ERRORS = [
  'document_type',
  'document_too_large',
  'document_encrypted',
  'document_scanned',
  'document_damaged',
  'document_empty',
  'document_bomb',
  'document_timed_out',
] as const

const READING = {
  access: 'user',
  scope: 'generate',
  takesNoKey: true,
  perHour: 300,
  isHeavy: true,
  body: Address,
} as const

export const sourceEndpoints = {
  'POST /api/content/validate-url': {
    summary: 'Checks whether a URL has readable text, and returns its title or the reason why not.',
    ...READING,
    answer: z.object({
      valid: z.boolean(),
      title: z.string().optional(),
      error: z.string().optional(),
      /** Error code and values, as in the body of an error response. */
      code: z.string().optional(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
    errors: ['parser_busy'],
  },
  'POST /api/content/extract-url': {
    summary:
      'Extracts the text of the article, PDF or DOCX at a URL. Frogy keeps the text for a day under its `sourceId`.',
    ...READING,
    answer: z.object({ data: Article.extend(kept) }),
    errors: [...PAGE_ERRORS, ...DOCUMENT_ERRORS, 'parser_busy'],
  },
  'POST /api/content/link-card': {
    summary: 'Returns the preview card that a network shows for a URL in a post, or null if the page has none.',
    ...READING,
    body: Address.extend({ language: z.enum(LANGUAGES) }),
    answer: z.object({ card: LinkCard.nullable() }),
    errors: ['parser_busy'],
  },
  'POST /api/content/upload-document': {
    summary:
      'Extracts the text of a PDF or DOCX. The file is not stored. Frogy keeps the text for a day under its `sourceId`.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    files: {
      field: 'document',
      maxFiles: 1,
      maxBytes: DOCUMENT_LIMIT_BYTES,
      tooLarge: 'document_too_large',
    } satisfies UploadRule,
    perHour: 60,
    isHeavy: true,
    answer: z.object({ success: z.literal(true), data: SourceDocument.extend(kept) }),
    errors: [...DOCUMENT_ERRORS, 'parser_busy'],
  },
  'POST /api/content/sources': {
    summary: "Keeps a source's text for another day, after its `sourceId` has expired.",
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    perHour: 300,
    body: z.strictObject({
      sourceId: SourceId,
      title: z.string().max(1_000).default(''),
      content: z.string().trim().min(1).max(CONTENT_LIMIT),
    }),
    bodyLimit: SOURCE_BODY_BYTES,
    answer: null,
    status: 204,
  },
} as const
